import type { SourceLocation } from "@passwright/core";
import type { DataDocument, DataNode } from "./node.ts";

/** Offsets at which the lines of each document start. Cached, because one document can have many errors. */
const lines = new WeakMap<DataDocument, readonly number[]>();

function lineStarts(document: DataDocument, text: string): readonly number[] {
  let starts = lines.get(document);
  if (starts === undefined) {
    const found = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) found.push(at + 1);
    starts = found;
    lines.set(document, starts);
  }
  return starts;
}

/** Converts an offset in a document to a position. For objects of a program, returns the first line. */
export function placeIn(document: DataDocument, offset: number | undefined): SourceLocation {
  const { file, text } = document;
  if (text === undefined) return { file, line: 1, column: 1 };
  const at = Math.min(Math.max(offset ?? document.start ?? 0, 0), text.length);
  const starts = lineStarts(document, text);
  let [first, last] = [0, starts.length - 1];
  while (first < last) {
    const middle = (first + last + 1) >> 1;
    if ((starts[middle] as number) <= at) first = middle;
    else last = middle - 1;
  }
  const start = starts[first] as number;
  const end = (starts[first + 1] ?? text.length + 1) - 1;
  return { file, line: first + 1, column: at - start + 1, lineText: text.slice(start, end) };
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
  if (node.offset === undefined) return () => placeIn(document, undefined);
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
