/**
 * Returns two notes about the first line in which two texts differ: the line of `first`, and the line of `other`
 * labeled with `how`.
 */
export function firstDifference(first: string, other: string, how: string): string[] {
  const lines = first.split("\n");
  const others = other.split("\n");
  let index = 0;
  while (index < lines.length && lines[index] === others[index]) index++;
  const show = (line: string | undefined): string => (line === undefined ? "nothing" : line.trim());
  return [`first: ${show(lines[index])}`, `${how}: ${show(others[index])}`];
}
