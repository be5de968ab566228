import { locate } from "@passwright/core";
import type { SourceLocation } from "@passwright/core";
import type { DataDocument, DataNode } from "./node.ts";

/** Converts an offset in a document to a position. For objects of a program, returns the first line. */
export function placeIn({ file, text, start = 0 }: DataDocument, offset: number = start): SourceLocation {
  return text === undefined ? { file, line: 1, column: 1 } : locate(file, text, offset);
}

/** Shortens a text for messages. Control characters are escaped later, when the message is rendered. */
export function shortened(text: string, limit = 100): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

/**
 * Returns a function that converts offsets in a string value to positions in the document. Accounts for quotes, folded
 * lines and indentation. For an offset after an escape sequence, the function returns the start of the string.
 */
export function placesInText(
  document: DataDocument,
  node: DataNode,
  value: string,
): (offset: number) => SourceLocation | undefined {
  const { text } = document;
  if (text === undefined) return () => undefined;
  if (node.offset === undefined) return () => placeIn(document);
  let offsets: readonly number[] | undefined;
  return (offset) => {
    offsets ??= align(text, node.offset as number, value);
    return placeIn(document, offsets[offset] ?? node.offset);
  };
}

/** Returns the source offset of each character of a value, up to the first escape sequence. */
function align(text: string, start: number, value: string): readonly number[] {
  let at = start;
  // Skips the header of a block scalar, such as `|` or `>-`.
  if (/^[|>][-+0-9]*\s/.test(text.slice(at, at + 8))) at = text.indexOf("\n", at);
  else if (text[at] === '"' || text[at] === "'") at++;
  const offsets: number[] = [];
  const isSpace = (char: string | undefined): boolean => char !== undefined && /\s/.test(char);
  for (let index = 0; index < value.length; index++) {
    if (isSpace(value[index])) {
      offsets.push(at);
      continue;
    }
    while (isSpace(text[at])) at++;
    if (text[at] !== value[index]) break;
    offsets.push(at);
    at++;
  }
  if (offsets.length === value.length) offsets.push(at);
  return offsets;
}
