import { distance } from "fastest-levenshtein";
import type { Diagnostic } from "./diagnostic.ts";

/** Returns the part of a diagnostic about a name that does not exist. `similar` is what {@link suggest} returned. */
export function unknownName(unknown: string, similar: string | undefined): Pick<Diagnostic, "unknown" | "similar"> {
  return similar === undefined ? { unknown } : { unknown, similar };
}

/** Returns help on a name that does not exist: the similar one if there is one, else other help. */
export function didYouMean<T extends string | undefined = undefined>(
  similar: string | undefined,
  otherwise?: T,
): string | T {
  return similar === undefined ? (otherwise as T) : `did you mean \`${similar}\`?`;
}

/**
 * Returns the known name that takes the fewest changes from a wrong one, if these are at most a third of its letters and fewer
 * than the letters that stay. A change is one letter, or two neighbours that swap. Ties go to the first name in alphabetical order.
 */
export function suggest(wrong: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(wrong.length / 3));
  for (const name of known) {
    if (Math.abs(name.length - wrong.length) > fewest) continue;
    const changes = isSwap(wrong, name) ? 1 : distance(wrong, name);
    if (changes > fewest || 2 * changes >= Math.max(wrong.length, name.length)) continue;
    if (changes < fewest || best === undefined || name < best) [best, fewest] = [name, changes];
  }
  return best;
}

/** Whether two words differ only in the order of two neighbouring letters. */
function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length || one === other) return false;
  let at = 0;
  while (one[at] === other[at]) at++;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}
