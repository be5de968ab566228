import { definePass, PassType } from "@passwright/sdk";
import { Operation } from "@passwright/ir";
import { insertOp, removeOp, walkIds } from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";

/**
 * Sorts the operations of graph regions so that definitions precede uses (`mlir/lib/Transforms/TopologicalSort.cpp`).
 * If a cycle prevents this order, the pass continues with the first operation that is not sorted yet. Precondition: any
 * valid IR. Postcondition: the IR is the same, except for the order of operations in graph regions.
 */
export const topologicalSort = definePass({
  name: "topological-sort",
  ir: "mlir",
  displayName: "TopologicalSort",
  summary: "Sort regions without SSA dominance in topological order",
  types: [PassType.Normalization],
  idempotent: true,
  runOnOperation(op: Operation) {
    const { store } = op;
    walkIds(store, op.id, (at) => {
      if (!store.nameOf(at).hasTrait("GraphRegion")) return;
      const { regions } = Operation.of(store, at);
      for (const { id } of regions.flatMap(({ blocks }) => blocks)) sortBlock(store, id);
    });
  },
});

/** Sorts a block: scans the unsorted part repeatedly, and moves operations whose operands are available before it. */
function sortBlock(store: Store, block: number): void {
  const last = store.blockLastOp[block]!;
  const end = last !== 0 && store.nameOf(last).hasTrait("Terminator") ? last : 0;
  const unscheduled = new Set<number>();
  for (let op = store.blockFirstOp[block]!; op !== end; op = store.opNext[op]!) unscheduled.add(op);
  let next = store.blockFirstOp[block]!;
  while (unscheduled.size > 0) {
    let moved = false;
    for (let op = next; op !== end;) {
      const following: number = store.opNext[op]!;
      if (isReady(store, op, unscheduled)) {
        unscheduled.delete(op);
        moved = true;
        if (op === next) next = following;
        else {
          removeOp(store, op);
          insertOp(store, op, block, next);
        }
      }
      op = following;
    }
    if (moved) continue;
    unscheduled.delete(next);
    next = store.opNext[next]!;
  }
}

/** Returns whether no other unscheduled operation defines an operand of `op` or contains such a definition. */
function isReady(store: Store, op: number, unscheduled: ReadonlySet<number>): boolean {
  let ready = true;
  walkIds(store, op, (nested) => {
    const first = store.opFirstOperand[nested]!;
    for (let i = 0; ready && i < store.opOperandCount[nested]!; i++) {
      const owner = store.valueOwner[store.operandValue[first + i]!]!;
      for (let at = owner; at > 0 && at !== op; at = store.parentOp(at)) {
        if (unscheduled.has(at)) ready = false;
      }
    }
  });
  return ready;
}
