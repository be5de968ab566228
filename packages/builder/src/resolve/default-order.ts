import { sharedDepth } from "../steps/step.ts";
import { slotNumber, stepBeside } from "../steps/nesting.ts";
import type { Slot } from "../steps/nesting.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import type { Element } from "./element.ts";
import { pushTo, getOrMake } from "../maps.ts";

/** Groups items by slot. Items in one slot keep their order. */
export function groupBySlot<T>(things: readonly T[], slotOf: (thing: T) => Slot): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const thing of things) {
    const slot = slotNumber(slotOf(thing));
    pushTo(groups, slot, thing);
  }
  return groups;
}

/**
 * Sorts the steps of one slot into the order that they have without rules. `elements` must be in canonical order. The
 * order starts with the steps whose requested position is after the left neighbor, and ends with the steps whose
 * requested position is before the right neighbor. Steps that share managers with a neighbor are moved next to this
 * neighbor, so that the shared managers are opened only once.
 */
export function inDefaultOrder(elements: readonly Element[], basePipeline: BasePipeline): readonly Element[] {
  if (elements.length < 2) return elements;
  const depths = new Map<unknown, number>();
  /**
   * Returns the number of managers that a step shares with its neighbor. The number is negative for the left neighbor,
   * so that ascending order is correct on both sides. All passes of a closed bundle have the number of their first
   * pass.
   */
  const closeness = (element: Element): number => {
    const { bundle, nests, slot } = element;
    const key = bundle === undefined || bundle.kind === "open" ? element : bundle.id;
    return getOrMake(depths, key, () => {
      const shared = sharedDepth(nests, stepBeside(basePipeline, slot)?.nests ?? []);
      return slot % 3 === 0 ? shared : -shared;
    });
  };
  for (const element of elements) closeness(element);
  const compare = (left: Element, right: Element): number =>
    left.slot - right.slot || closeness(left) - closeness(right);
  const isSorted = elements.every((element, at) => at === 0 || compare(elements[at - 1] as Element, element) <= 0);
  return isSorted ? elements : elements.toSorted(compare);
}

/** Order of passes in one slot that requested positions or conversions require. */
export interface PlacementOrder {
  readonly side: "before" | "after";
  /** Passes that must be before or after all `targets`, as `side` requires. */
  readonly placed: readonly Element[];
  readonly targets: readonly Element[];
}
