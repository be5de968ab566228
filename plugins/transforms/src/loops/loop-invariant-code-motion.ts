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
    if (loopLike?.regions?.includes(place++) ?? true) moved += new Hoisting(store, loop, region).run();
  }
  return moved;
}

/** Moves operations out of one region, in MLIR's order: all operations first, then the users of moved operations. */
class Hoisting {
  readonly #store: Store;
  readonly #loop: number;
  readonly #region: number;
  readonly #work: number[];
  /** Maps each operation without regions to its first operand from inside the region, where the next check starts. */
  readonly #inside = new Map<number, number>();

  constructor(store: Store, loop: number, region: number) {
    this.#store = store;
    this.#loop = loop;
    this.#region = region;
    this.#work = operationsOfRegion(store, region);
  }

  run(): number {
    const store = this.#store;
    let moved = 0;
    for (let i = 0; i < this.#work.length; i++) {
      const op = this.#work[i]!;
      if (this.#regionOf(op) !== this.#region || !this.#canBeHoisted(op)) continue;
      removeOp(store, op);
      insertOp(store, op, store.opBlock[this.#loop]!, this.#loop);
      moved++;
      this.#pushUsers(op);
    }
    return moved;
  }

  #regionOf(op: number): number {
    return this.#store.blockRegion[this.#store.opBlock[op]!]!;
  }

  #canBeHoisted(op: number): boolean {
    const store = this.#store;
    if ((store.nameOf(op).traitBits & traitBit.Terminator) !== 0) return false;
    return this.#usesNothingInside(op) && isMemoryEffectFreeId(store, op) && isSpeculatableId(store, op);
  }

  #usesNothingInside(op: number): boolean {
    const store = this.#store;
    if (store.opFirstRegion[op] !== 0) {
      let isOutside = true;
      walkIds(store, op, (at) => {
        isOutside &&= this.#firstInside(at, 0) < 0;
      });
      return isOutside;
    }
    const first = this.#firstInside(op, this.#inside.get(op) ?? 0);
    if (first < 0) return true;
    this.#inside.set(op, first);
    return false;
  }

  /** Returns the index of the first operand from `from` on that is defined directly in the region, or -1. */
  #firstInside(op: number, from: number): number {
    const { opFirstOperand, opOperandCount, operandValue, valueOwner, opBlock, blockRegion } = this.#store;
    const first = opFirstOperand[op]!;
    for (let i = from; i < opOperandCount[op]!; i++) {
      const owner = valueOwner[operandValue[first + i]!]!;
      if (blockRegion[owner < 0 ? -owner : opBlock[owner]!] === this.#region) return i;
    }
    return -1;
  }

  #pushUsers(op: number): void {
    for (const { id } of Operation.of(this.#store, op).results.flatMap(({ users }) => users)) {
      if (this.#regionOf(id) === this.#region) this.#work.push(id);
    }
  }
}
