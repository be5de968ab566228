import { parseModule, sourceLocationOf } from "@passwright/ir";
import type { Context, Operation } from "@passwright/ir";
import type { SourceLocation } from "@passwright/core";

/** Name that programs use for standard input. */
export const PIPE = "<stdin>";

/**
 * Returns the text that is sent to a program for an operation. The text contains locations, and is not always valid
 * UTF-8.
 */
export function textToSend(top: Operation): Buffer {
  const pieces: Buffer[] = [];
  top.printTo((piece) => void pieces.push(Buffer.from(piece)), { generic: true, debugInfo: true });
  return Buffer.concat(pieces);
}

/**
 * Returns the location of the operation that is printed at a line of {@link textToSend}. This function is slow, but it
 * runs only if a program reports a position in the sent text.
 */
export function locate(top: Operation, text: string, line: number): SourceLocation | undefined {
  // Prints the operation without locations, and parses the text. The location of each parsed operation is then its
  // position in this text.
  const bare = top.print({ generic: true });
  const shift = headLines(text) - headLines(bare);
  const read = readAny(top.context, bare);
  if (read === undefined) return undefined;
  const places: (SourceLocation | undefined)[] = [];
  read.walk((op) => void places.push(sourceLocationOf(op.location)), { order: "pre" });
  let index = 0;
  let found: Operation | undefined;
  top.walk(
    (op) => {
      const place = places[index++];
      if (place !== undefined && place.line + shift <= line) found = op;
    },
    { order: "pre" },
  );
  return found === undefined ? undefined : sourceLocationOf(found.location);
}

/** Returns the number of lines before the first operation. These lines define aliases. */
function headLines(text: string): number {
  const lines = text.slice(0, 1 << 20).split("\n");
  const first = lines.findIndex((line) => !/^[#!]/.test(line));
  return Math.max(0, first);
}

function readAny(context: Context, text: string): Operation | undefined {
  const parsed = parseAllowing(context, text, PIPE);
  return parsed.ok ? parsed.op : undefined;
}

/** Parses a text that can contain operations of unregistered dialects. */
export function parseAllowing(
  context: Context,
  text: string | Uint8Array,
  file: string,
): ReturnType<typeof parseModule> {
  const before = context.allowUnregistered;
  context.allowUnregistered = true;
  try {
    return parseModule(context, text, { file });
  } finally {
    context.allowUnregistered = before;
  }
}
