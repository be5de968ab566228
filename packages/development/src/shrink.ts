/**
 * A smaller text that fails in the same way: lines are left out, many at first and then single ones, as long as `fails`
 * still holds. What is no program any more must not fail. `limit`: after so many tries it is small enough.
 */
export function shrinkLines(text: string, fails: (text: string) => boolean, limit = 300): string {
  let lines = text.split("\n");
  let tries = 0;
  for (let size = Math.ceil(lines.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < lines.length && tries < limit;) {
      const fewer = [...lines.slice(0, from), ...lines.slice(from + size)];
      tries++;
      if (fails(fewer.join("\n"))) lines = fewer;
      else from += size;
    }
  }
  return lines.join("\n");
}
