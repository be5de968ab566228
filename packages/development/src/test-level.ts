/**
 * Level that determines the number of slow and random tests to run: `quick` for `npm run check`, `usual` for `npm test`
 * and `.ci/run`, `long` for `npm run test:long`.
 */
export type TestLevel = "quick" | "usual" | "long";

/**
 * Reads the level from the environment: `long` if PASSWRIGHT_LONG=1 is set, otherwise `quick` if PASSWRIGHT_QUICK=1 is
 * set, and `usual` if neither is set.
 */
export function testLevel(): TestLevel {
  if (process.env["PASSWRIGHT_LONG"] === "1") return "long";
  return process.env["PASSWRIGHT_QUICK"] === "1" ? "quick" : "usual";
}
