/** Labels of the two compared texts. */
export type Labels = readonly [first: string, other: string];

/** Returns one note per text, with the label of the text and the first line that differs from the other text. */
export function firstDifference(first: string, other: string, labels: Labels): string[] {
  const lines = first.split("\n");
  const others = other.split("\n");
  let index = 0;
  while (index < lines.length && lines[index] === others[index]) index++;
  const show = (line: string | undefined): string => (line === undefined ? "(end)" : line.trim());
  return [`${labels[0]}: ${show(lines[index])}`, `${labels[1]}: ${show(others[index])}`];
}
