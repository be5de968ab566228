import { closeSync, openSync, readSync } from "node:fs";
import type { Diagnostic, IrAdapter } from "@passwright/core";
import { during, problemOf, statsOf } from "@passwright/loader";
import * as errors from "../errors.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readInputOrPipe, withoutMark } from "./read-bytes.ts";

/** An input of `passwright run`: how to call it, and where it is. */
export interface Input {
  readonly file: string;
  readonly path: string;
  /** The user named it in this command: it may be a pipe, whose end may never come. */
  readonly isNamed?: boolean;
}

/** An input or a result: text, or bytes, which may be text that is not UTF-8. */
export type Content = string | Uint8Array;

export type InputResult =
  { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Reads an input; `-` is standard input. Text comes without a byte order mark. An empty input is an error: it is not a module. */
export async function readInput(
  input: Input,
  terminal: Pick<Terminal, "readInput">,
  ir: Pick<IrAdapter<object>, "binary">,
): Promise<InputResult> {
  const { file } = input;
  return during(
    () => ({ what: `reading \`${file}\`` }),
    async () => {
      const read = await bytesOf(input, terminal);
      if (!read.ok) return { ok: false, diagnostic: errors.unreadableInput(file, read.reason) };
      const isBinary = isBinaryFile(file, ir);
      const bytes = isBinary ? read.bytes : withoutMark(read.bytes);
      const isEmpty = isBinary ? bytes.length === 0 : bytes.every(isSpace);
      return isEmpty ? { ok: false, diagnostic: errors.emptyInput(file) } : { ok: true, bytes };
    },
  );
}

/** Whether a file is called as those in the binary form of the IR are. */
export function isBinaryFile(file: string, { binary }: Pick<IrAdapter<object>, "binary">): boolean {
  return binary !== undefined && file.endsWith(binary.extension);
}

type Bytes = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly reason: string };

async function bytesOf({ file, path, isNamed }: Input, terminal: Pick<Terminal, "readInput">): Promise<Bytes> {
  if (file === "-") return { ok: true, bytes: await terminal.readInput() };
  const stats = isNamed === true ? undefined : statsOf(path);
  const problem = stats && problemOf(stats);
  if (problem !== undefined) return { ok: false, reason: problem };
  const read = await readInputOrPipe(path);
  return read.ok ? { ok: true, bytes: read.bytes.subarray(0, read.length) } : read;
}

/** ASCII space. */
function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/**
 * Whether an input is a file that a program may read by itself: a regular one, with something in it, and no byte order mark, which not
 * every program takes.
 */
export function isPlainFile({ file, path }: Input): boolean {
  if (file === "-" || statsOf(path)?.isFile() !== true) return false;
  try {
    const head = Buffer.alloc(4096);
    const handle = openSync(path, "r");
    try {
      const start = head.subarray(0, readSync(handle, head));
      return !start.every(isSpace) && withoutMark(start).length === start.length;
    } finally {
      closeSync(handle);
    }
  } catch {
    // Reading it reports why it cannot be read.
    return false;
  }
}
