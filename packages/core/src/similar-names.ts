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
    const rows = [Uint32Array.from({ length: wrong.length + 1 }, (_, index) => index)];
    /** For how many first letters of a name there is a row. */
    let made = 0;
    for (let at = 0, next = 0; at < this.names.length; at = next) {
      const name = this.names[at] as string;
      made = Math.min(made, this.#shared[at] as number);
      next = at + 1;
      // So many letters have to come or go at least.
      if (Math.abs(name.length - wrong.length) >= limit) continue;
      let isHopeless = false;
      while (made < name.length && !isHopeless) {
        // Where another name had a row, it is written over.
        const row = (rows[made + 1] ??= new Uint32Array(wrong.length + 1));
        isHopeless = fillRow(row, rows[made] as Uint32Array, name.charCodeAt(made), wrong) >= limit;
        made++;
      }
      if (isHopeless) {
        next = this.#behind(at, name.slice(0, made));
        continue;
      }
      const distance = (rows[name.length] as Uint32Array)[wrong.length] as number;
      if (distance < limit) [best, limit] = [name, distance];
    }
    return best;
  }

  /** The first name behind those that begin so; the one at `at` does. */
  #behind(at: number, beginning: string): number {
    let [low, high] = [at, this.names.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.names[middle]?.startsWith(beginning) === true) low = middle;
      else high = middle;
    }
    return high;
  }
}

/** Fills the row behind a further letter from the row before, and answers its least number of changes. */
function fillRow(row: Uint32Array, previous: Uint32Array, letter: number, wrong: string): number {
  let [left, diagonal] = [(previous[0] as number) + 1, previous[0] as number];
  let least = left;
  row[0] = left;
  for (let at = 1; at <= wrong.length; at++) {
    const above = previous[at] as number;
    const substitution = wrong.charCodeAt(at - 1) === letter ? diagonal : diagonal + 1;
    left = Math.min(substitution, above + 1, left + 1);
    diagonal = above;
    row[at] = left;
    if (left < least) least = left;
  }
  return least;
}

/** The known name that is most like a wrong one, if any is like it at all. Ties go to the first in alphabetical order. */
export function suggest(wrong: string, known: Iterable<string>): string | undefined {
  return new SimilarNames(known).similarTo(wrong);
}
