/**
 * Shrinks a text for which `fails` returns true. Removes lines, first many at a time and then single lines, as long as
 * `fails` still returns true. `fails` must return false for an invalid program. `limit` is the maximum number of calls
 * of `fails`.
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
