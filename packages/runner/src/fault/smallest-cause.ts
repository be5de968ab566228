/**
 * Returns a minimal set of candidates for which `isBad` holds. `isBad` must hold for all candidates together and must
 * not hold for the empty set. Uses a binary search to find the shortest prefix of the candidates for which `isBad`
 * holds. The last candidate of this prefix is part of the cause. Then searches the earlier candidates in the same way,
 * until the found candidates are a complete cause. Finding a cause that is a single candidate takes log2(n) + 1 tests.
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

/**
 * Removes candidates that are not needed for `isBad` to hold. If two independent causes exist, the result of the search
 * can contain candidates that are not needed.
 */
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
