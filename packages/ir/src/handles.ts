import type { Attribute, NamedAttribute, Type } from "./attributes/attribute.ts";
import { entriesOf, sortedByName } from "./attributes/parts.ts";
import type { OperationName } from "./dialects/operation-name.ts";
import type { TraitName } from "./dialects/traits.ts";
import { kindOf, setKind } from "./entity-kind.ts";
import { requireHere, requireType } from "./entity-arguments.ts";
import { entityText } from "./entity-text.ts";
import {
  badIndex,
  erasedHandle,
  misplaced,
  notInserted,
  stillUsed,
  wrongArgument,
  wrongReplacement,
} from "./errors.ts";
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
  moveBlocks,
  moveOps,
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

/* Classes of handles for entities of a store, in one file because each class returns objects of the others. */

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

/** Replacement for a result of an operation: a value, or an attribute that can be materialized as a constant. */
export type OpFoldResult = Attribute | Value;

/** Object that represents an entity of a store. */
export abstract class EntityHandle {
  /** Store that contains the entity. */
  readonly store: Store;
  /** Id in the store, or -1 after the entity was erased. */
  id: number;

  /** @internal Use the function `of` of the class. */
  constructor(store: Store, id: number) {
    this.store = store;
    this.id = id;
  }

  /** Id of the entity in its store. Throws if the entity was erased. */
  get liveId(): number {
    if (this.id < 0) throw erasedHandle(kindOf(this)!);
    return this.id;
  }
}

/** Throws if a result of the operation with this id has uses. */
export function requireUnused(store: Store, op: number): void {
  const first = store.opFirstResult[op]!;
  for (let i = first; i < first + store.opResultCount[op]!; i++)
    if (store.valueFirstUse[i] !== 0) throw stillUsed(store.nameOf(op).text, Value.of(store, i).uses.length);
}

function checked(what: string, index: number, count: number): number {
  if (index < 0 || index >= count) throw badIndex(what, index, count);
  return index;
}

function range<T>(first: number, count: number, make: (id: number) => T): T[] {
  const found: T[] = [];
  for (let id = first; id < first + count; id++) found.push(make(id));
  return found;
}

/** Returns the results of `make` for the ids of a linked list. `next` maps each id to the next id, or to 0. */
function chain<T>(first: number, next: Int32Array, make: (id: number) => T): T[] {
  const found: T[] = [];
  for (let id = first; id !== 0; id = next[id]!) found.push(make(id));
  return found;
}

function operationOf(store: Store, id: number): Operation | undefined {
  return id === 0 ? undefined : Operation.of(store, id);
}

/** Returns the block with this id. Returns `undefined` for the id 0, and for -1, the block of erased operations. */
function blockOf(store: Store, id: number): Block | undefined {
  return id <= 0 ? undefined : Block.of(store, id);
}

/**
 * An operation (`mlir/include/mlir/IR/Operation.h`). Each operation has exactly one object, so operations can be
 * compared with `===`. After the operation is erased, `id` is -1 and other members throw.
 */
export class Operation extends EntityHandle {
  static {
    setKind(this.prototype, "operation");
  }

  /** Returns the operation with this id. */
  static of(store: Store, id: number): Operation {
    const handles = store.opHandles;
    return (handles.find(id) ?? handles.add(new Operation(store, id), store.opName.length)) as Operation;
  }

  /** Whether the operation was erased. Other members of an erased operation throw. */
  get isErased(): boolean {
    return this.id < 0;
  }

  /** Context that owns the types, attributes and dialects of the operation. */
  get context(): IrContext {
    return this.store.context;
  }

  /** Name of the operation, with the definition. `operationName.text` is the text, such as `arith.addi`. */
  get operationName(): OperationName {
    return this.store.nameOf(this.liveId);
  }

  /** The full name, for example `arith.addi`. */
  get name(): string {
    return this.operationName.text;
  }

  /** Returns whether the operation has a trait. Returns `false` for unregistered operations. */
  hasTrait(trait: TraitName): boolean {
    return this.operationName.hasTrait(trait);
  }

  /** Block that contains the operation. `undefined` for a detached or top-level operation. */
  get block(): Block | undefined {
    return blockOf(this.store, this.store.opBlock[this.liveId]!);
  }

  /** Region that contains the operation. `undefined` for a top-level operation. */
  get parentRegion(): Region | undefined {
    return this.block?.parentRegion;
  }

  /** Operation that contains this operation. `undefined` for a top-level operation. */
  get parentOp(): Operation | undefined {
    return operationOf(this.store, this.store.parentOp(this.liveId));
  }

  /** Next operation of the block. `undefined` for the last operation. */
  get next(): Operation | undefined {
    return operationOf(this.store, this.store.opNext[this.liveId]!);
  }

  /** Previous operation of the block. `undefined` for the first operation. */
  get previous(): Operation | undefined {
    return operationOf(this.store, this.store.opPrevious[this.liveId]!);
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
    return range(first, this.numOperands, (operand) => Value.of(store, store.operandValue[operand]!));
  }

  set operands(values: readonly Value[]) {
    const { store } = this;
    const ids = values.map((value) => requireHere(store, "operands", value, "value"));
    setOperands(store, this.liveId, ids);
  }

  /** Returns the operand at an index. Throws for an invalid index. */
  getOperand(index: number): Value {
    return Value.of(this.store, this.store.operandValue[this.#operand(index)]!);
  }

  /** Replaces the operand at an index. */
  setOperand(index: number, value: Value): void {
    setOperand(this.store, this.#operand(index), requireHere(this.store, "setOperand", value, "value"));
  }

  #operand(index: number): number {
    return this.store.opFirstOperand[this.liveId]! + checked("operand", index, this.numOperands);
  }

  /** Number of results. */
  get numResults(): number {
    return this.store.opResultCount[this.liveId]!;
  }

  /** Results, in order. */
  get results(): readonly Value[] {
    const { store } = this;
    return range(store.opFirstResult[this.liveId]!, this.numResults, (value) => Value.of(store, value));
  }

  /** Returns the result at an index. Throws for an invalid index. */
  getResult(index: number): Value {
    const first = this.store.opFirstResult[this.liveId]!;
    return Value.of(this.store, first + checked("result", index, this.numResults));
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
    const count = store.opSuccessorCount[this.id]!;
    return range(first, count, (successor) => Block.of(store, store.successorBlock[successor]!));
  }

  /** Replaces the successor block at an index. */
  setSuccessor(index: number, block: Block): void {
    const id = requireHere(this.store, "setSuccessor", block, "block");
    const count = this.store.opSuccessorCount[this.liveId]!;
    const successor = this.store.opFirstSuccessor[this.id]! + checked("successor", index, count);
    unlinkSuccessor(this.store, successor);
    linkSuccessor(this.store, successor, id);
  }

  /** Regions of the operation, in order. */
  get regions(): readonly Region[] {
    const { store } = this;
    return chain(store.opFirstRegion[this.liveId]!, store.regionNext, (region) => Region.of(store, region));
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

  /** Returns whether the operation has an attribute with this name. */
  hasAttr(name: string): boolean {
    return this.getAttr(name) !== undefined;
  }

  /** Sets an attribute. Attributes in the operation's definition are stored as inherent attributes. */
  setAttr(name: string, value: Attribute): void {
    setAttribute(this.store, this.liveId, byteStringOf(name), value);
  }

  /** Removes an attribute and returns its value. */
  removeAttr(name: string): Attribute | undefined {
    return removeAttribute(this.store, this.liveId, byteStringOf(name));
  }

  /** Inherent and discardable attributes, sorted by name (`Operation::getAttrs`). */
  get attrs(): readonly NamedAttribute[] {
    return sortedByName([...entriesOf(this.properties), ...entriesOf(this.discardableAttrs)]);
  }

  /** Dictionary of inherent attributes. `undefined` if the operation has no inherent attributes. */
  get properties(): Attribute | undefined {
    return this.context.attributes[this.store.opProperties[this.liveId]!];
  }

  /** Dictionary of discardable attributes. `undefined` if the operation has no discardable attributes. */
  get discardableAttrs(): Attribute | undefined {
    return this.context.attributes[this.store.opAttributes[this.liveId]!];
  }

  /** Symbol name (`sym_name`). `undefined` if the operation does not have a symbol name. */
  get symbolName(): string | undefined {
    const data = this.getAttr("sym_name")?.data;
    return data?.kind === "string" ? textOf(data.value) : undefined;
  }

  /** Source location of the operation. */
  get location(): Attribute {
    return resolveLocation(this.store, this.store.opLocation[this.liveId]!);
  }

  set location(location: Attribute) {
    this.store.opLocation[this.liveId] = encodeLocation(location);
  }

  /**
   * Returns the folded values of the results: an empty list for a change in place, or `undefined` without a change
   * (`Operation::fold`). `constants` contains assumed constants of the operands. Default: the actual constants.
   */
  fold(constants?: readonly (Attribute | undefined)[]): readonly OpFoldResult[] | undefined {
    const { store } = this;
    const results = store.context.fold(store, this.liveId, constants);
    return results?.map((result) => (typeof result === "number" ? Value.of(store, result) : result));
  }

  /** Erases the operation and its contents. The results of the operation must not have uses. */
  erase(): void {
    requireUnused(this.store, this.liveId);
    eraseOp(this.store, this.id);
  }

  /** Removes the operation from its block without erasing it. The operation can be inserted elsewhere. */
  remove(): void {
    removeOp(this.store, this.liveId);
  }

  /** Moves the operation before another operation, possibly into another block. */
  moveBefore(other: Operation): void {
    this.#move(other, requireHere(this.store, "moveBefore", other, "operation"));
  }

  /** Moves the operation after another operation, possibly into another block. */
  moveAfter(other: Operation): void {
    this.#move(other, this.store.opNext[requireHere(this.store, "moveAfter", other, "operation")]!);
  }

  #move(other: Operation, before: number): void {
    if (other === this) return;
    const block = other.block ?? fail(notInserted());
    if (this.isAncestor(other)) throw misplaced("an operation cannot be moved into itself");
    removeOp(this.store, this.liveId);
    insertOp(this.store, this.id, block.id, before === this.id ? other.store.opNext[other.id]! : before);
  }

  /** Replaces every use of each result by the value at the same index. */
  replaceAllUsesWith(replacement: Operation | readonly Value[]): void {
    const { store } = this;
    const values = kindOf(replacement) === "operation" ? (replacement as Operation).results : replacement;
    if (!Array.isArray(values)) {
      const found = `got ${entityText(replacement)}`;
      throw wrongArgument("`replaceAllUsesWith` of an operation", found, "an operation or a list of values");
    }
    if (values.length !== this.numResults) {
      throw wrongReplacement(this.numResults, values.length);
    }
    const first = store.opFirstResult[this.id]!;
    const ids = values.map((value: Value) => requireHere(store, "replaceAllUsesWith", value, "value"));
    for (const [i, id] of ids.entries()) replaceAllUses(store, first + i, id);
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
    const copy = copyWith(mapping, this.store, into, (ids) => cloneOperation(this.store, this.liveId, into, ids));
    return Operation.of(into, copy);
  }

  /** Visits this operation and its contents. `callback` can erase or move the operation that it receives. */
  walk(callback: (op: Operation) => WalkResult | void, options: WalkOptions = {}): WalkResult {
    const { store } = this;
    return walk(store, this.liveId, (op) => callback(Operation.of(store, op)), options);
  }

  /** Prints the operation, by default in custom form. A top-level operation gets alias definitions and a line end. */
  print(flags: PrintFlags = {}): string {
    const { sink, text } = collectingSink();
    this.context.print(this.store, this.liveId, flags, sink);
    return textOf(text());
  }

  /** Prints the operation into a sink, as bytes. The sink must not keep a chunk, because the chunk is reused. */
  printTo(sink: Sink, flags: PrintFlags = {}): void {
    this.context.print(this.store, this.liveId, flags, sink);
  }

  /** Returns the operation in custom form, as `mlir-opt` prints it. */
  override toString(): string {
    return this.print();
  }
}

/** A list of operations with arguments (`mlir/include/mlir/IR/Block.h`). */
export class Block extends EntityHandle {
  static {
    setKind(this.prototype, "block");
  }

  /** Returns the block with this id. */
  static of(store: Store, id: number): Block {
    const handles = store.blockHandles;
    return (handles.find(id) ?? handles.add(new Block(store, id), store.blockRegion.length)) as Block;
  }

  /** Region that contains the block. `undefined` for a detached block. */
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
    return blockOf(this.store, this.store.blockNext[this.liveId]!);
  }

  /** Previous block of the region. `undefined` for the first block. */
  get previous(): Block | undefined {
    return blockOf(this.store, this.store.blockPrevious[this.liveId]!);
  }

  /** Snapshot of the operations, in order. Later changes of the block do not change the list. */
  get operations(): readonly Operation[] {
    const { store } = this;
    return chain(store.blockFirstOp[this.liveId]!, store.opNext, (op) => Operation.of(store, op));
  }

  /** Whether the block contains no operations. */
  get isEmpty(): boolean {
    return this.store.blockFirstOp[this.liveId] === 0;
  }

  /** First operation of the block. `undefined` if the block is empty. */
  get front(): Operation | undefined {
    return operationOf(this.store, this.store.blockFirstOp[this.liveId]!);
  }

  /** Last operation of the block, usually the terminator. `undefined` if the block is empty. */
  get back(): Operation | undefined {
    return operationOf(this.store, this.store.blockLastOp[this.liveId]!);
  }

  /** Last operation of the block if it is a terminator or unregistered. Otherwise, `undefined`. */
  get terminator(): Operation | undefined {
    const last = this.back;
    if (last === undefined) return undefined;
    return last.hasTrait("Terminator") || !last.operationName.isRegistered ? last : undefined;
  }

  /** Arguments of the block, in order. */
  get arguments(): readonly Value[] {
    const { store } = this;
    return range(store.blockFirstArgument[this.liveId]!, this.numArguments, (value) => Value.of(store, value));
  }

  /** Number of arguments. */
  get numArguments(): number {
    return this.store.blockArgumentCount[this.liveId]!;
  }

  /** Returns the argument at an index. Throws for an invalid index. */
  getArgument(index: number): Value {
    const first = this.store.blockFirstArgument[this.liveId]!;
    return Value.of(this.store, first + checked("block argument", index, this.numArguments));
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
    return Value.of(
      this.store,
      insertArgument(this.store, this.liveId, index, requireType(this.store, "addArgument", type), encoded),
    );
  }

  /** Erases an argument, which must have no uses. */
  eraseArgument(index: number): void {
    const argument = this.getArgument(index);
    if (argument.hasUses)
      throw misplaced(`block argument ${index} still has uses`, "replace its uses first with `replaceAllUsesWith`");
    eraseArgument(this.store, this.liveId, index);
  }

  /** Blocks that branch to this block, in the order of its uses. A block that branches to it twice appears twice. */
  get predecessors(): readonly Block[] {
    const { store } = this;
    return chain(store.blockFirstUse[this.liveId]!, store.successorNext, (use) =>
      Block.of(store, store.opBlock[store.successorOwner[use]!]!),
    );
  }

  /** Blocks to which the terminator can branch, in the order of its successors. */
  get successors(): readonly Block[] {
    return this.back?.successors ?? [];
  }

  /** Removes `op` from its current block, and appends it to this block. */
  push(op: Operation): void {
    const id = requireHere(this.store, "push", op, "operation");
    if (this.parentOp !== undefined && op.isAncestor(this.parentOp))
      throw misplaced("an operation cannot be moved into itself");
    removeOp(this.store, id);
    insertOp(this.store, op.id, this.liveId, 0);
  }

  /** Moves the block, with its operations, before another block, possibly of another region. */
  moveBefore(block: Block): void {
    requireHere(this.store, "moveBefore", block, "block");
    if (block === this) return;
    const region = block.#requireRegion();
    for (let at: Operation | undefined = region.parentOp; at !== undefined; at = at.parentOp)
      if (at.block === this)
        throw misplaced("a block cannot be moved into itself", "choose a position outside the moved block");
    removeBlock(this.store, this.liveId);
    insertBlock(this.store, this.id, region.id, block.id);
  }

  #requireRegion(): Region {
    return this.parentRegion ?? fail(misplaced("the block is not in a region", "insert the block into a region first"));
  }

  /** Moves `op` and the following operations to a new block after this block, and returns the new block. */
  splitBefore(op: Operation): Block {
    const { store } = this;
    if (op.block !== this) throw misplaced("the operation is in another block", "pass an operation of this block");
    const region = this.#requireRegion();
    const block = store.newBlock();
    insertBlock(store, block, region.id, store.blockNext[this.id]!);
    moveOps(store, op.id, block, 0);
    return Block.of(store, block);
  }

  /** Erases the block and its contents. */
  erase(): void {
    eraseBlock(this.store, this.liveId);
  }
}

/** A list of blocks that belongs to an operation (`mlir/include/mlir/IR/Region.h`). */
export class Region extends EntityHandle {
  static {
    setKind(this.prototype, "region");
  }

  /** Returns the region with this id. */
  static of(store: Store, id: number): Region {
    const handles = store.regionHandles;
    return (handles.find(id) ?? handles.add(new Region(store, id), store.regionOwner.length)) as Region;
  }

  /** Operation that contains the region. */
  get parentOp(): Operation {
    return Operation.of(this.store, this.store.regionOwner[this.liveId]!);
  }

  /** Blocks of the region, in order. The first block is the entry block. */
  get blocks(): readonly Block[] {
    const { store } = this;
    return chain(store.regionFirstBlock[this.liveId]!, store.blockNext, (block) => Block.of(store, block));
  }

  /** Whether the region has no blocks. */
  get isEmpty(): boolean {
    return this.store.regionFirstBlock[this.liveId] === 0;
  }

  /** The entry block. */
  get front(): Block | undefined {
    return blockOf(this.store, this.store.regionFirstBlock[this.liveId]!);
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

  /** Moves the blocks of `other` to the end of this region (`Region::takeBody` if this region is empty). */
  takeBody(other: Region): void {
    const id = requireHere(this.store, "takeBody", other, "region");
    if (other.isAncestor(this))
      throw misplaced("a region cannot be moved into itself", "choose a region outside the moved region");
    moveBlocks(this.store, id, this.liveId, 0);
  }

  /** Returns whether `region` is this region or is nested in it. */
  isAncestor(region: Region): boolean {
    let at: Region | undefined = region;
    while (at !== undefined && at !== this) at = at.parentOp.parentRegion;
    return at === this;
  }
}

/** Result of an operation, or block argument (`mlir/include/mlir/IR/Value.h`). Values can be compared with `===`. */
export class Value extends EntityHandle {
  static {
    setKind(this.prototype, "value");
  }

  /** Returns the value with this id. */
  static of(store: Store, id: number): Value {
    const handles = store.valueHandles;
    return (handles.find(id) ?? handles.add(new Value(store, id), store.valueType.length)) as Value;
  }

  /** Kind of the value: a result of an operation, or an argument of a block. */
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
    store.valueType[this.liveId] = requireType(store, "setType", type);
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

  /** Block of the argument, or block that contains the operation that defines the result. */
  get parentBlock(): Block | undefined {
    const owner = this.store.valueOwner[this.liveId]!;
    if (owner < 0) return Block.of(this.store, -owner);
    return Operation.of(this.store, owner).block;
  }

  /** Index of the value among the results of its operation or the arguments of its block. */
  get index(): number {
    const { store } = this;
    const owner = store.valueOwner[this.liveId]!;
    return this.id - (owner < 0 ? store.blockFirstArgument[-owner]! : store.opFirstResult[owner]!);
  }

  /** Location of the argument, or of the operation that defines the result. */
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
    return chain(store.valueFirstUse[this.liveId]!, store.operandNext, (use) => {
      const owner = store.operandOwner[use]!;
      return { owner: Operation.of(store, owner), index: use - store.opFirstOperand[owner]! };
    });
  }

  /** Operations that use the value. An operation appears once for each use. */
  get users(): readonly Operation[] {
    return this.uses.map((use) => use.owner);
  }

  /** Replaces all uses of the value by another value. */
  replaceAllUsesWith(value: Value): void {
    replaceAllUses(this.store, this.liveId, requireHere(this.store, "replaceAllUsesWith", value, "value"));
  }

  /** Replaces this value by another value in all uses for which `condition` returns true. */
  replaceUsesWithIf(value: Value, condition: (use: OpOperand) => boolean): void {
    const id = requireHere(this.store, "replaceUsesWithIf", value, "value");
    for (const use of this.uses) {
      if (condition(use)) setOperand(this.store, this.store.opFirstOperand[use.owner.id]! + use.index, id);
    }
  }

  /** Returns whether an operation that is not directly in `block` uses the value. */
  isUsedOutsideOfBlock(block: Block): boolean {
    return this.users.some((user) => user.block !== block);
  }
}

/** Calls `copy` with the mapping as ids, and adds copied values to the mapping. */
export function copyWith<T>(mapping: IRMapping | undefined, from: Store, to: Store, copy: (ids: CopiedIds) => T): T {
  const ids: CopiedIds = { values: new Map(), blocks: new Map() };
  for (const [key, value] of mapping?.values ?? []) ids.values.set(key.liveId, value.liveId);
  for (const [key, block] of mapping?.blocks ?? []) ids.blocks.set(key.liveId, block.liveId);
  const copied = copy(ids);
  if (mapping !== undefined)
    for (const [key, value] of ids.values) mapping.values.set(Value.of(from, key), Value.of(to, value));
  return copied;
}

export function fail(error: Error): never {
  throw error;
}
