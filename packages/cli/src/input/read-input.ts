import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { type BinaryForm, type Diagnostic } from "@passwright/core";
import { readText, statsOf, systemErrorText } from "@passwright/loader";
import * as errors from "../errors.ts";
import { type Terminal } from "../terminal/terminal.ts";

/** An input of `passwright run`: how to call it, and where it is. */
export interface Input {
  readonly file: string;
  readonly path: string;
}

/** What is in an input: text, or bytes where the IR has a binary form and the input is called so. */
export type Content = string | Uint8Array;

export type InputResult =
  { readonly ok: true; readonly content: Content } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** The content of an input; `-` is standard input. An empty one is an error: it is nobody's module. */
export async function readInput(
  { file, path }: Input,
  terminal: Pick<Terminal, "readInput">,
  binary: BinaryForm<object> | undefined,
): Promise<InputResult> {
  if (binary !== undefined && file.endsWith(binary.extension)) return readBytes(file, path);
  const read = file === "-" ? { ok: true as const, text: textOf(await terminal.readInput()) } : readText(path);
  if (!read.ok) return { ok: false, diagnostic: errors.unreadableInput(file, read.reason) };
  if (read.text.trim() === "") return { ok: false, diagnostic: errors.emptyInput(file) };
  return { ok: true, content: read.text };
}

/**
 * Whether an input is a file that a program may read by itself: an ordinary one, with something in it, and no byte order mark,
 * which is not for everybody.
 */
export function isPlainFile({ file, path }: Input): boolean {
  if (file === "-" || statsOf(path)?.isFile() !== true) return false;
  try {
    const head = Buffer.alloc(4096);
    const handle = openSync(path, "r");
    try {
      const text = head.toString("latin1", 0, readSync(handle, head));
      return text.trim() !== "" && !text.startsWith("\xEF\xBB\xBF");
    } finally {
      closeSync(handle);
    }
  } catch {
    // Whoever reads it is told why it cannot be read.
    return false;
  }
}

/** As {@link readText} decodes a file: without a byte order mark. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function readBytes(file: string, path: string): InputResult {
  try {
    const content = readFileSync(path);
    return content.length === 0 ? { ok: false, diagnostic: errors.emptyInput(file) } : { ok: true, content };
  } catch (error) {
    return { ok: false, diagnostic: errors.unreadableInput(file, systemErrorText(error)) };
  }
}
