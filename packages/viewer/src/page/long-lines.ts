/** Maximum length, in characters, of a line that is shown completely. */
export const LONGEST = 5000;
const AROUND = 1000;

/**
 * Shortens the long lines of two texts, because browsers lay out long lines slowly. Keeps the text around the first
 * difference between a long line and the line with the same index in the other text.
 */
export function shortened(before: string, after: string): readonly [before: string, after: string] {
  if (!hasLongLine(before) && !hasLongLine(after)) return [before, after];
  const [old, now] = [before.split("\n"), after.split("\n")];
  const cut = (line: string, other: string | undefined): string => {
    if (line.length <= LONGEST) return line;
    const from = Math.max(0, Math.min(firstDifference(line, other ?? ""), line.length) - AROUND);
    const end = Math.min(line.length, from + LONGEST);
    return [leftOut(from), line.slice(from, end), leftOut(line.length - end)].join("");
  };
  return [
    old.map((line, index) => cut(line, now[index])).join("\n"),
    now.map((line, index) => cut(line, old[index])).join("\n"),
  ];
}

export function hasLongLine(text: string): boolean {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    if ((end === -1 ? text.length : end) - start > LONGEST) return true;
    if (end === -1) return false;
    start = end + 1;
  }
  return false;
}

function leftOut(count: number): string {
  return count === 0 ? "" : `⟨${count.toLocaleString("en")} characters left out⟩`;
}

function firstDifference(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at === one.length && at === other.length ? 0 : at;
}
