import type { Nest } from "./step.ts";

/** What tells a level apart from others of its anchor: nothing for one that came about by itself. */
export const idOf = ({ id, isImplicit }: Nest): number | undefined => (isImplicit === true ? undefined : id);

/** How many managers two neighbours would have in common. */
export function sharedDepth(left: readonly Nest[], right: readonly Nest[]): number {
  let depth = 0;
  for (; depth < left.length && depth < right.length; depth++) {
    const one = left[depth] as Nest;
    const other = right[depth] as Nest;
    if (one.anchor !== other.anchor) break;
    const [id, otherId] = [idOf(one), idOf(other)];
    if (id !== undefined && otherId !== undefined && id !== otherId) break;
  }
  return depth;
}
