import { type Diagnostic } from "@passwright/core";
import { readText } from "@passwright/loader";
import * as errors from "./errors.ts";
import { type Terminal } from "./terminal.ts";

/** An input of `passwright run`: how to call it, and where it is. */
export interface Input {
  readonly file: string;
  readonly path: string;
}

export type InputResult =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** The text of an input; `-` is standard input. An empty one is an error: it is nobody's module. */
export async function readInput({ file, path }: Input, terminal: Pick<Terminal, "readInput">): Promise<InputResult> {
  const read = file === "-" ? { ok: true as const, text: await terminal.readInput() } : readText(path);
  if (!read.ok) return { ok: false, diagnostic: errors.unreadableInput(file, read.reason) };
  if (read.text.trim() === "") return { ok: false, diagnostic: errors.emptyInput(file) };
  return read;
}
