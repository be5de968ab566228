function sharedPrefix(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return length;
}

/**
 * Names among which the one is found that a wrong name is most like, by the single letters that have to be changed. Names
 * that begin alike are looked at together, and those that begin with too many changes not at all.
 */
export class SimilarNames {
  readonly names: readonly string[];
  /** By how many letters each name begins as the one before. */
  readonly #shared: readonly number[];

  constructor(names: Iterable<string>) {
    this.names = [...new Set(names)].sort();
    this.#shared = this.names.map((name, at) => sharedPrefix(name, this.names[at - 1] ?? ""));
  }

  /** The known name that is most like a wrong one, if any is like it at all. Ties go to the first in alphabetical order. */
  similarTo(wrong: string): string | undefined {
    let best: string | undefined;
    let limit = Math.max(1, Math.floor(wrong.length / 3)) + 1;
    /** The changes from the first letters of a name, by their number, to those of the wrong one. */
    const rows = [Array.from({ length: wrong.length + 1 }, (_, index) => index)];
    /** For how many first letters of a name there is a row. */
    let made = 0;
    /** How many letters of a name, and of those that begin alike, are too many changes. */
    let hopeless = Infinity;
    for (let at = 0; at < this.names.length; at++) {
      const shared = this.#shared[at] as number;
      made = Math.min(made, shared);
      if (shared >= hopeless) continue;
      hopeless = Infinity;
      const name = this.names[at] as string;
      // So many letters have to come or go at least.
      if (Math.abs(name.length - wrong.length) >= limit) continue;
      while (made < name.length && hopeless === Infinity) {
        const row = nextRow(rows[made] as readonly number[], name[made] as string, wrong);
        rows[++made] = row;
        if (leastOf(row) >= limit) hopeless = made;
      }
      if (hopeless < Infinity) continue;
      const distance = (rows[name.length] as readonly number[])[wrong.length] as number;
      if (distance < limit) [best, limit] = [name, distance];
    }
    return best;
  }
}

function nextRow(previous: readonly number[], letter: string, wrong: string): number[] {
  const row = [(previous[0] as number) + 1];
  for (let at = 1; at <= wrong.length; at++) {
    const substitution = (previous[at - 1] as number) + (wrong[at - 1] === letter ? 0 : 1);
    row.push(Math.min(substitution, (previous[at] as number) + 1, (row[at - 1] as number) + 1));
  }
  return row;
}

function leastOf(row: readonly number[]): number {
  let least = Infinity;
  for (const changes of row) if (changes < least) least = changes;
  return least;
}

/** The known name that is most like a wrong one, if any is like it at all. Ties go to the first in alphabetical order. */
export function suggest(wrong: string, known: Iterable<string>): string | undefined {
  return new SimilarNames(known).similarTo(wrong);
}
