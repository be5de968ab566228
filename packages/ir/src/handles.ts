import type { Attribute, NamedAttribute, Type } from "./attributes/attribute.ts";
import { findEntry } from "./attributes/parts.ts";
import type { OperationName } from "./dialects/operation-name.ts";
import type { TraitName } from "./dialects/traits.ts";
import { badIndex, erasedHandle, misplaced, notInserted, otherModule, stillUsed, wrongReplacement } from "./errors.ts";
import { collectingSink } from "./printer/byte-writer.ts";
import type { Sink } from "./printer/byte-writer.ts";
import type { PrintFlags } from "./printer/print-flags.ts";
import { eraseArgument, insertArgument } from "./store/arguments.ts";
import { getAttribute, removeAttribute, setAttribute } from "./store/attributes.ts";
import { cloneOperation } from "./store/clone.ts";
import type { CopiedIds } from "./store/clone.ts";
import {
  insertBlock,
  insertOp,
  linkSuccessor,
  removeBlock,
  removeOp,
  replaceAllUses,
  setOperand,
  setOperands,
  unlinkSuccessor,
} from "./store/edit.ts";
import { eraseBlock, eraseOp } from "./store/erase.ts";
import { encodeLocation, resolveLocation } from "./store/location.ts";
import type { IrContext, Store } from "./store/store.ts";
import { walk } from "./store/walk.ts";
import type { WalkOptions, WalkResult } from "./store/walk.ts";
import { byteStringOf, textOf } from "./text/bytes.ts";

/* Handles of the entities of a store. The classes are in one file because each class returns objects of the others. */

/** Use of a value by an operand of an operation. */
export interface OpOperand {
  /** Operation that has the operand. */
  readonly owner: Operation;
  /** Index of the operand. */
  readonly index: number;
}

/** Maps original values and blocks to their copies (`mlir/include/mlir/IR/IRMapping.h`). */
export interface IRMapping {
  /** Maps original values to copied values. */
  readonly values: Map<Value, Value>;
  /** Maps original blocks to copied blocks. */
  readonly blocks: Map<Block, Block>;
}

/**
 * Replacement for a result of an operation: a value, or an attribute that the dialect of the operation can materialize
 * as a constant.
 */
export type OpFoldResult = Attribute | Value;

/**
 * An operation (`mlir/include/mlir/IR/Operation.h`). Each operation has exactly one object, so operations can be
 * compared with `===`. After the operation is erased, `id` is -1 and other members throw.
 */
export class Operation {
  /** Store that contains the operation. */
  readonly store: Store;
  /** Id in the store, or -1 after the operation was erased. */
  id: number;

  /** @internal Use {@link Operation.of}. */
  constructor(store: Store, id: number) {
    this.store = store;
    this.id = id;
  }

  /** Returns the handle of an id. */
  static of(store: Store, id: number): Operation {
    return (
      (store.opHandles.find(id) as Operation | undefined) ??
      (store.opHandles.add(new Operation(store, id), store.opName.length) as Operation)
    );
  }

  /** Id of the operation in its store. Throws if the operation was erased. */
  get liveId(): number {
    if (this.id < 0) throw erasedHandle("operation");
    return this.id;
  }

  /** Whether the operation was erased. Other members of an erased operation throw. */
  get isErased(): boolean {
    return this.id < 0;
  }

  /** Context of the operation, with its dialects. */
  get context(): IrContext {
    return this.store.context;
  }

  /** Name of the operation with its definition. `operationName.text` is the text, such as `arith.addi`. */
  get operationName(): OperationName {
    return this.store.context.names[this.store.opName[this.liveId]!]!;
  }

  /** The full name, for example `arith.addi`. */
  get name(): string {
    return this.operationName.text;
  }

  /** Returns whether the operation has a trait. Returns `false` for unregistered operations. */
  hasTrait(trait: TraitName): boolean {
    return this.operationName.hasTrait(trait);
  }

  /** The block around the operation. Undefined for a detached or topmost operation. */
  get block(): Block | undefined {
    const block = this.store.opBlock[this.liveId]!;
    return block <= 0 ? undefined : Block.of(this.store, block);
  }

  /** Region that contains the operation. `undefined` for a top-level operation. */
  get parentRegion(): Region | undefined {
    return this.block?.parentRegion;
  }

  /** Operation that contains this operation. `undefined` for a top-level operation. */
  get parentOp(): Operation | undefined {
    const parent = this.store.parentOp(this.liveId);
    return parent === 0 ? undefined : Operation.of(this.store, parent);
  }

  /** Next operation of the block. `undefined` for the last operation. */
  get next(): Operation | undefined {
    const next = this.store.opNext[this.liveId]!;
    return next === 0 ? undefined : Operation.of(this.store, next);
  }

  /** Previous operation of the block. `undefined` for the first operation. */
  get previous(): Operation | undefined {
    const previous = this.store.opPrevious[this.liveId]!;
    return previous === 0 ? undefined : Operation.of(this.store, previous);
  }

  /** Returns whether this operation precedes another operation of the same block. */
  isBeforeInBlock(other: Operation): boolean {
    if (this.block === undefined || this.block !== other.block)
      throw misplaced("the two operations are in different blocks", "compare operations of the same block");
    return this.store.isBefore(this.liveId, other.liveId);
  }

  /** Returns whether `other` is nested in this operation. */
  isProperAncestor(other: Operation): boolean {
    for (let at = other.parentOp; at !== undefined; at = at.parentOp) if (at === this) return true;
    return false;
  }

  /** Returns whether `other` is this operation or is nested in it. */
  isAncestor(other: Operation): boolean {
    return this === other || this.isProperAncestor(other);
  }

  /** Number of operands. */
  get numOperands(): number {
    return this.store.opOperandCount[this.liveId]!;
  }

  /** Operands, in order. */
  get operands(): readonly Value[] {
    const { store } = this;
    const first = store.opFirstOperand[this.liveId]!;
    const found: Value[] = [];
    for (let i = 0; i < store.opOperandCount[this.id]!; i++)
      found.push(Value.of(store, store.operandValue[first + i]!));
    return found;
  }

  set operands(values: readonly Value[]) {
    for (const value of values) this.#requireHere(value, "value");
    setOperands(
      this.store,
      this.liveId,
      values.map((value) => value.liveId),
    );
  }

  /** Returns the operand at an index. Throws for an invalid index. */
  getOperand(index: number): Value {
    return Value.of(this.store, this.store.operandValue[this.#operand(index)]!);
  }

  /** Replaces the operand at an index. */
  setOperand(index: number, value: Value): void {
    this.#requireHere(value, "value");
    setOperand(this.store, this.#operand(index), value.liveId);
  }

  #operand(index: number): number {
    const count = this.numOperands;
    if (index < 0 || index >= count) throw badIndex("operand", index, count);
    return this.store.opFirstOperand[this.id]! + index;
  }

  #requireHere(thing: { readonly store: Store }, what: string): void {
    if (thing.store !== this.store) throw otherModule(what);
  }

  /** Number of results. */
  get numResults(): number {
    return this.store.opResultCount[this.liveId]!;
  }

  /** Results, in order. */
  get results(): readonly Value[] {
    const { store } = this;
    const first = store.opFirstResult[this.liveId]!;
    const found: Value[] = [];
    for (let i = 0; i < store.opResultCount[this.id]!; i++) found.push(Value.of(store, first + i));
    return found;
  }

  /** Returns the result at an index. Throws for an invalid index. */
  getResult(index: number): Value {
    const count = this.numResults;
    if (index < 0 || index >= count) throw badIndex("result", index, count);
    return Value.of(this.store, this.store.opFirstResult[this.id]! + index);
  }

  /** Types of the operands, in order. */
  get operandTypes(): readonly Type[] {
    return this.operands.map((value) => value.type);
  }

  /** Types of the results, in order. */
  get resultTypes(): readonly Type[] {
    return this.results.map((value) => value.type);
  }

  /** Successor blocks, in order. */
  get successors(): readonly Block[] {
    const { store } = this;
    const first = store.opFirstSuccessor[this.liveId]!;
    const found: Block[] = [];
    for (let i = 0; i < store.opSuccessorCount[this.id]!; i++)
      found.push(Block.of(store, store.successorBlock[first + i]!));
    return found;
  }

  /** Replaces the successor block at an index. */
  setSuccessor(index: number, block: Block): void {
    this.#requireHere(block, "block");
    const count = this.store.opSuccessorCount[this.liveId]!;
    if (index < 0 || index >= count) throw badIndex("successor", index, count);
    const successor = this.store.opFirstSuccessor[this.id]! + index;
    unlinkSuccessor(this.store, successor);
    linkSuccessor(this.store, successor, block.liveId);
  }

  /** Regions of the operation, in order. */
  get regions(): readonly Region[] {
    const { store } = this;
    const regions: Region[] = [];
    for (let region = store.opFirstRegion[this.liveId]!; region !== 0; region = store.regionNext[region]!) {
      regions.push(Region.of(store, region));
    }
    return regions;
  }

  /** Returns the region at an index. Throws for an invalid index. */
  getRegion(index: number): Region {
    const { regions } = this;
    return regions[index] ?? fail(badIndex("region", index, regions.length));
  }

  /** Returns an attribute by name, inherent or discardable. */
  getAttr(name: string): Attribute | undefined {
    return getAttribute(this.store, this.liveId, byteStringOf(name));
  }

  /** Returns whether the operation has an attribute of this name. */
  hasAttr(name: string): boolean {
    return this.getAttr(name) !== undefined;
  }

  /** Sets an attribute. An attribute in the operation's definition is stored as an inherent attribute. */
  setAttr(name: string, value: Attribute): void {
    setAttribute(this.store, this.liveId, byteStringOf(name), value);
  }

  /** Removes an attribute and returns its value. */
  removeAttr(name: string): Attribute | undefined {
    return removeAttribute(this.store, this.liveId, byteStringOf(name));
  }

  /** Inherent and discardable attributes, sorted by name (`Operation::getAttrs`). */
  get attrs(): readonly NamedAttribute[] {
    const { attributes } = this.context;
    const entries = [this.store.opProperties[this.liveId]!, this.store.opAttributes[this.id]!].flatMap((id) => {
      const data = attributes[id]?.data;
      return data?.kind === "dictionary" ? data.entries : [];
    });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The dictionary of inherent attributes. Undefined if the operation has no inherent attributes. */
  get properties(): Attribute | undefined {
    return this.context.attributes[this.store.opProperties[this.liveId]!];
  }

  /** The dictionary of discardable attributes. Undefined if the operation has no discardable attributes. */
  get discardableAttrs(): Attribute | undefined {
    return this.context.attributes[this.store.opAttributes[this.liveId]!];
  }

  /** The symbol name (`sym_name`), if present. */
  get symbolName(): string | undefined {
    const name = findEntry(this.properties, "sym_name") ?? findEntry(this.discardableAttrs, "sym_name");
    return name?.data.kind === "string" ? textOf(name.data.value) : undefined;
  }

  /** Location of the operation in its source. */
  get location(): Attribute {
    return resolveLocation(this.store, this.store.opLocation[this.liveId]!);
  }

  set location(location: Attribute) {
    this.store.opLocation[this.liveId] = encodeLocation(location);
  }

  /**
   * Returns the folded values of the operation's results. Returns an empty list if the operation was simplified in
   * place, or `undefined` if folding found nothing (`Operation::fold`). `constants` contains assumed constants of the
   * operands. Default: the actual constants.
   */
  fold(constants?: readonly (Attribute | undefined)[]): readonly OpFoldResult[] | undefined {
    const { store } = this;
    const results = store.context.fold(store, this.liveId, constants);
    return results?.map((result) => (typeof result === "number" ? Value.of(store, result) : result));
  }

  /** Erases the operation and its contents. Its results must have no uses. */
  erase(): void {
    const { store } = this;
    const first = store.opFirstResult[this.liveId]!;
    for (let i = 0; i < this.numResults; i++) {
      if (store.valueFirstUse[first + i] !== 0) throw stillUsed(this.name, Value.of(store, first + i).uses.length);
    }
    eraseOp(store, this.id);
  }

  /** Removes the operation from its block without erasing it. The operation can be inserted elsewhere. */
  remove(): void {
    removeOp(this.store, this.liveId);
  }

  /** Moves the operation before another operation, possibly into another block. */
  moveBefore(other: Operation): void {
    this.#move(other, other.liveId);
  }

  /** Moves the operation after another operation, possibly into another block. */
  moveAfter(other: Operation): void {
    this.#move(other, this.store.opNext[other.liveId]!);
  }

  #move(other: Operation, before: number): void {
    this.#requireHere(other, "operation");
    if (other === this) return;
    const block = other.block ?? fail(notInserted());
    if (this.isAncestor(other)) throw misplaced("an operation cannot be moved into itself");
    removeOp(this.store, this.liveId);
    insertOp(this.store, this.id, block.id, before === this.id ? other.store.opNext[other.id]! : before);
  }

  /** Replaces every use of each result by the value at the same index. */
  replaceAllUsesWith(replacement: Operation | readonly Value[]): void {
    const values = "length" in replacement ? replacement : replacement.results;
    if (values.length !== this.numResults) {
      throw wrongReplacement(this.numResults, values.length);
    }
    const first = this.store.opFirstResult[this.id]!;
    values.forEach((value, i) => {
      this.#requireHere(value, "value");
      replaceAllUses(this.store, first + i, value.liveId);
    });
  }

  /** Replaces `from` by `to` in the operands of this operation. */
  replaceUsesOfWith(from: Value, to: Value): void {
    this.operands.forEach((value, i) => {
      if (value === from) this.setOperand(i, to);
    });
  }

  /**
   * Returns a detached copy of the operation and its regions. Replaces values that are in `mapping`, and adds copied
   * values to `mapping`. `into` is the store to which the copy belongs. Default: the store of this operation.
   */
  clone({ mapping, into = this.store }: { readonly mapping?: IRMapping; readonly into?: Store } = {}): Operation {
    const copied = idsOf(mapping);
    const copy = cloneOperation(this.store, this.liveId, into, copied);
    if (mapping !== undefined) learnCopies(mapping, copied, this.store, into);
    return Operation.of(into, copy);
  }

  /**
   * Calls `callback` for this operation and all operations nested in it. The callback can erase or move the operation
   * that it receives.
   */
  walk(callback: (op: Operation) => WalkResult | void, options: WalkOptions = {}): WalkResult {
    const { store } = this;
    return walk(store, this.liveId, (op) => callback(Operation.of(store, op)), options);
  }

  /**
   * Prints the operation as MLIR does, by default in custom form. A top-level operation is printed with alias
   * definitions and a line end.
   */
  print(flags: PrintFlags = {}): string {
    const { sink, text } = collectingSink();
    this.context.print(this.store, this.liveId, flags, sink);
    return textOf(text());
  }

  /** Prints into a sink, as bytes. The sink must not keep a chunk after it returns. */
  printTo(sink: Sink, flags: PrintFlags = {}): void {
    this.context.print(this.store, this.liveId, flags, sink);
  }

  /** Returns the operation in custom form, as `mlir-opt` prints it. */
  toString(): string {
    return this.print();
  }
}

/** A list of operations with arguments (`mlir/include/mlir/IR/Block.h`). */
export class Block {
  /** Store that contains the block. */
  readonly store: Store;
  /** Id in the store, or -1 after the block was erased. */
  id: number;

  /** @internal Use {@link Block.of}. */
  constructor(store: Store, id: number) {
    this.store = store;
    this.id = id;
  }

  /** Returns the handle of an id. */
  static of(store: Store, id: number): Block {
    return (
      (store.blockHandles.find(id) as Block | undefined) ??
      (store.blockHandles.add(new Block(store, id), store.blockRegion.length) as Block)
    );
  }

  /** Id of the block in its store. Throws if the block was erased. */
  get liveId(): number {
    if (this.id < 0) throw erasedHandle("block");
    return this.id;
  }

  /** The region around the block. Undefined for a detached block. */
  get parentRegion(): Region | undefined {
    const region = this.store.blockRegion[this.liveId]!;
    return region <= 0 ? undefined : Region.of(this.store, region);
  }

  /** Operation that contains the region of the block. `undefined` if the block has no region. */
  get parentOp(): Operation | undefined {
    return this.parentRegion?.parentOp;
  }

  /** Whether the block is the first block of its region. */
  get isEntryBlock(): boolean {
    return this.store.blockRegion[this.liveId]! > 0 && this.store.blockPrevious[this.id] === 0;
  }

  /** Next block of the region. `undefined` for the last block. */
  get next(): Block | undefined {
    const next = this.store.blockNext[this.liveId]!;
    return next === 0 ? undefined : Block.of(this.store, next);
  }

  /** Previous block of the region. `undefined` for the first block. */
  get previous(): Block | undefined {
    const previous = this.store.blockPrevious[this.liveId]!;
    return previous === 0 ? undefined : Block.of(this.store, previous);
  }

  /** Snapshot of the operations, in order. Later changes of the block do not change the list. */
  get operations(): readonly Operation[] {
    const { store } = this;
    const operations: Operation[] = [];
    for (let op = store.blockFirstOp[this.liveId]!; op !== 0; op = store.opNext[op]!)
      operations.push(Operation.of(store, op));
    return operations;
  }

  /** Whether the block contains no operations. */
  get isEmpty(): boolean {
    return this.store.blockFirstOp[this.liveId] === 0;
  }

  /** First operation of the block. `undefined` if the block is empty. */
  get front(): Operation | undefined {
    const op = this.store.blockFirstOp[this.liveId]!;
    return op === 0 ? undefined : Operation.of(this.store, op);
  }

  /** Last operation of the block, usually the terminator. `undefined` if the block is empty. */
  get back(): Operation | undefined {
    const op = this.store.blockLastOp[this.liveId]!;
    return op === 0 ? undefined : Operation.of(this.store, op);
  }

  /** The last operation if it is a terminator, or unregistered. */
  get terminator(): Operation | undefined {
    const last = this.back;
    if (last === undefined) return undefined;
    return last.hasTrait("Terminator") || !last.operationName.isRegistered ? last : undefined;
  }

  /** Arguments of the block, in order. */
  get arguments(): readonly Value[] {
    const { store } = this;
    const first = store.blockFirstArgument[this.liveId]!;
    const found: Value[] = [];
    for (let i = 0; i < store.blockArgumentCount[this.id]!; i++) found.push(Value.of(store, first + i));
    return found;
  }

  /** Number of arguments. */
  get numArguments(): number {
    return this.store.blockArgumentCount[this.liveId]!;
  }

  /** Returns the argument at an index. Throws for an invalid index. */
  getArgument(index: number): Value {
    const count = this.numArguments;
    if (index < 0 || index >= count) throw badIndex("block argument", index, count);
    return Value.of(this.store, this.store.blockFirstArgument[this.id]! + index);
  }

  /** Appends an argument of a type. Returns the new value. `location` defaults to `loc(unknown)`. */
  addArgument(type: Type, location?: Attribute): Value {
    return this.insertArgument(this.numArguments, type, location);
  }

  /** Inserts an argument of a type before the argument at an index. Returns the new value. */
  insertArgument(index: number, type: Type, location?: Attribute): Value {
    if (index < 0 || index > this.numArguments)
      throw badIndex("block argument", index, this.numArguments, this.numArguments);
    const encoded = location === undefined ? 0 : encodeLocation(location);
    return Value.of(this.store, insertArgument(this.store, this.liveId, index, type.id, encoded));
  }

  /** Erases an argument, which must have no uses. */
  eraseArgument(index: number): void {
    const argument = this.getArgument(index);
    if (argument.hasUses)
      throw misplaced(`block argument ${index} still has uses`, "replace its uses first with `replaceAllUsesWith`");
    eraseArgument(this.store, this.liveId, index);
  }

  /**
   * Blocks that branch to this block, in the order of the uses of this block. A block that branches to this block twice
   * appears twice.
   */
  get predecessors(): readonly Block[] {
    const { store } = this;
    const blocks: Block[] = [];
    for (let use = store.blockFirstUse[this.liveId]!; use !== 0; use = store.successorNext[use]!) {
      blocks.push(Block.of(store, store.opBlock[store.successorOwner[use]!]!));
    }
    return blocks;
  }

  /** Blocks to which the terminator can branch, in the order of its successors. */
  get successors(): readonly Block[] {
    return this.back?.successors ?? [];
  }

  /** Appends an operation, which is first removed from its current block. */
  push(op: Operation): void {
    if (op.store !== this.store) throw otherModule("operation");
    removeOp(this.store, op.liveId);
    insertOp(this.store, op.id, this.liveId, 0);
  }

  /** Moves the block, with its operations, before another block, possibly of another region. */
  moveBefore(block: Block): void {
    if (block.store !== this.store) throw otherModule("block");
    const region = block.parentRegion;
    if (region === undefined) throw misplaced("the block is not in a region", "insert the block into a region first");
    removeBlock(this.store, this.liveId);
    insertBlock(this.store, this.id, region.id, block.id);
  }

  /** Moves `op` and the following operations to a new block after this block, and returns the new block. */
  splitBefore(op: Operation): Block {
    const { store } = this;
    if (op.block !== this) throw misplaced("the operation is in another block", "pass an operation of this block");
    const region = this.parentRegion;
    if (region === undefined) throw misplaced("the block is not in a region", "insert the block into a region first");
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

  /** Erases the block and its contents. */
  erase(): void {
    eraseBlock(this.store, this.liveId);
  }
}

/** A list of blocks that belongs to an operation (`mlir/include/mlir/IR/Region.h`). */
export class Region {
  /** Store that contains the region. */
  readonly store: Store;
  /** Id in the store, or -1 after the region was erased. */
  id: number;

  /** @internal Use {@link Region.of}. */
  constructor(store: Store, id: number) {
    this.store = store;
    this.id = id;
  }

  /** Returns the handle of an id. */
  static of(store: Store, id: number): Region {
    return (
      (store.regionHandles.find(id) as Region | undefined) ??
      (store.regionHandles.add(new Region(store, id), store.regionOwner.length) as Region)
    );
  }

  /** Id of the region in its store. Throws if the region was erased. */
  get liveId(): number {
    if (this.id < 0) throw erasedHandle("region");
    return this.id;
  }

  /** Operation that contains the region. */
  get parentOp(): Operation {
    return Operation.of(this.store, this.store.regionOwner[this.liveId]!);
  }

  /** Blocks of the region, in order. The first block is the entry block. */
  get blocks(): readonly Block[] {
    const { store } = this;
    const blocks: Block[] = [];
    for (let block = store.regionFirstBlock[this.liveId]!; block !== 0; block = store.blockNext[block]!) {
      blocks.push(Block.of(store, block));
    }
    return blocks;
  }

  /** Whether the region has no blocks. */
  get isEmpty(): boolean {
    return this.store.regionFirstBlock[this.liveId] === 0;
  }

  /** The entry block. */
  get front(): Block | undefined {
    const block = this.store.regionFirstBlock[this.liveId]!;
    return block === 0 ? undefined : Block.of(this.store, block);
  }

  /** Whether the region has exactly one block. */
  get hasOneBlock(): boolean {
    const block = this.store.regionFirstBlock[this.liveId]!;
    return block !== 0 && this.store.blockNext[block] === 0;
  }

  /** Appends a new block. */
  addBlock(): Block {
    const block = this.store.newBlock();
    insertBlock(this.store, block, this.liveId, 0);
    return Block.of(this.store, block);
  }

  /** Appends the blocks of another region (`Region::takeBody` if this region is empty). */
  takeBody(other: Region): void {
    const { store } = this;
    if (other.store !== store) throw otherModule("region");
    for (let block = store.regionFirstBlock[other.liveId]!; block !== 0; block = store.regionFirstBlock[other.id]!) {
      removeBlock(store, block);
      insertBlock(store, block, this.liveId, 0);
    }
  }

  /** Returns whether `region` is this region or a nested region. */
  isAncestor(region: Region): boolean {
    let at: Region | undefined = region;
    while (at !== undefined && at !== this) at = at.parentOp.parentRegion;
    return at === this;
  }
}

/**
 * A result of an operation or an argument of a block (`mlir/include/mlir/IR/Value.h`). Each value has exactly one
 * object, so values can be compared with `===`.
 */
export class Value {
  /** Store that contains the value. */
  readonly store: Store;
  /** Id in the store, or -1 after the value was erased. */
  id: number;

  /** @internal Use {@link Value.of}. */
  constructor(store: Store, id: number) {
    this.store = store;
    this.id = id;
  }

  /** Returns the handle of an id. */
  static of(store: Store, id: number): Value {
    return (
      (store.valueHandles.find(id) as Value | undefined) ??
      (store.valueHandles.add(new Value(store, id), store.valueType.length) as Value)
    );
  }

  /** Id of the value in its store. Throws if the value was erased. */
  get liveId(): number {
    if (this.id < 0) throw erasedHandle("value");
    return this.id;
  }

  /** Whether the value is a result of an operation or an argument of a block. */
  get kind(): "result" | "argument" {
    return this.store.valueOwner[this.liveId]! < 0 ? "argument" : "result";
  }

  /** Type of the value. */
  get type(): Type {
    return this.store.context.types[this.store.valueType[this.liveId]!]!;
  }

  /** Changes the type of the value. Does not change operations that use the value. */
  setType(type: Type): void {
    const { store } = this;
    store.valueType[this.liveId] = type.id;
    const owner = store.valueOwner[this.id]!;
    if (owner > 0) store.opSignature[owner] = 0;
    for (let use = store.valueFirstUse[this.id]!; use !== 0; use = store.operandNext[use]!) {
      store.opSignature[store.operandOwner[use]!] = 0;
    }
  }

  /** The operation that defines a result. `undefined` for a block argument. */
  get definingOp(): Operation | undefined {
    const owner = this.store.valueOwner[this.liveId]!;
    return owner > 0 ? Operation.of(this.store, owner) : undefined;
  }

  /** Block that contains the defining operation, or the block of the argument. */
  get parentBlock(): Block | undefined {
    const owner = this.store.valueOwner[this.liveId]!;
    if (owner < 0) return Block.of(this.store, -owner);
    return Operation.of(this.store, owner).block;
  }

  /** Index among the results or arguments. */
  get index(): number {
    const { store } = this;
    const owner = store.valueOwner[this.liveId]!;
    return this.id - (owner < 0 ? store.blockFirstArgument[-owner]! : store.opFirstResult[owner]!);
  }

  /** Location of an argument. For a result, location of the defining operation. */
  get location(): Attribute {
    const { store } = this;
    const owner = store.valueOwner[this.liveId]!;
    return resolveLocation(store, owner > 0 ? store.opLocation[owner]! : store.valueLocation[this.id]!);
  }

  set location(location: Attribute) {
    this.store.valueLocation[this.liveId] = encodeLocation(location);
  }

  /** Whether an operand uses the value. */
  get hasUses(): boolean {
    return this.store.valueFirstUse[this.liveId] !== 0;
  }

  /** Whether exactly one operand uses the value. */
  get hasOneUse(): boolean {
    const first = this.store.valueFirstUse[this.liveId]!;
    return first !== 0 && this.store.operandNext[first] === 0;
  }

  /** Snapshot of all uses, newest first. */
  get uses(): readonly OpOperand[] {
    const { store } = this;
    const uses: OpOperand[] = [];
    for (let use = store.valueFirstUse[this.liveId]!; use !== 0; use = store.operandNext[use]!) {
      const owner = store.operandOwner[use]!;
      uses.push({ owner: Operation.of(store, owner), index: use - store.opFirstOperand[owner]! });
    }
    return uses;
  }

  /** The operation of each use, with duplicates. */
  get users(): readonly Operation[] {
    return this.uses.map((use) => use.owner);
  }

  /** Replaces all uses of the value by another value. */
  replaceAllUsesWith(value: Value): void {
    if (value.store !== this.store) throw otherModule("value");
    replaceAllUses(this.store, this.liveId, value.liveId);
  }

  /** Replaces the uses of the value that satisfy a condition. */
  replaceUsesWithIf(value: Value, condition: (use: OpOperand) => boolean): void {
    if (value.store !== this.store) throw otherModule("value");
    for (const use of this.uses) {
      if (condition(use)) setOperand(this.store, this.store.opFirstOperand[use.owner.id]! + use.index, value.liveId);
    }
  }

  /** Returns whether an operation that is not directly in `block` uses the value. */
  isUsedOutsideOfBlock(block: Block): boolean {
    return this.users.some((user) => user.block !== block);
  }
}

/** Converts a mapping between handles to a mapping between ids. */
export function idsOf(mapping: IRMapping | undefined): CopiedIds {
  const ids: CopiedIds = { values: new Map(), blocks: new Map() };
  for (const [key, value] of mapping?.values ?? []) ids.values.set(key.liveId, value.liveId);
  for (const [key, block] of mapping?.blocks ?? []) ids.blocks.set(key.liveId, block.liveId);
  return ids;
}

/** Adds copied values to a mapping. */
export function learnCopies(mapping: IRMapping, { values }: CopiedIds, from: Store, to: Store): void {
  for (const [key, value] of values) mapping.values.set(Value.of(from, key), Value.of(to, value));
}

function fail(error: Error): never {
  throw error;
}
