import { testLevel } from "./test-level.ts";
import type { TestLevel } from "./test-level.ts";

/** One in so many cases is tried. */
const ONE_IN: { readonly [level in TestLevel]: number } = { quick: 50, usual: 5, long: 1 };

/**
 * Number of random cases that a test tries at this level, out of all. These are the first of them, so a failure at one level is
 * a failure at the levels above.
 */
export function samples(full: number): number {
  return Math.ceil(full / ONE_IN[testLevel()]);
}

/** The cases of a long list that are tried at this level: every fifth at the usual one. */
export function sampleOf<T>(cases: readonly T[]): readonly T[] {
  const step = ONE_IN[testLevel()];
  return cases.filter((_, index) => index % step === 0);
}
