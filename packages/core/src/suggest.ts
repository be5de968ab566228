import leven from "leven";
import type { Diagnostic } from "./diagnostic.ts";

/** Returns diagnostic fields about an unknown name. `similar` is the result of {@link suggest}. */
export function unknownName(unknown: string, similar: string | undefined): Pick<Diagnostic, "unknown" | "similar"> {
  return similar === undefined ? { unknown } : { unknown, similar };
}

/** Returns help that suggests the name `similar`, or returns `otherwise` if `similar` is undefined. */
export function didYouMean<T extends string | undefined = undefined>(
  similar: string | undefined,
  otherwise?: T,
): string | T {
  return similar === undefined ? (otherwise as T) : `did you mean \`${similar}\`?`;
}

/**
 * Returns the known name that is closest to a wrong name. A name is close if the number of inserted, removed, replaced
 * or swapped letters is at most a third of the letters of `wrong` (one change is always allowed), and less than half of
 * the letters of the longer name. Of equally close names, returns the first in alphabetical order.
 */
export function suggest(wrong: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(wrong.length / 3));
  for (const name of known) {
    if (Math.abs(name.length - wrong.length) > fewest) continue;
    const changes = isSwap(wrong, name) ? 1 : leven(wrong, name);
    if (changes > fewest || 2 * changes >= Math.max(wrong.length, name.length)) continue;
    if (changes < fewest || best === undefined || name < best) [best, fewest] = [name, changes];
  }
  return best;
}

function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length || one === other) return false;
  let at = 0;
  while (one[at] === other[at]) at++;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}
