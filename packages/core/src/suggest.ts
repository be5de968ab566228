import { distance } from "fastest-levenshtein";
import type { Diagnostic } from "./diagnostic.ts";

/** Returns the part of a diagnostic about a name that does not exist. `similar` is what {@link suggest} returned. */
export function unknownName(unknown: string, similar: string | undefined): Pick<Diagnostic, "unknown" | "similar"> {
  return similar === undefined ? { unknown } : { unknown, similar };
}

/**
 * Returns the known name that takes the fewest changes of single letters from a wrong one, if these are at most a third of
 * its letters. Ties go to the first in alphabetical order.
 */
export function suggest(wrong: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(wrong.length / 3));
  for (const name of known) {
    if (Math.abs(name.length - wrong.length) > fewest) continue;
    const changes = distance(wrong, name);
    if (changes > fewest || (changes === fewest && best !== undefined && best <= name)) continue;
    [best, fewest] = [name, changes];
  }
  return best;
}
