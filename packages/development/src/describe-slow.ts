import { testLevel } from "./test-level.ts";
import type { TestLevel } from "./test-level.ts";

const RANK: { readonly [level in TestLevel]: number } = { quick: 0, usual: 1, long: 2 };

/** Returns whether the tests of this level run. */
const isOn = (level: TestLevel): boolean => RANK[testLevel()] >= RANK[level];

type TestBody = (this: Mocha.Context) => void | Promise<void>;

/** Defines a suite that takes seconds. `npm run check` skips the suite, and adds a remark to its title. */
export function describeSlow(title: string, body: () => void): void {
  if (isOn("usual")) describe(title, body);
  else describe.skip(`${title} (not in the quick check)`, body);
}

/** Defines a test that takes seconds. `npm run check` skips the test. */
export function itSlow(title: string, body: TestBody): void {
  // The cast is needed because mocha declares two types for one function.
  (isOn("usual") ? it : it.skip)(title, body as Mocha.AsyncFunc);
}

/**
 * Defines a suite that runs only with `npm run test:long`, because it takes longer than slow suites and rarely fails.
 * For example, use this function for a suite that packs all packages.
 */
export function describeLong(title: string, body: () => void): void {
  if (isOn("long")) describe(title, body);
  else describe.skip(`${title} (npm run test:long)`, body);
}

/** Defines a test that runs only with `npm run test:long`. */
export function itLong(title: string, body: TestBody): void {
  (isOn("long") ? it : it.skip)(title, body as Mocha.AsyncFunc);
}
