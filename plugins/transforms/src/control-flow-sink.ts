import { definePass, PassType } from "@passwright/sdk";
import { dominance, isMemoryEffectFree } from "@passwright/ir";
import type { DominanceInfo, Operation, Region } from "@passwright/ir";
import { definitionOf } from "@passwright/ir/store";

/**
 * Moves operations into a region, if only this region uses the operations, and the region runs at most once
 * (`mlir/lib/Transforms/ControlFlowSink.cpp`). Precondition: any valid IR. Postcondition: if an operation has no
 * effects, and all its uses are inside a region that runs at most once, the operation is also inside this region.
 */
export const controlFlowSink = definePass({
  name: "control-flow-sink",
  ir: "mlir",
  displayName: "ControlFlowSink",
  summary: "Sink operations into conditional blocks",
  types: [PassType.EarlyOptimization],
  idempotent: true,
  statistics: { "num-sunk": "Number of operations sunk" },
  runOnOperation(op: Operation, pass) {
    const info = pass.getAnalysis(dominance);
    op.walk((branch) => {
      if (definitionOf(branch.store, branch.id)?.regionBranch?.runsOnce !== true) return;
      for (const region of branch.regions) pass.statistics["num-sunk"].add(sinkInto(region, info));
    });
  },
});

/** Moves operations that are used only in `region` into it, and then their operands. Returns the number of moves. */
function sinkInto(region: Region, info: DominanceInfo): number {
  const { front } = region;
  if (front === undefined) return 0;
  const work = region.blocks.flatMap((block) => [...block.operations]);
  let moved = 0;
  for (let user = work.pop(); user !== undefined; user = work.pop()) {
    for (const { definingOp } of user.operands) {
      if (definingOp === undefined || definingOp.parentRegion === region) continue;
      const isUsedInside = definingOp.results.every(({ users }) =>
        users.every(({ block }) => block !== undefined && info.dominates(front, block)),
      );
      if (!isUsedInside || !isMemoryEffectFree(definingOp)) continue;
      definingOp.moveBefore(front.front!);
      moved++;
      work.push(definingOp);
    }
  }
  return moved;
}
