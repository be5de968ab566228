/**
 * Returns how many indices below `length` satisfy a condition, by binary search. All indices that satisfy the condition
 * must come before all indices that do not satisfy it.
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
