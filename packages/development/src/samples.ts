import { testLevel } from "./test-level.ts";
import type { TestLevel } from "./test-level.ts";

/** Ratio of all cases to tried cases, by level. */
const ONE_IN: { readonly [level in TestLevel]: number } = { quick: 50, usual: 24, long: 1 };

/** Returns how many cases there are for each case that is tried. `PASSWRIGHT_ONE_IN` overrides the level. */
const oneIn = (): number => Number(process.env["PASSWRIGHT_ONE_IN"] ?? ONE_IN[testLevel()]);

/**
 * Returns the number of random cases at this level. The cases are a prefix of all cases, so a failure at one level is
 * also a failure at higher levels.
 */
export function samples(full: number): number {
  return Math.ceil(full / oneIn());
}

/** Returns the cases of a list to try at this level: for example every twenty-fourth at the usual level. */
export function sampleOf<T>(cases: readonly T[]): readonly T[] {
  const step = oneIn();
  return cases.filter((_, index) => index % step === 0);
}
