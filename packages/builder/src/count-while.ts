/**
 * Returns how many indices below `length` satisfy a condition, by binary search. The condition must hold for all
 * indices before some index, and for no index from there on.
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
