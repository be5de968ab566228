/**
 * Returns how many indices below `length` satisfy a condition, by binary search. There must be an index before which
 * the condition always holds, and from which on the condition never holds.
 */
export function countWhile(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
