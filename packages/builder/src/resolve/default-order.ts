import { gapOf, sharedDepth, type Slot, stepBeside } from "../nesting.ts";
import { type Spine } from "../spine.ts";
import { type Item } from "./item.ts";

/** Things by the gap that they are in; within a gap they keep their order. */
export function groupByGap<T>(things: readonly T[], slotOf: (thing: T) => Slot): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const thing of things) {
    const gap = gapOf(slotOf(thing));
    const group = groups.get(gap);
    if (group === undefined) groups.set(gap, [thing]);
    else group.push(thing);
  }
  return groups;
}

/**
 * The items of one gap, given in canonical order, as they stand as long as no rule says otherwise: first those that stick to
 * the step before, then those that stick to the step after, the ones that share its managers next to it. So at the edge of a
 * manager nobody has to leave it and come back.
 */
export function inDefaultOrder(items: readonly Item[], spine: Spine): readonly Item[] {
  if (items.length < 2) return items;
  const depths = new Map<unknown, number>();
  /** Signed, so that the smaller one comes first on either side. A closed bundle goes with its first pass. */
  const closeness = (item: Item): number => {
    const { bundle } = item;
    const key = bundle === undefined || bundle.kind === "open" ? item : bundle.id;
    let depth = depths.get(key);
    if (depth === undefined) {
      const shared = sharedDepth(item.nests, stepBeside(spine, item.slot)?.nests ?? []);
      depths.set(key, (depth = item.slot % 3 === 0 ? shared : -shared));
    }
    return depth;
  };
  for (const item of items) closeness(item);
  return items.toSorted((left, right) => left.slot - right.slot || closeness(left) - closeness(right));
}
