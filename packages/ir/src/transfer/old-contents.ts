import { dropValue } from "../store/erase.ts";
import type { Store } from "../store/store.ts";

/**
 * Previous contents of an operation, disassembled for reuse. Entities are numbered from 1 in the order of
 * `packContents`. Entities that are not reused are erased at the end.
 */
export class OldContents {
  readonly #store: Store;
  readonly #top: number;
  readonly #ops: number[] = [0];
  readonly #blocks: number[] = [0];
  /** Operations that have not been reused yet. */
  readonly #left = new Set<number>();
  /** Blocks that have not been reused yet. */
  readonly #leftBlocks = new Set<number>();
  readonly #regions = new Map<number, readonly number[]>();
  readonly #operandCount = new Map<number, number>();
  readonly #successorCount = new Map<number, number>();

  constructor(store: Store, top: number) {
    this.#store = store;
    this.#top = top;
    this.#collect();
    this.#takeApart();
  }

  takeOp(origin: number): number | undefined {
    if (origin === 0) return undefined;
    const op = this.#ops[origin]!;
    this.#left.delete(op);
    return op;
  }

  takeBlock(origin: number): number | undefined {
    if (origin === 0) return undefined;
    const block = this.#blocks[origin]!;
    this.#leftBlocks.delete(block);
    return block;
  }

  /**
   * Returns the previous regions of an operation for reuse. If the operation did not have `count` regions, drops its
   * regions and returns an empty list.
   */
  takeRegions(op: number, count: number): readonly number[] {
    const regions = this.#regions.get(op) ?? [];
    if (regions.length === count) return regions;
    const store = this.#store;
    for (const region of regions) store.regionHandles.sever(region);
    store.opFirstRegion[op] = 0;
    return [];
  }

  /** Removes the previous arguments of a block before the block gets new arguments. */
  dropArguments(block: number): void {
    const store = this.#store;
    const first = store.blockFirstArgument[block]!;
    for (let i = 0; i < store.blockArgumentCount[block]!; i++) dropValue(store, first + i);
  }

  operandRoom(op: number): number {
    return this.#operandCount.get(op) ?? 0;
  }

  successorRoom(op: number): number {
    return this.#successorCount.get(op) ?? 0;
  }

  /** Erases entities that were not reused. */
  finish(): void {
    const store = this.#store;
    for (const op of this.#left) {
      const first = store.opFirstResult[op]!;
      for (let i = 0; i < store.opResultCount[op]!; i++) dropValue(store, first + i);
      for (const region of this.#regions.get(op) ?? []) store.regionHandles.sever(region);
      store.opBlock[op] = -1;
      store.opHandles.sever(op);
    }
    for (const block of this.#leftBlocks) {
      this.dropArguments(block);
      store.blockRegion[block] = -1;
      store.blockHandles.sever(block);
    }
  }

  #collect(): void {
    const store = this.#store;
    const work = [this.#top];
    this.#ops.push(this.#top);
    for (let i = 0; i < work.length; i++) {
      const regions: number[] = [];
      for (let region = store.opFirstRegion[work[i]!]!; region !== 0; region = store.regionNext[region]!) {
        regions.push(region);
        for (let block = store.regionFirstBlock[region]!; block !== 0; block = store.blockNext[block]!) {
          this.#blocks.push(block);
          this.#leftBlocks.add(block);
          for (let inner = store.blockFirstOp[block]!; inner !== 0; inner = store.opNext[inner]!) {
            this.#ops.push(inner);
            this.#left.add(inner);
            if (store.opFirstRegion[inner] !== 0) work.push(inner);
          }
        }
      }
      this.#regions.set(work[i]!, regions);
    }
  }

  #takeApart(): void {
    const store = this.#store;
    for (const op of this.#ops.slice(1)) {
      const firstOperand = store.opFirstOperand[op]!;
      this.#operandCount.set(op, store.opOperandCount[op]!);
      for (let i = 0; i < store.opOperandCount[op]!; i++) store.operandValue[firstOperand + i] = 0;
      store.opOperandCount[op] = 0;
      const firstSuccessor = store.opFirstSuccessor[op]!;
      this.#successorCount.set(op, store.opSuccessorCount[op]!);
      for (let i = 0; i < store.opSuccessorCount[op]!; i++) store.successorBlock[firstSuccessor + i] = 0;
      store.opSuccessorCount[op] = 0;
      const firstResult = store.opFirstResult[op]!;
      for (let i = 0; i < store.opResultCount[op]!; i++) store.valueFirstUse[firstResult + i] = 0;
      if (op === this.#top) continue;
      store.opBlock[op] = 0;
      store.opPrevious[op] = 0;
      store.opNext[op] = 0;
    }
    for (const block of this.#blocks.slice(1)) {
      const firstArgument = store.blockFirstArgument[block]!;
      for (let i = 0; i < store.blockArgumentCount[block]!; i++) store.valueFirstUse[firstArgument + i] = 0;
      for (const column of ["blockRegion", "blockPrevious", "blockNext", "blockFirstOp", "blockLastOp"] as const) {
        store[column][block] = 0;
      }
      store.blockFirstUse[block] = 0;
      store.blockIsOrdered[block] = 0;
    }
    for (const regions of this.#regions.values()) {
      for (const region of regions) {
        store.regionFirstBlock[region] = 0;
        store.regionLastBlock[region] = 0;
      }
    }
  }
}
