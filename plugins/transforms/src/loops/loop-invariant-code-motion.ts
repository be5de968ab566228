import { definePass, PassType } from "@passwright/sdk";
import { Operation } from "@passwright/ir";
import {
  definitionOf,
  insertOp,
  isMemoryEffectFreeId,
  isSpeculatableId,
  operationsOfRegion,
  removeOp,
  traitBit,
  walkIds,
} from "@passwright/ir/store";
import type { Store } from "@passwright/ir/store";

/**
 * Moves loop-invariant operations out of loops (`mlir/lib/Transforms/LoopInvariantCodeMotion.cpp`). Precondition: any
 * valid IR. Postcondition: each operation directly in a region of a loop (`LoopLikeOpInterface`) depends on values in
 * the loop, has effects, or must not be speculated. Visits inner loops first, so that an operation leaves as many loops
 * as possible.
 */
export const loopInvariantCodeMotion = definePass({
  name: "loop-invariant-code-motion",
  ir: "mlir",
  displayName: "LoopInvariantCodeMotion",
  summary: "Hoist loop invariant instructions outside of the loop",
  types: [PassType.EarlyOptimization],
  idempotent: true,
  runOnOperation(op: Operation, pass) {
    const { store } = op;
    const loops: number[] = [];
    walkIds(store, op.id, (at) => {
      if (definitionOf(store, at)?.loopLike !== undefined) loops.push(at);
    });
    let moved = 0;
    for (const loop of loops) moved += moveLoopInvariantCode(store, loop);
    if (moved === 0) pass.markAllAnalysesPreserved();
  },
});

function moveLoopInvariantCode(store: Store, loop: number): number {
  const { loopLike } = definitionOf(store, loop)!;
  let moved = 0;
  let place = 0;
  for (let region = store.opFirstRegion[loop]!; region !== 0; region = store.regionNext[region]!) {
    if (loopLike?.regions?.includes(place++) ?? true) moved += hoistFrom(store, region, loop);
  }
  return moved;
}

/** Moves operations out of one region, in MLIR's order: all operations first, then the users of moved operations. */
function hoistFrom(store: Store, region: number, loop: number): number {
  const work = operationsOfRegion(store, region);
  const inside: FirstInside = new Map();
  let moved = 0;
  // The loop also visits operations that it adds.
  for (const op of work) {
    if (regionOf(store, op) !== region || !canBeHoisted(store, op, region, inside)) continue;
    removeOp(store, op);
    insertOp(store, op, store.opBlock[loop]!, loop);
    moved++;
    for (const { id } of Operation.of(store, op).results.flatMap(({ users }) => users))
      if (regionOf(store, id) === region) work.push(id);
  }
  return moved;
}

/** Maps each operation without regions to its first operand from inside the region, where the next check starts. */
type FirstInside = Map<number, number>;

function regionOf(store: Store, op: number): number {
  return store.blockRegion[store.opBlock[op]!]!;
}

function canBeHoisted(store: Store, op: number, region: number, inside: FirstInside): boolean {
  if ((store.nameOf(op).traitBits & traitBit.Terminator) !== 0) return false;
  if (!usesNothingInside(store, op, region, inside)) return false;
  return isMemoryEffectFreeId(store, op) && isSpeculatableId(store, op);
}

function usesNothingInside(store: Store, op: number, region: number, inside: FirstInside): boolean {
  if (store.opFirstRegion[op] !== 0) {
    let isOutside = true;
    walkIds(store, op, (at) => {
      isOutside &&= firstInside(store, at, region, 0) < 0;
    });
    return isOutside;
  }
  const first = firstInside(store, op, region, inside.get(op) ?? 0);
  if (first >= 0) inside.set(op, first);
  return first < 0;
}

/** Returns the index of the first operand from `from` on that is defined directly in the region, or -1. */
function firstInside(store: Store, op: number, region: number, from: number): number {
  const { opFirstOperand, opOperandCount, operandValue, valueOwner, opBlock, blockRegion } = store;
  const first = opFirstOperand[op]!;
  for (let i = from; i < opOperandCount[op]!; i++) {
    const owner = valueOwner[operandValue[first + i]!]!;
    if (blockRegion[owner < 0 ? -owner : opBlock[owner]!] === region) return i;
  }
  return -1;
}
