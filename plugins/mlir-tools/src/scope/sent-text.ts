import { parseModule, sourceLocationOf } from "@passwright/ir";
import type { Context, Operation } from "@passwright/ir";
import type { SourceLocation } from "@passwright/core";

/** The name that programs have for what comes through a pipe. */
export const PIPE = "<stdin>";

/** The text of an operation as it is sent: everything of it is there, where it came from too. It need not be UTF-8. */
export function textToSend(top: Operation): Buffer {
  const pieces: Buffer[] = [];
  top.printTo((piece) => void pieces.push(Buffer.from(piece)), { generic: true, debugInfo: true });
  return Buffer.concat(pieces);
}

/**
 * Where a line of {@link textToSend} came from: the location of the operation that is printed there. Looked up only when
 * the program cannot read the text, so it may take as long as reading it.
 */
export function locate(top: Operation, text: string, line: number): SourceLocation | undefined {
  // Without locations in it, the same text is read with the places of the text as locations.
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

/** Definitions of aliases in front of the first operation. */
function headLines(text: string): number {
  const lines = text.slice(0, 1 << 20).split("\n");
  const first = lines.findIndex((line) => !/^[#!]/.test(line));
  return Math.max(0, first);
}

function readAny(context: Context, text: string): Operation | undefined {
  const parsed = parseAllowing(context, text, PIPE);
  return parsed.ok ? parsed.op : undefined;
}

/** Reads a text that may have operations of any dialect in it. */
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
