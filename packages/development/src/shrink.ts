/**
 * Shrinks a text that fails: removes lines, many at first and then single lines, while `fails` returns true. `fails`
 * must return false for invalid programs. `limit` is the maximum number of attempts.
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
