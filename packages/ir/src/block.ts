import { type Attribute, type Type } from "./attributes/attribute.ts";
import { badIndex, erasedHandle, misplaced, otherModule } from "./errors.ts";
import { Operation } from "./operation.ts";
import { Region } from "./region.ts";
import { eraseArgument, insertArgument } from "./store/arguments.ts";
import { insertBlock, insertOp, removeBlock, removeOp } from "./store/edit.ts";
import { eraseBlock } from "./store/erase.ts";
import { encodeLocation } from "./store/location.ts";
import { type Store } from "./store/store.ts";
import { Value } from "./value.ts";

/** A list of operations with arguments (`mlir/include/mlir/IR/Block.h`). */
export class Block {
  readonly store: Store;
  /** The id in the store; -1 once the block is erased. */
  id: number;

  /** @internal Use {@link Block.of}. */
  constructor(store: Store, id: number) {
    this.store = store;
    this.id = id;
  }

  /** The handle of an id. */
  static of(store: Store, id: number): Block {
    return (
      (store.blockHandles.find(id) as Block | undefined) ??
      (store.blockHandles.add(new Block(store, id), store.blockRegion.length) as Block)
    );
  }

  get liveId(): number {
    if (this.id < 0) throw erasedHandle("block");
    return this.id;
  }

  /** The region around it; undefined for a detached block. */
  get parentRegion(): Region | undefined {
    const region = this.store.blockRegion[this.liveId]!;
    return region <= 0 ? undefined : Region.of(this.store, region);
  }

  get parentOp(): Operation | undefined {
    return this.parentRegion?.parentOp;
  }

  get isEntryBlock(): boolean {
    return this.store.blockRegion[this.liveId]! > 0 && this.store.blockPrevious[this.id] === 0;
  }

  get next(): Block | undefined {
    const next = this.store.blockNext[this.liveId]!;
    return next === 0 ? undefined : Block.of(this.store, next);
  }

  get previous(): Block | undefined {
    const previous = this.store.blockPrevious[this.liveId]!;
    return previous === 0 ? undefined : Block.of(this.store, previous);
  }

  /** The operations as they are now: the list may be walked while the block changes. */
  get operations(): readonly Operation[] {
    const { store } = this;
    const operations: Operation[] = [];
    for (let op = store.blockFirstOp[this.liveId]!; op !== 0; op = store.opNext[op]!)
      operations.push(Operation.of(store, op));
    return operations;
  }

  get isEmpty(): boolean {
    return this.store.blockFirstOp[this.liveId] === 0;
  }

  get front(): Operation | undefined {
    const op = this.store.blockFirstOp[this.liveId]!;
    return op === 0 ? undefined : Operation.of(this.store, op);
  }

  get back(): Operation | undefined {
    const op = this.store.blockLastOp[this.liveId]!;
    return op === 0 ? undefined : Operation.of(this.store, op);
  }

  /** The last operation if it is a terminator, or may be one because nobody registered it. */
  get terminator(): Operation | undefined {
    const last = this.back;
    if (last === undefined) return undefined;
    return last.hasTrait("Terminator") || !last.operationName.isRegistered ? last : undefined;
  }

  get arguments(): readonly Value[] {
    const { store } = this;
    const first = store.blockFirstArgument[this.liveId]!;
    const found: Value[] = [];
    for (let i = 0; i < store.blockArgumentCount[this.id]!; i++) found.push(Value.of(store, first + i));
    return found;
  }

  get numArguments(): number {
    return this.store.blockArgumentCount[this.liveId]!;
  }

  getArgument(index: number): Value {
    const count = this.numArguments;
    if (index < 0 || index >= count) throw badIndex("block argument", index, count);
    return Value.of(this.store, this.store.blockFirstArgument[this.id]! + index);
  }

  addArgument(type: Type, location?: Attribute): Value {
    return this.insertArgument(this.numArguments, type, location);
  }

  insertArgument(index: number, type: Type, location?: Attribute): Value {
    if (index < 0 || index > this.numArguments) throw badIndex("block argument", index, this.numArguments + 1);
    const encoded = location === undefined ? 0 : encodeLocation(location);
    return Value.of(this.store, insertArgument(this.store, this.liveId, index, type.id, encoded));
  }

  /** Its uses must be gone. */
  eraseArgument(index: number): void {
    const argument = this.getArgument(index);
    if (argument.hasUses) throw misplaced(`block argument ${index} still has uses`);
    eraseArgument(this.store, this.liveId, index);
  }

  /** Blocks that may jump here, in the order of their uses; one that may jump twice is there twice. */
  get predecessors(): readonly Block[] {
    const { store } = this;
    const blocks: Block[] = [];
    for (let use = store.blockFirstUse[this.liveId]!; use !== 0; use = store.successorNext[use]!) {
      blocks.push(Block.of(store, store.opBlock[store.successorOwner[use]!]!));
    }
    return blocks;
  }

  get successors(): readonly Block[] {
    return this.back?.successors ?? [];
  }

  /** Puts a detached operation at the end. */
  push(op: Operation): void {
    if (op.store !== this.store) throw otherModule("operation");
    removeOp(this.store, op.liveId);
    insertOp(this.store, op.id, this.liveId, 0);
  }

  moveBefore(block: Block): void {
    if (block.store !== this.store) throw otherModule("block");
    const region = block.parentRegion;
    if (region === undefined) throw misplaced("that block is in no region");
    removeBlock(this.store, this.liveId);
    insertBlock(this.store, this.id, region.id, block.id);
  }

  /** A new block behind this one, with the operations from `op` on. */
  splitBefore(op: Operation): Block {
    const { store } = this;
    if (op.block !== this) throw misplaced("that operation is in another block");
    const region = this.parentRegion;
    if (region === undefined) throw misplaced("this block is in no region");
    const block = store.newBlock();
    insertBlock(store, block, region.id, store.blockNext[this.id]!);
    for (let at = op.id; at !== 0;) {
      const next = store.opNext[at]!;
      removeOp(store, at);
      insertOp(store, at, block, 0);
      at = next;
    }
    return Block.of(store, block);
  }

  /** Erases the block and what is in it. */
  erase(): void {
    eraseBlock(this.store, this.liveId);
  }
}
