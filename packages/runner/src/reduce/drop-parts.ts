/** Returns whether the fault still occurs without these parts. */
export type TryDrop = (dropped: ReadonlySet<number>) => Promise<boolean>;

/**
 * Drops as many of `count` parts as possible without losing the fault. First tries to drop all parts, and then smaller
 * and smaller ranges. Starts with the last part, because later parts often use earlier parts. Ends when no single part
 * can be dropped. After each successful try, calls `settle` with the set of all parts that are dropped so far.
 *
 * With `jobs`, tries several ranges at the same time. The result does not depend on `jobs`: if several of these ranges
 * can be dropped, the function drops the first.
 */
export async function dropParts(
  count: number,
  tryDrop: TryDrop,
  settle: (dropped: ReadonlySet<number>) => void,
  jobs = 1,
): Promise<void> {
  let dropped: ReadonlySet<number> = new Set();
  for (let length = count; length >= 1; length = length === 1 ? 0 : Math.ceil(length / 2)) {
    for (let isAgain = true; isAgain;) {
      isAgain = false;
      const left = [...Array(count).keys()].filter((part) => !dropped.has(part)).reverse();
      const runs: (readonly number[])[] = [];
      for (let at = 0; at < left.length; at += length) runs.push(left.slice(at, at + length));
      for (let at = 0; at < runs.length;) {
        const before = dropped;
        const tried = runs.slice(at, at + jobs).map((run) => new Set([...before, ...run]));
        const found = await firstThat(tried, tryDrop);
        at += found === -1 ? tried.length : found + 1;
        if (found === -1) continue;
        dropped = tried[found] as ReadonlySet<number>;
        settle(dropped);
        isAgain = length === 1 && dropped.size < count;
      }
    }
  }
}

/** Tests all candidates at the same time. Returns the index of the first candidate for which the test holds, or -1. */
async function firstThat<T>(candidates: readonly T[], test: (candidate: T) => Promise<boolean>): Promise<number> {
  if (candidates.length === 1) return (await test(candidates[0] as T)) ? 0 : -1;
  return (await Promise.all(candidates.map(test))).indexOf(true);
}
