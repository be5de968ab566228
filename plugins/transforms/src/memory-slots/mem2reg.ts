import { bool, definePass, PassType } from "@passwright/sdk";
import { dominance } from "@passwright/ir";
import type { DominanceInfo, Operation } from "@passwright/ir";
import { definitionOf } from "@passwright/ir/store";
import { visitAllocations } from "./allocations.ts";
import { RegionBlocks } from "./region-blocks.ts";
import { analyzeSlot } from "./slot-accesses.ts";
import { SlotPromotion } from "./slot-promotion.ts";

/**
 * Replaces local memory with values and block arguments (`mlir/lib/Transforms/Mem2Reg.cpp`). Precondition: any valid
 * IR. Postcondition: each remaining allocation of memory for one element is unused, is used in a nested region, or is
 * used by operations other than loads and stores.
 */
export const mem2reg = definePass({
  name: "mem2reg",
  displayName: "Mem2Reg",
  summary: "Promotes memory slots into values.",
  types: [PassType.EarlyOptimization],
  // As in MLIR 22, this option does not have an effect.
  options: { "region-simplify": bool(true, "Perform control flow optimizations to the region tree") },
  statistics: {
    "promoted slots": "Total amount of memory slot promoted",
    "new block args": "Total amount of new block argument inserted in blocks",
  },
  runOnOperation(top: Operation, pass) {
    const promoter = new Promoter(pass.getAnalysis(dominance));
    const isAllocation = (op: Operation): boolean => definitionOf(op.store, op.id)?.promotableAllocation !== undefined;
    const changed = visitAllocations(top, isAllocation, (op) => promoter.promote(op));
    pass.statistics["promoted slots"].add(promoter.promoted);
    pass.statistics["new block args"].add(promoter.newArguments);
    if (changed) pass.markAnalysesPreserved(dominance);
    else pass.markAllAnalysesPreserved();
  },
});

class Promoter {
  promoted = 0;
  newArguments = 0;
  readonly #info: DominanceInfo;
  readonly #regions = new Map<number, RegionBlocks>();

  constructor(info: DominanceInfo) {
    this.#info = info;
  }

  /**
   * Promotes at most one slot of an allocation. Returns the allocations to visit next, or `undefined` if no slot was
   * promoted.
   */
  promote(op: Operation): readonly Operation[] | undefined {
    for (const slot of definitionOf(op.store, op.id)!.promotableAllocation!.slots(op)) {
      if (!slot.pointer.hasUses) continue;
      const { parentRegion } = slot.pointer.parentBlock!;
      const blocks = parentRegion!.hasOneBlock ? undefined : this.#blocksOf(op, parentRegion!.id);
      const accesses = analyzeSlot(slot, blocks, this.#info);
      if (accesses === undefined) continue;
      const next = new SlotPromotion(op, slot, accesses).run(blocks);
      this.promoted++;
      this.newArguments += accesses.mergePoints.size;
      return next;
    }
    return undefined;
  }

  #blocksOf({ store }: Operation, region: number): RegionBlocks {
    let blocks = this.#regions.get(region);
    if (blocks === undefined) this.#regions.set(region, (blocks = new RegionBlocks(store, region, this.#info)));
    return blocks;
  }
}
