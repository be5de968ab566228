import { sharedDepth } from "../steps/step.ts";
import { slotNumber, stepBeside } from "../steps/nesting.ts";
import type { BasePipeline, Slot } from "../steps/base-pipeline.ts";
import { isConversion } from "../steps/sides.ts";
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

/**
 * Returns orders for slots with contributed conversions. Each conversion must come after the conversion that produces
 * its IR. Each contributed pass must come after the last conversion that produces the IR of the pass.
 */
export function ordersOfConversions(
  elements: readonly Element[],
  basePipeline: BasePipeline,
): readonly PlacementOrder[] {
  if (!elements.some(isConversion)) return [];
  return [...groupBySlot(elements, ({ slot }) => slot).values()].flatMap((members) => {
    const conversions = members.filter(isConversion);
    const [first] = conversions;
    if (first === undefined) return [];
    const chain = chainOf(conversions, basePipeline.sideAt(first.slot).ir);
    const irs = [chain[0]?.declaration.ir, ...chain.map(({ declaration }) => declaration.to)];
    return members.flatMap((member): PlacementOrder[] => {
      const at = chain.indexOf(member);
      const ir = at < 0 ? member.declaration.ir : irs[at];
      const side = at < 0 ? irs.lastIndexOf(ir) : at;
      if (ir === undefined || side < 0) return [];
      const [before, after] = [chain.slice(0, side), chain.slice(at < 0 ? side : side + 1)];
      return [
        ...(before.length === 0 ? [] : [{ side: "after", placed: [member], targets: before } as const]),
        ...(after.length === 0 ? [] : [{ side: "before", placed: [member], targets: after } as const]),
      ];
    });
  });
}

/** Returns the longest chain of conversions that start on the IR that the previous conversion produces. */
function chainOf(conversions: readonly Element[], start: string | undefined): readonly Element[] {
  let longest: readonly Element[] = [];
  for (const [index, conversion] of conversions.entries()) {
    const { ir, to } = conversion.declaration;
    if (start !== undefined && ir !== start) continue;
    const chain = [conversion, ...chainOf(conversions.toSpliced(index, 1), to)];
    if (chain.length > longest.length) longest = chain;
    if (longest.length === conversions.length) break;
  }
  return longest;
}
