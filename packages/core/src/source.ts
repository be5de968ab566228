import type { SourceLocation } from "./diagnostic.ts";

/** Text of the last call, with the offsets at which its lines start, because one text often has many positions. */
let known: { readonly text: string; readonly starts: readonly number[] } = { text: "", starts: [0] };

function lineStarts(text: string): readonly number[] {
  if (known.text === text) return known.starts;
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  known = { text, starts };
  return starts;
}

/** Converts an offset in UTF-16 code units, at most the length of the text, to a source position. */
export function locate(file: string, text: string, offset: number): SourceLocation {
  const at = Math.min(Math.max(offset, 0), text.length);
  const starts = lineStarts(text);
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
