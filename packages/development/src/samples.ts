import { testLevel } from "./test-level.ts";
import type { TestLevel } from "./test-level.ts";

/** Maps each level to a number N: tests at this level try one of every N cases. */
const ONE_IN: { readonly [level in TestLevel]: number } = { quick: 50, usual: 24, long: 1 };

/** Returns N for the current level: tests try one of every N cases. `PASSWRIGHT_ONE_IN` overrides the level. */
const oneIn = (): number => Number(process.env["PASSWRIGHT_ONE_IN"] ?? ONE_IN[testLevel()]);

/**
 * Returns the number of random cases to try at this level. Each level tries the first cases of the same sequence, so a
 * higher level also finds the failures of a lower level.
 */
export function samples(full: number): number {
  return Math.ceil(full / oneIn());
}

/** Returns the cases of a list to try at this level, for example every twenty-fourth case at the usual level. */
export function sampleOf<T>(cases: readonly T[]): readonly T[] {
  const step = oneIn();
  return cases.filter((_, index) => index % step === 0);
}
