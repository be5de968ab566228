import { sharedDepth } from "../steps/step.ts";
import { gapOf, stepBeside } from "../steps/nesting.ts";
import type { Slot } from "../steps/nesting.ts";
import type { Spine } from "../steps/spine.ts";
import type { Element } from "./element.ts";
import { pushTo } from "../push-to.ts";

/** Groups items by slot. Items in one slot keep their order. */
export function groupByGap<T>(things: readonly T[], slotOf: (thing: T) => Slot): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const thing of things) {
    const gap = gapOf(slotOf(thing));
    pushTo(groups, gap, thing);
  }
  return groups;
}

/**
 * Sorts the steps of one slot into their order without rules. The input is in canonical order. Steps next to the left
 * neighbor come first, then those next to the right one. Steps that share managers with a neighbor are adjacent to it,
 * so that no manager is closed and opened again.
 */
export function inDefaultOrder(elements: readonly Element[], spine: Spine): readonly Element[] {
  if (elements.length < 2) return elements;
  const depths = new Map<unknown, number>();
  /** Signed, so that the smaller value is first on both sides. A closed bundle has the value of its first pass. */
  const closeness = (element: Element): number => {
    const { bundle, nests, slot } = element;
    const key = bundle === undefined || bundle.kind === "open" ? element : bundle.id;
    let depth = depths.get(key);
    if (depth === undefined) {
      const shared = sharedDepth(nests, stepBeside(spine, slot)?.nests ?? []);
      depths.set(key, (depth = slot % 3 === 0 ? shared : -shared));
    }
    return depth;
  };
  for (const element of elements) closeness(element);
  const compare = (left: Element, right: Element): number =>
    left.slot - right.slot || closeness(left) - closeness(right);
  const isSorted = elements.every((element, at) => at === 0 || compare(elements[at - 1] as Element, element) <= 0);
  return isSorted ? elements : elements.toSorted(compare);
}

/** Requirement that passes of one slot precede others because of the position of the `placed` ones. */
export interface PlacementOrder {
  readonly side: "before" | "after";
  /** Side of all `targets` on which the `placed` passes must be. */
  readonly placed: readonly Element[];
  readonly targets: readonly Element[];
}
