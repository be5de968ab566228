import { traitBit } from "../../dialects/traits.ts";
import { isOpTriviallyDeadId, wouldOpBeTriviallyDeadId } from "../../effects.ts";
import { eraseSuccessorOperand, isBranch, successorArgument, successorOperands } from "../../interfaces/branch.ts";
import { eraseArgument } from "../../store/arguments.ts";
import { dropUses } from "../../store/edit.ts";
import { postOrder } from "../../store/dominance.ts";
import type { Store } from "../../store/store.ts";
import type { PatternRewriter } from "../pattern-rewriter.ts";

/**
 * Erases dead operations and block arguments, also in cycles: both count as dead until a live use or an effect is found
 * (`runRegionDCE` in `mlir/lib/Transforms/Utils/RegionUtils.cpp`). A mark is the number of the run that found the
 * entity live, so that the tables are not cleared for each region.
 */
export class RegionDce {
  readonly rewriter: PatternRewriter;
  readonly #store: Store;
  /** Number of the last run that found each operation live. As an entity, a block argument is its negated id. */
  #liveOps = new Int32Array(64);
  #liveArguments = new Int32Array(64);
  #run = 0;
  #changed = false;

  constructor(rewriter: PatternRewriter) {
    this.rewriter = rewriter;
    this.#store = rewriter.store;
  }

  /** Erases dead operations and arguments in a region. Returns whether anything was erased. */
  run(region: number): boolean {
    const store = this.#store;
    this.#run++;
    if (this.#liveOps.length < store.opCount) this.#liveOps = new Int32Array(store.opName.length);
    if (this.#liveArguments.length < store.valueCount) this.#liveArguments = new Int32Array(store.valueType.length);
    const { order, hasCycles } = backwardOrder(store, region);
    this.#propagateOnce(order);
    // If the control flow has no cycles, the iteration above is enough.
    if (hasCycles) while (this.#propagateOnce(order));
    return this.#erase(order);
  }

  /** Marks further operations and arguments as live. Returns whether any operation or argument was marked. */
  #propagateOnce(order: readonly number[]): boolean {
    this.#changed = false;
    for (let i = order.length - 1; i >= 0; i--) {
      if (order[i]! > 0) this.#propagate(order[i]!);
      else this.#propagateArguments(-order[i]!);
    }
    return this.#changed;
  }

  #isLive(entity: number): boolean {
    return (entity > 0 ? this.#liveOps[entity] : this.#liveArguments[-entity]) === this.#run;
  }

  #mark(entity: number): void {
    if (this.#isLive(entity)) return;
    if (entity > 0) this.#liveOps[entity] = this.#run;
    else this.#liveArguments[-entity] = this.#run;
    this.#changed = true;
  }

  #propagate(op: number): void {
    const store = this.#store;
    const name = store.nameOf(op);
    if ((name.traitBits & traitBit.Terminator) !== 0) {
      this.#mark(op);
      if (store.opSuccessorCount[op] !== 0 && !isBranch(store, op)) this.#markSuccessors(op);
      return;
    }
    if (this.#isLive(op)) return;
    if (store.opSuccessorCount[op] !== 0) this.#markSuccessors(op);
    if (!wouldOpBeTriviallyDeadId(store, op)) {
      this.#mark(op);
      return;
    }
    const first = store.opFirstResult[op]!;
    for (let i = 0; i < store.opResultCount[op]!; i++) {
      if (!this.#isNeeded(first + i)) continue;
      this.#mark(op);
      return;
    }
  }

  /** Marks all arguments of the successors, if it is unknown which values the operation passes to them. */
  #markSuccessors(op: number): void {
    const store = this.#store;
    const first = store.opFirstSuccessor[op]!;
    for (let i = 0; i < store.opSuccessorCount[op]!; i++) {
      const block = store.successorBlock[first + i]!;
      const argument = store.blockFirstArgument[block]!;
      for (let j = 0; j < store.blockArgumentCount[block]!; j++) this.#mark(-argument - j);
    }
  }

  #propagateArguments(block: number): void {
    const store = this.#store;
    if (store.blockPrevious[block] === 0) return;
    const first = store.blockFirstArgument[block]!;
    for (let i = 0; i < store.blockArgumentCount[block]!; i++) {
      if (!this.#isLive(-first - i) && this.#isNeeded(first + i)) this.#mark(-first - i);
    }
  }

  #isNeeded(value: number): boolean {
    const store = this.#store;
    for (let use = store.valueFirstUse[value]!; use !== 0; use = store.operandNext[use]!) {
      const user = store.operandOwner[use]!;
      // An operand that is passed to a block argument is live if the argument is live.
      const argument =
        store.opSuccessorCount[user] !== 0 && isBranch(store, user) ? successorArgument(store, user, use) : 0;
      if (this.#isLive(argument === 0 ? user : -argument)) return true;
    }
    return false;
  }

  #erase(order: readonly number[]): boolean {
    const store = this.#store;
    let erased = false;
    for (let i = order.length - 1; i >= 0; i--) {
      const op = order[i]!;
      if (op < 0) continue;
      if (this.#isLive(op)) {
        if (store.opSuccessorCount[op] !== 0 && isBranch(store, op)) this.#eraseHandedOn(op);
        continue;
      }
      erased = true;
      // In a graph region, dead operations that are not erased yet can still use results of the erased operation.
      const first = store.opFirstResult[op]!;
      for (let j = 0; j < store.opResultCount[op]!; j++) dropUses(store, first + j);
      this.rewriter.eraseOpId(op);
    }
    for (const marker of order) {
      if (marker < 0 && store.blockRegion[-marker]! > 0 && store.blockPrevious[-marker] !== 0)
        this.#eraseArguments(-marker);
    }
    return erased;
  }

  #eraseHandedOn(op: number): void {
    const store = this.#store;
    for (let i = store.opSuccessorCount[op]! - 1; i >= 0; i--) {
      const argument = store.blockFirstArgument[store.successorBlock[store.opFirstSuccessor[op]! + i]!]!;
      for (let j = successorOperands(store, op, i).count - 1; j >= 0; j--) {
        if (!this.#isLive(-argument - j)) eraseSuccessorOperand(store, op, i, j);
      }
    }
  }

  #eraseArguments(block: number): void {
    const store = this.#store;
    const first = store.blockFirstArgument[block]!;
    for (let i = store.blockArgumentCount[block]! - 1; i >= 0; i--) {
      if (!this.#isLive(-first - i)) eraseArgument(store, block, i);
    }
  }
}

/** Returns whether operations in a region can use values that are defined after them. */
export function isGraph(store: Store, region: number): boolean {
  return store.nameOf(store.regionOwner[region]!).hasTrait("GraphRegion");
}

/** Erases dead operations in the only block of a region without nested regions, backward, because uses come last. */
export function eraseDeadInBlock(rewriter: PatternRewriter, block: number): boolean {
  const { store } = rewriter;
  let erased = false;
  for (let op = store.blockLastOp[block]!; op !== 0;) {
    const before = store.opPrevious[op]!;
    if (isOpTriviallyDeadId(store, op)) {
      rewriter.eraseOpId(op);
      erased = true;
    }
    op = before;
  }
  return erased;
}

/** Returns all operations and blocks (negated ids) in a region. From the end, users come first, except in cycles. */
function backwardOrder(store: Store, top: number): { readonly order: readonly number[]; readonly hasCycles: boolean } {
  const order: number[] = [];
  let hasCycles = false;
  const work: number[] = [];
  const pushRegion = (region: number): void => {
    const entry = store.regionFirstBlock[region]!;
    if (entry === 0) return;
    if (isGraph(store, region) || store.blockNext[entry] !== 0) hasCycles = true;
    const blocks: number[] = [];
    if (store.blockNext[entry] === 0) blocks.push(entry);
    else postOrder(store, entry, new Set(), blocks);
    // Pushes in reverse, because the last element of a stack is visited first.
    for (const block of blocks) {
      for (let op = store.blockLastOp[block]!; op !== 0; op = store.opPrevious[op]!) work.push(op);
      work.push(-block);
    }
  };
  pushRegion(top);
  while (work.length > 0) {
    const next = work.pop()!;
    order.push(next);
    if (next < 0) continue;
    for (let region = store.opFirstRegion[next]!; region !== 0; region = store.regionNext[region]!) pushRegion(region);
  }
  return { order, hasCycles };
}
