/** Wraps a text at spaces into lines of at most `width` characters. Longer words get lines of their own. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Narrower columns are put below the text to their left. */
const NARROWEST = 24;

/**
 * Returns a text to the right of another one, or below it if no room is left. Without a width, in one line.
 * `indent`: spaces before the lines below.
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
