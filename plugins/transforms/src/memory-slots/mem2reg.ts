import { bool, definePass, PassType } from "@passwright/sdk";
import { dominance } from "@passwright/ir";
import type { Operation, Region } from "@passwright/ir";
import { definitionOf } from "@passwright/ir/store";
import { replaceSlots } from "./allocations.ts";
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
  ir: "mlir",
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
    const info = pass.getAnalysis(dominance);
    const known = new Map<Region, RegionBlocks>();
    const blocksOf = (region: Region): RegionBlocks => {
      const blocks = known.get(region) ?? new RegionBlocks(region.store, region.id, info);
      known.set(region, blocks);
      return blocks;
    };
    const slotsOf = (op: Operation) => definitionOf(op.store, op.id)?.promotableAllocation?.slots(op);
    replaceSlots(top, pass, slotsOf, (op, slot) => {
      if (!slot.pointer.hasUses) return undefined;
      const region = slot.pointer.parentBlock!.parentRegion!;
      const blocks = region.hasOneBlock ? undefined : blocksOf(region);
      const accesses = analyzeSlot(slot, blocks, info);
      if (accesses === undefined) return undefined;
      pass.statistics["promoted slots"].add();
      pass.statistics["new block args"].add(accesses.mergePoints.size);
      return new SlotPromotion(op, slot, accesses).run(blocks);
    });
  },
});
