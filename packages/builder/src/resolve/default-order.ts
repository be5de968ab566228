import { sharedDepth } from "../steps/step.ts";
import { gapOf, stepBeside } from "../steps/nesting.ts";
import type { Slot } from "../steps/nesting.ts";
import type { Spine } from "../steps/spine.ts";
import type { Element } from "./element.ts";
import { pushTo } from "../push-to.ts";

/** Items by gap. Items of one gap keep their order. */
export function groupByGap<T>(things: readonly T[], slotOf: (thing: T) => Slot): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const thing of things) {
    const gap = gapOf(slotOf(thing));
    pushTo(groups, gap, thing);
  }
  return groups;
}

/**
 * Sorts the steps of one gap, given in canonical order, into their order without rules: first those placed after the
 * left step, then those placed before the right one. Steps that share managers with that step are next to it, so that
 * no manager is closed and opened again.
 */
export function inDefaultOrder(elements: readonly Element[], spine: Spine): readonly Element[] {
  if (elements.length < 2) return elements;
  const depths = new Map<unknown, number>();
  /** Signed, so that the smaller rank is first on both sides. A closed bundle has the rank of its first pass. */
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

/** Passes of one gap that must come before others, because of the positions of the `placed` ones. */
export interface PlacementOrder {
  readonly side: "before" | "after";
  /** They are on that side of all of `targets`. */
  readonly placed: readonly Element[];
  readonly targets: readonly Element[];
}
