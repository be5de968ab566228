import type { SourceLocation } from "./diagnostic.ts";

/** Converts an offset in UTF-16 code units, at most the length of the text, to a source position. */
export function locate(file: string, text: string, offset: number): SourceLocation {
  const at = Math.min(Math.max(offset, 0), text.length);
  // Excludes 0, because `lastIndexOf` treats a negative start as 0 and could find a newline there.
  const lineStart = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  const newline = text.indexOf("\n", lineStart);
  let line = 1;
  for (let index = text.indexOf("\n"); index >= 0 && index < at; index = text.indexOf("\n", index + 1)) line++;
  const lineText = text.slice(lineStart, newline < 0 ? text.length : newline);
  return { file, line, column: at - lineStart + 1, lineText };
}
