import { definePass, PassType } from "@passwright/sdk";
import { propagateConstants } from "@passwright/ir";
import type { Operation, SparseConstantPropagation } from "@passwright/ir";
import { eraseOp, replaceAllUses, wouldOpBeTriviallyDeadId } from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";
import { ConstantPool } from "./constant-pool.ts";

/**
 * Sparse conditional constant propagation through regions, branches and calls (`mlir/lib/Transforms/SCCP.cpp`).
 * Replaces values that are constant on all executable paths, and erases the operations that define these values.
 * Precondition: any valid IR. Postcondition: if a value is known to be constant and has uses, the value is a result of
 * a constant operation. The pass does not erase unreachable blocks, but `canonicalize` does.
 */
export const sccp = definePass({
  name: "sccp",
  displayName: "SCCP",
  summary: "Sparse Conditional Constant Propagation",
  types: [PassType.EarlyOptimization],
  runOnOperation(op: Operation) {
    rewrite(op.store, op.id, propagateConstants(op).constants);
  },
});

function rewrite(store: Store, top: number, constants: SparseConstantPropagation): void {
  const pool = new ConstantPool(store);
  const work: number[] = [];
  // Pushes blocks in reverse order, so that the last region comes first, starting with its entry block.
  const pushBlocks = (op: number): void => {
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
      for (let block = store.regionLastBlock[region]!; block !== 0; block = store.blockPrevious[block]!)
        work.push(block);
    }
  };
  const replace = (block: number, value: number): boolean => {
    const constant = constants.constantOf(value);
    if (constant === undefined) return false;
    const replacement = pool.get(block, constants.originOf(value), constant, store.valueType[value]!);
    if (replacement === 0) return false;
    replaceAllUses(store, value, replacement);
    return true;
  };
  pushBlocks(top);
  for (let block = work.pop(); block !== undefined; block = work.pop()) {
    for (let op = store.blockFirstOp[block]!; op !== 0;) {
      const next: number = store.opNext[op]!;
      const first = store.opFirstResult[op]!;
      const count = store.opResultCount[op]!;
      let replacedAll = count !== 0;
      for (let i = 0; i < count; i++) replacedAll = replace(block, first + i) && replacedAll;
      if (replacedAll && wouldOpBeTriviallyDeadId(store, op)) eraseOp(store, op);
      else pushBlocks(op);
      op = next;
    }
    const first = store.blockFirstArgument[block]!;
    for (let i = 0; i < store.blockArgumentCount[block]!; i++) replace(block, first + i);
  }
}
