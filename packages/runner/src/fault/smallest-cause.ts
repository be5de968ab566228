/**
 * Returns a smallest set of candidates for which `isBad` holds: without any one of them it does not. `isBad` holds for all
 * candidates and not for none. A single cause takes log2(n) + 1 tests: candidates are added in their order until it is bad, found by
 * halving; the last one added is part of the cause, and the search continues before it until the cause is complete.
 */
export async function smallestCause<T>(
  candidates: readonly T[],
  isBad: (candidates: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  const cause: T[] = [];
  for (let before = candidates; before.length > 0;) {
    let [good, bad] = [0, before.length];
    while (bad - good > 1) {
      const middle = (good + bad) >> 1;
      if (await isBad([...before.slice(0, middle), ...cause])) bad = middle;
      else good = middle;
    }
    cause.unshift(before[good] as T);
    before = before.slice(0, good);
    if (before.length === 0 || (await isBad(cause))) break;
  }
  return cause.length > 2 ? withoutNeedless(cause, isBad) : cause;
}

/** Leaves out what is not needed: causes that hide each other can be found together. */
async function withoutNeedless<T>(
  cause: readonly T[],
  isBad: (candidates: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let needed = cause;
  for (const one of cause) {
    const rest = needed.filter((other) => other !== one);
    if (rest.length > 0 && (await isBad(rest))) needed = rest;
  }
  return needed;
}
