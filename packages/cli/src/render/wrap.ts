/**
 * Wraps a text at spaces into lines of at most `width` characters. Longer words get separate lines. Text in backticks
 * stays on one line if it fits, so that users can copy commands.
 */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  const words = (text.match(WORD) ?? []).flatMap((word) => (word.length > width ? word.split(" ") : [word]));
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const WORD = /(?:`[^`\n]*`|[^ ])+/g;

/** Minimum width of a column. A text that would get a narrower column is put below the text to its left. */
const NARROWEST = 24;

/**
 * Puts the text `right` beside the text `left`, or below `left` if the remaining column is too narrow. Without a width,
 * the result is one line. If `right` is below `left`, `indent` is the number of spaces before each line of `right`.
 */
export function beside(left: string, right: string, indent: number, width: number = Infinity): string {
  if (right === "" || left.length + right.length <= width) return `${left}${right}`.trimEnd();
  const room = width - left.length;
  if (room >= NARROWEST) return left + wrapWords(right, room).join(`\n${" ".repeat(left.length)}`);
  const below = " ".repeat(indent);
  return [left.trimEnd(), ...wrapWords(right, Math.max(width - indent, NARROWEST)).map((line) => below + line)].join(
    "\n",
  );
}
