import { Operation, Value } from "../handles.ts";
import type { Block } from "../handles.ts";
import { getOrMake } from "../maps.ts";
import { successorsOf } from "../store/dominance.ts";
import { walkIds } from "../store/walk-ids.ts";

interface BlockLiveness {
  readonly liveIn: Set<number>;
  readonly liveOut: Set<number>;
}

/**
 * Live ranges of values (`mlir/include/mlir/Analysis/Liveness.h`). A value is live from its definition to its last use,
 * in all blocks between them. A use in a nested operation counts as a use by the enclosing operation. The live ranges
 * are valid until the IR changes.
 */
export class Liveness {
  /** Operation whose contents were analyzed. */
  readonly op: Operation;
  readonly #blocks = new Map<number, BlockLiveness>();

  constructor(op: Operation) {
    this.op = op;
    walkIds(op.store, op.liveId, (at) => this.#gather(at));
    this.#propagate();
  }

  /** Returns the values that are defined before a block and used in the block or after it. */
  getLiveIn(block: Block): readonly Value[] {
    return this.#handles(this.#of(block.liveId).liveIn);
  }

  /** Returns the values that are live at the end of a block, because later blocks use them. */
  getLiveOut(block: Block): readonly Value[] {
    return this.#handles(this.#of(block.liveId).liveOut);
  }

  /** Returns whether `value` has no uses after `op`, in the block of `op` and in later blocks. */
  isDeadAfter(value: Value, op: Operation): boolean {
    const block = op.store.opBlock[op.liveId]!;
    return !this.#of(block).liveOut.has(value.liveId) && this.#lastUser(value.id, block, op.id) === op.id;
  }

  /** Returns the operations during which a value is live, in all blocks from its definition to its last uses. */
  resolveLiveness(value: Value): readonly Operation[] {
    const { store } = this.op;
    const owner = store.valueOwner[value.liveId]!;
    const found: number[] = [];
    const seen = new Set<number>();
    const work = [owner > 0 ? store.opBlock[owner]! : -owner];
    for (let use = store.valueFirstUse[value.id]!; use !== 0; use = store.operandNext[use]!) {
      work.push(store.opBlock[store.operandOwner[use]!]!);
    }
    for (let block = work.pop(); block !== undefined; block = work.pop()) {
      if (block <= 0 || seen.has(block)) continue;
      seen.add(block);
      const first = owner > 0 && store.opBlock[owner] === block ? owner : store.blockFirstOp[block]!;
      const last = this.#lastUser(value.id, block, first);
      for (let op = first; op !== 0; op = store.opNext[op]!) {
        found.push(op);
        if (op === last) break;
      }
      for (const successor of successorsOf(store, block)) {
        if (this.#of(successor).liveIn.has(value.id)) work.push(successor);
      }
    }
    return found.map((op) => Operation.of(store, op));
  }

  /** Returns the last operation of a block during which a value is live, or `first` if it is not live after `first`. */
  #lastUser(value: number, block: number, first: number): number {
    const { store } = this.op;
    if (this.#of(block).liveOut.has(value)) return store.blockLastOp[block]!;
    let last = first;
    for (let use = store.valueFirstUse[value]!; use !== 0; use = store.operandNext[use]!) {
      const user = this.#ancestorIn(block, store.operandOwner[use]!);
      if (user !== 0 && last !== user && store.isBefore(last, user)) last = user;
    }
    return last;
  }

  /**
   * Returns the values that are live at `op`: values that `op` or a later operation uses, if `op` or an earlier
   * operation defines them. Ignores values that are defined in other blocks and are not live at the start of the block.
   */
  currentlyLiveValues(op: Operation): readonly Value[] {
    const { store } = this.op;
    const block = store.opBlock[op.liveId]!;
    const live = new Set<number>();
    const add = (value: number, from: number): void => {
      const isDefined = !store.isBefore(op.id, from);
      if (isDefined && !store.isBefore(this.#lastUser(value, block, from), op.id)) live.add(value);
    };
    const start = store.blockFirstOp[block]!;
    for (const value of this.#of(block).liveIn) add(value, start);
    for (let i = 0; i < store.blockArgumentCount[block]!; i++) add(store.blockFirstArgument[block]! + i, start);
    for (let at = start; at !== 0; at = at === op.id ? 0 : store.opNext[at]!) {
      for (let i = 0; i < store.opResultCount[at]!; i++) add(store.opFirstResult[at]! + i, at);
    }
    return this.#handles(live);
  }

  #of(block: number): BlockLiveness {
    return getOrMake(this.#blocks, block, () => ({ liveIn: new Set(), liveOut: new Set() }));
  }

  #handles(values: ReadonlySet<number>): readonly Value[] {
    return [...values].sort((a, b) => a - b).map((value) => Value.of(this.op.store, value));
  }

  /** Returns the operation directly in `block` that is `op` or contains `op`, or 0 if `op` is outside the block. */
  #ancestorIn(block: number, op: number): number {
    let at = op;
    while (at !== 0 && this.op.store.opBlock[at] !== block) at = this.op.store.parentOp(at);
    return at;
  }

  /** Marks the operands as live at the start of the blocks around an operation, up to the defining blocks. */
  #gather(op: number): void {
    const { store } = this.op;
    const first = store.opFirstOperand[op]!;
    for (let i = 0; i < store.opOperandCount[op]!; i++) {
      const value = store.operandValue[first + i]!;
      const owner = store.valueOwner[value]!;
      const home = owner > 0 ? store.opBlock[owner]! : -owner;
      for (let block = store.opBlock[op]!; block > 0 && block !== home; block = this.#blockAround(block)) {
        const { liveIn } = this.#of(block);
        if (liveIn.has(value)) break;
        liveIn.add(value);
        if (store.blockRegion[block] !== store.blockRegion[home]) continue;
        this.#of(home).liveOut.add(value);
        break;
      }
    }
  }

  /** Returns the block that contains the parent operation of a block, or 0 if the parent is the analyzed operation. */
  #blockAround(block: number): number {
    const around = this.op.store.regionOwner[this.op.store.blockRegion[block]!]!;
    return around === this.op.id ? 0 : Math.max(0, this.op.store.opBlock[around]!);
  }

  /** Extends live ranges to predecessors, up to the block that defines the value, until nothing changes. */
  #propagate(): void {
    const { store } = this.op;
    const work = [...this.#blocks].flatMap(([block, { liveIn }]) => [...liveIn].map((value) => ({ block, value })));
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      const { block, value } = next;
      const owner = store.valueOwner[value]!;
      const home = owner > 0 ? store.opBlock[owner]! : -owner;
      for (let use = store.blockFirstUse[block]!; use !== 0; use = store.successorNext[use]!) {
        const predecessor = store.opBlock[store.successorOwner[use]!]!;
        const liveness = this.#of(predecessor);
        liveness.liveOut.add(value);
        if (predecessor === home || liveness.liveIn.has(value)) continue;
        liveness.liveIn.add(value);
        work.push({ block: predecessor, value });
      }
    }
  }
}
