import type { Attribute } from "../attributes/attribute.ts";
import { traitBit } from "../dialects/traits.ts";
import { insertOp, removeOp } from "../store/edit.ts";
import type { Store } from "../store/store.ts";
import type { PatternRewriter } from "./pattern-rewriter.ts";

/**
 * Merges equal constants, and moves them to the front of the closest isolated region (`OperationFolder` in
 * `mlir/lib/Transforms/Utils/FoldUtils.cpp`). One folder can process many regions. Reuses its tables for each region,
 * to avoid allocations for small functions.
 */
export class OperationFolder {
  readonly #rewriter: PatternRewriter;
  readonly #store: Store;
  /** Hash table of constants by region, dialect, type and value, with open addressing. 0 marks a free slot. */
  #ops = new Int32Array(64);
  /** Maps each slot to the id of the value. */
  #values = new Int32Array(64);
  /** Indices of the slots in use. */
  #used = new Int32Array(32);
  #count = 0;
  /** Maps each operation to the last round in which it was inserted. */
  #owned = new Int32Array(64);
  #round = 0;

  constructor(rewriter: PatternRewriter) {
    this.#rewriter = rewriter;
    this.#store = rewriter.store;
  }

  /** Removes all constants from the table. */
  reset(): void {
    for (let i = 0; i < this.#count; i++) this.#ops[this.#used[i]!] = 0;
    this.#count = 0;
    this.#round++;
    if (this.#owned.length < this.#store.opCount) this.#owned = new Int32Array(this.#store.opName.length);
  }

  /**
   * Inserts a constant. If an equal constant exists, replaces the new constant by the existing constant and returns
   * false.
   */
  insertKnownConstant(op: number, value: Attribute): boolean {
    const store = this.#store;
    const block = store.opBlock[op]!;
    const region = insertionRegion(store, block);
    const result = store.opFirstResult[op]!;
    const slot = this.#slotOf(op, region, value.id);
    const known = this.#ops[slot]!;
    if (known !== 0) {
      this.#rewriter.replaceAllUsesId(result, store.opFirstResult[known]!);
      this.#rewriter.eraseOpId(op);
      // A merged constant gets an unknown location, because the original constants can have different locations.
      store.opLocation[known] = 0;
      return false;
    }
    const entry = store.regionFirstBlock[region]!;
    if (block !== entry) {
      this.#moveToFront(op, entry);
      store.opLocation[op] = 0;
    } else if (store.blockFirstOp[entry] !== op && this.#owned[store.opPrevious[op]!] !== this.#round) {
      this.#moveToFront(op, entry);
    }
    this.#owned[op] = this.#round;
    this.#put(slot, op, value.id);
    return true;
  }

  #moveToFront(op: number, block: number): void {
    removeOp(this.#store, op);
    insertOp(this.#store, op, block, this.#store.blockFirstOp[block]!);
  }

  /**
   * Returns the slot of an equal constant, or a free slot. All constants in the table are in the first block of their
   * region.
   */
  #slotOf(op: number, region: number, value: number): number {
    const { blockRegion, context, opBlock, opFirstResult, opName, valueType } = this.#store;
    const type = valueType[opFirstResult[op]!]!;
    const mask = this.#ops.length - 1;
    for (let slot = hashOf(region, type, value) & mask; ; slot = (slot + 1) & mask) {
      const known = this.#ops[slot]!;
      if (known === 0) return slot;
      const isSame =
        this.#values[slot] === value &&
        valueType[opFirstResult[known]!] === type &&
        blockRegion[opBlock[known]!] === region &&
        context.names[opName[known]!]!.dialect === context.names[opName[op]!]!.dialect;
      if (isSame) return slot;
    }
  }

  #put(slot: number, op: number, value: number): void {
    this.#ops[slot] = op;
    this.#values[slot] = value;
    this.#used[this.#count++] = slot;
    if (this.#count === this.#used.length) this.#grow();
  }

  /** Doubles the table when half of its slots are in use. */
  #grow(): void {
    const [ops, values, used] = [this.#ops, this.#values, this.#used];
    const count = this.#count;
    this.#ops = new Int32Array(ops.length * 2);
    this.#values = new Int32Array(ops.length * 2);
    this.#used = new Int32Array(ops.length);
    this.#count = 0;
    const { blockRegion, opBlock } = this.#store;
    for (let i = 0; i < count; i++) {
      const op = ops[used[i]!]!;
      const value = values[used[i]!]!;
      this.#put(this.#slotOf(op, blockRegion[opBlock[op]!]!, value), op, value);
    }
  }
}

function hashOf(region: number, type: number, value: number): number {
  const mixed = Math.imul(value, 0x9e3779b1) ^ Math.imul(type, 0x85ebca6b) ^ Math.imul(region, 0xc2b2ae35);
  return mixed ^ (mixed >>> 15);
}

/**
 * Returns the region for constants of a block: the region of the closest enclosing operation that is isolated, is
 * unregistered (so it might be isolated), or is a top-level operation.
 */
export function insertionRegion(store: Store, from: number): number {
  for (let block = from; ;) {
    const region = store.blockRegion[block]!;
    const parent = store.regionOwner[region]!;
    const name = store.nameOf(parent);
    const mayBeIsolated = !name.isRegistered || (name.traitBits & traitBit.IsolatedFromAbove) !== 0;
    if (mayBeIsolated || store.opBlock[parent]! <= 0) return region;
    block = store.opBlock[parent]!;
  }
}
