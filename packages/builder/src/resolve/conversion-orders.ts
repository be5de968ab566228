import { isConversion } from "../steps/sides.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import { groupBySlot } from "./default-order.ts";
import type { Element } from "./element.ts";
import type { PlacementOrder } from "./default-order.ts";

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

/**
 * Returns the longest chain of conversions in which each conversion starts on the IR that the previous conversion
 * produces. If `start` is unknown, the chain can start on any IR.
 */
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
