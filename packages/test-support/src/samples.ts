/**
 * How many random cases a test tries: all that it asks for, or, with PASSWRIGHT_QUICK=1, as `npm run check` sets it, one in
 * fifty of them. What is tried is a prefix of the whole either way, so a failure comes up again.
 */
export function samples(full: number): number {
  return process.env["PASSWRIGHT_QUICK"] === "1" ? Math.ceil(full / 50) : full;
}
