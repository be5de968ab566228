import { definePass, PassType } from "@passwright/sdk";
import type { Block, Operation, Value } from "@passwright/ir";

/** Most recent store in a block. Operations after the store cannot have changed the stored memory location. */
interface Stored {
  readonly value: Value;
  readonly memref: Value;
  readonly indices: readonly Value[];
}

function isSamePlace(load: Operation, stored: Stored): boolean {
  const [memref, ...indices] = load.operands;
  return memref === stored.memref && indices.every((index, position) => index === stored.indices[position]);
}

/**
 * Processes one block from front to back. Tracks only the last store, because two memrefs can refer to the same memory.
 * Stops tracking the store if an operation is neither pure nor a load.
 */
function forwardInBlock(block: Block): number {
  let stored: Stored | undefined;
  let forwarded = 0;
  for (const op of block.operations) {
    if (op.name === "memref.store") {
      const [value, memref, ...indices] = op.operands as [Value, Value, ...Value[]];
      stored = { value, memref, indices };
    } else if (op.name === "memref.load") {
      if (stored === undefined || !isSamePlace(op, stored)) continue;
      op.replaceAllUsesWith([stored.value]);
      op.erase();
      forwarded++;
    } else if (!op.hasTrait("Pure")) {
      stored = undefined;
    }
  }
  return forwarded;
}

/**
 * Replaces loads by stored values. A load is replaced if the last store before the load in the same block accesses the
 * same location, and no operation between the store and the load can write. Does not remove stores. Precondition: none,
 * but the pass replaces more loads if equal index computations were merged before. Postcondition: the function does not
 * contain loads that this pass can replace.
 */
export const forwardStores = definePass({
  name: "forward-stores",
  summary: "replace loads by values stored to the same location",
  anchor: "func.func",
  types: [PassType.EarlyOptimization],
  statistics: { forwarded: "loads replaced" },
  runOnOperation(func: Operation, pass) {
    let forwarded = 0;
    const visit = (op: Operation): void => {
      for (const region of op.regions) for (const block of region.blocks) forwarded += forwardInBlock(block);
    };
    visit(func);
    func.walk((op) => {
      if (op !== func) visit(op);
    });
    if (forwarded === 0) pass.markAllAnalysesPreserved();
    pass.statistics.forwarded.add(forwarded);
  },
});
