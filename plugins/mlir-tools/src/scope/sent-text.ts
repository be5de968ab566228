import { parseModule, sourceLocationOf } from "@passwright/ir";
import type { Context, Operation } from "@passwright/ir";
import type { SourceLocation } from "@passwright/core";

/** Name that programs use for standard input. */
export const PIPE = "<stdin>";

/** Returns the text that is sent for an operation, with locations. The text is not always valid UTF-8. */
export function textToSend(top: Operation): Buffer {
  const pieces: Buffer[] = [];
  top.printTo((piece) => void pieces.push(Buffer.from(piece)), { generic: true, debugInfo: true });
  return Buffer.concat(pieces);
}

/**
 * Returns the location of the operation at a line of {@link textToSend}. Used only if the program cannot parse the
 * text, so it can be slow.
 */
export function locate(top: Operation, text: string, line: number): SourceLocation | undefined {
  // Prints without locations. Parsing this text gives each operation its position in the text as location.
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

/** Returns the number of lines before the first operation, which define aliases. */
function headLines(text: string): number {
  const lines = text.slice(0, 1 << 20).split("\n");
  const first = lines.findIndex((line) => !/^[#!]/.test(line));
  return Math.max(0, first);
}

function readAny(context: Context, text: string): Operation | undefined {
  const parsed = parseAllowing(context, text, PIPE);
  return parsed.ok ? parsed.op : undefined;
}

/** Parses a text with operations of any dialect. */
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
