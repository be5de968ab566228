import { type Attribute, type NamedAttribute, type Type } from "./attributes/attribute.ts";
import { findEntry } from "./attributes/parts.ts";
import { Block } from "./block.ts";
import { cloneOperation, type IRMapping } from "./clone.ts";
import { type Context } from "./context.ts";
import { type OperationName } from "./dialects/operation-name.ts";
import { type TraitName } from "./dialects/traits.ts";
import { badIndex, erasedHandle, misplaced, notInserted, otherModule, stillUsed, wrongCount } from "./errors.ts";
import { FoldAdaptor, type OpFoldResult } from "./fold/fold-adaptor.ts";
import { foldAt, foldResults } from "./fold/fold-operation.ts";
import { collectingSink, type Sink } from "./printer/byte-writer.ts";
import { type PrintFlags } from "./printer/print-flags.ts";
import { printOperation } from "./printer/print-operation.ts";
import { Region } from "./region.ts";
import { getAttribute, removeAttribute, setAttribute } from "./store/attributes.ts";
import {
  insertOp,
  linkSuccessor,
  removeOp,
  replaceAllUses,
  setOperand,
  setOperands,
  unlinkSuccessor,
} from "./store/edit.ts";
import { eraseOp } from "./store/erase.ts";
import { encodeLocation, resolveLocation } from "./store/location.ts";
import { type Store } from "./store/store.ts";
import { byteStringOf, textOf } from "./text/bytes.ts";
import { Value } from "./value.ts";
import { walk, type WalkOptions, type WalkResult } from "./walk.ts";

/**
 * An operation (`mlir/include/mlir/IR/Operation.h`). One object per operation, compared with `===`; once the operation is
 * erased, its `id` is -1 and everything else throws.
 */
export class Operation {
  readonly store: Store;
  /** The id in the store; -1 once the operation is erased. */
  id: number;

  /** @internal Use {@link Operation.of}. */
  constructor(store: Store, id: number) {
    this.store = store;
    this.id = id;
  }

  /** The handle of an id. */
  static of(store: Store, id: number): Operation {
    return (
      (store.opHandles.find(id) as Operation | undefined) ??
      (store.opHandles.add(new Operation(store, id), store.opName.length) as Operation)
    );
  }

  /** The id, after a check that the operation is alive. */
  get liveId(): number {
    if (this.id < 0) throw erasedHandle("operation");
    return this.id;
  }

  get isErased(): boolean {
    return this.id < 0;
  }

  get context(): Context {
    return this.store.context;
  }

  get operationName(): OperationName {
    return this.store.context.names[this.store.opName[this.liveId]!]!;
  }

  /** `arith.addi` */
  get name(): string {
    return this.operationName.text;
  }

  hasTrait(trait: TraitName): boolean {
    return this.operationName.hasTrait(trait);
  }

  // Where it is.

  /** The block around it; undefined for a detached operation or one at the top. */
  get block(): Block | undefined {
    const block = this.store.opBlock[this.liveId]!;
    return block <= 0 ? undefined : Block.of(this.store, block);
  }

  get parentRegion(): Region | undefined {
    return this.block?.parentRegion;
  }

  get parentOp(): Operation | undefined {
    const parent = this.store.parentOp(this.liveId);
    return parent === 0 ? undefined : Operation.of(this.store, parent);
  }

  /** The closest operation around it that has that name. */
  getParentOfName(name: string): Operation | undefined {
    let at = this.parentOp;
    while (at !== undefined && at.name !== name) at = at.parentOp;
    return at;
  }

  get next(): Operation | undefined {
    const next = this.store.opNext[this.liveId]!;
    return next === 0 ? undefined : Operation.of(this.store, next);
  }

  get previous(): Operation | undefined {
    const previous = this.store.opPrevious[this.liveId]!;
    return previous === 0 ? undefined : Operation.of(this.store, previous);
  }

  /** Whether it stands before another operation of the same block. */
  isBeforeInBlock(other: Operation): boolean {
    if (this.block === undefined || this.block !== other.block)
      throw misplaced("the two operations are in different blocks");
    return this.store.isBefore(this.liveId, other.liveId);
  }

  /** Whether `other` is nested in this one. */
  isProperAncestor(other: Operation): boolean {
    for (let at = other.parentOp; at !== undefined; at = at.parentOp) if (at === this) return true;
    return false;
  }

  isAncestor(other: Operation): boolean {
    return this === other || this.isProperAncestor(other);
  }

  // Operands, results, successors, regions.

  get numOperands(): number {
    return this.store.opOperandCount[this.liveId]!;
  }

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

  getOperand(index: number): Value {
    return Value.of(this.store, this.store.operandValue[this.#operand(index)]!);
  }

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

  get numResults(): number {
    return this.store.opResultCount[this.liveId]!;
  }

  get results(): readonly Value[] {
    const { store } = this;
    const first = store.opFirstResult[this.liveId]!;
    const found: Value[] = [];
    for (let i = 0; i < store.opResultCount[this.id]!; i++) found.push(Value.of(store, first + i));
    return found;
  }

  getResult(index: number): Value {
    const count = this.numResults;
    if (index < 0 || index >= count) throw badIndex("result", index, count);
    return Value.of(this.store, this.store.opFirstResult[this.id]! + index);
  }

  get operandTypes(): readonly Type[] {
    return this.operands.map((value) => value.type);
  }

  get resultTypes(): readonly Type[] {
    return this.results.map((value) => value.type);
  }

  get successors(): readonly Block[] {
    const { store } = this;
    const first = store.opFirstSuccessor[this.liveId]!;
    const found: Block[] = [];
    for (let i = 0; i < store.opSuccessorCount[this.id]!; i++)
      found.push(Block.of(store, store.successorBlock[first + i]!));
    return found;
  }

  setSuccessor(index: number, block: Block): void {
    this.#requireHere(block, "block");
    const count = this.store.opSuccessorCount[this.liveId]!;
    if (index < 0 || index >= count) throw badIndex("successor", index, count);
    const successor = this.store.opFirstSuccessor[this.id]! + index;
    unlinkSuccessor(this.store, successor);
    linkSuccessor(this.store, successor, block.liveId);
  }

  get regions(): readonly Region[] {
    const { store } = this;
    const regions: Region[] = [];
    for (let region = store.opFirstRegion[this.liveId]!; region !== 0; region = store.regionNext[region]!) {
      regions.push(Region.of(store, region));
    }
    return regions;
  }

  getRegion(index: number): Region {
    const { regions } = this;
    return regions[index] ?? fail(badIndex("region", index, regions.length));
  }

  // Attributes.

  /** An attribute by name, inherent or discardable. */
  getAttr(name: string): Attribute | undefined {
    return getAttribute(this.store, this.liveId, byteStringOf(name));
  }

  hasAttr(name: string): boolean {
    return this.getAttr(name) !== undefined;
  }

  /** Sets an attribute; a name that the operation's definition knows goes where inherent attributes live. */
  setAttr(name: string, value: Attribute): void {
    setAttribute(this.store, this.liveId, byteStringOf(name), value);
  }

  /** Removes an attribute and answers what it was. */
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

  /** The dictionary of inherent attributes, if there are any. */
  get properties(): Attribute | undefined {
    return this.context.attributes[this.store.opProperties[this.liveId]!];
  }

  /** The dictionary of discardable attributes, if there are any. */
  get discardableAttrs(): Attribute | undefined {
    return this.context.attributes[this.store.opAttributes[this.liveId]!];
  }

  /** The symbol that names it (`sym_name`), if it has one. */
  get symbolName(): string | undefined {
    const name = findEntry(this.properties, "sym_name") ?? findEntry(this.discardableAttrs, "sym_name");
    return name?.data.kind === "string" ? textOf(name.data.value) : undefined;
  }

  get location(): Attribute {
    return resolveLocation(this.store, this.store.opLocation[this.liveId]!);
  }

  set location(location: Attribute) {
    this.store.opLocation[this.liveId] = encodeLocation(location);
  }

  /**
   * What its results are known to be, one for each; none if it was simplified in place; undefined if nothing is known
   * (`Operation::fold`). `constants`: what its operands are supposed to be; without, what they are.
   */
  fold(constants?: readonly (Attribute | undefined)[]): readonly OpFoldResult[] | undefined {
    return foldResults(foldAt(new FoldAdaptor(this.store).at(this.liveId, constants)));
  }

  // Changes.

  /** Erases it and what is in it. Its results must have no uses. */
  erase(): void {
    const { store } = this;
    const first = store.opFirstResult[this.liveId]!;
    for (let i = 0; i < this.numResults; i++) {
      if (store.valueFirstUse[first + i] !== 0) throw stillUsed(this.name, Value.of(store, first + i).uses.length);
    }
    eraseOp(store, this.id);
  }

  /** Takes it out of its block; it stays whole and can be inserted elsewhere. */
  remove(): void {
    removeOp(this.store, this.liveId);
  }

  moveBefore(other: Operation): void {
    this.#move(other, other.liveId);
  }

  moveAfter(other: Operation): void {
    this.#move(other, this.store.opNext[other.liveId]!);
  }

  #move(other: Operation, before: number): void {
    this.#requireHere(other, "operation");
    if (other === this) return;
    const block = other.block ?? fail(notInserted("operation"));
    if (this.isAncestor(other)) throw misplaced("an operation cannot move into itself");
    removeOp(this.store, this.liveId);
    insertOp(this.store, this.id, block.id, before === this.id ? other.store.opNext[other.id]! : before);
  }

  /** Every use of a result becomes a use of the value in its place. */
  replaceAllUsesWith(replacement: Operation | readonly Value[]): void {
    const values = "length" in replacement ? replacement : replacement.results;
    if (values.length !== this.numResults) {
      throw wrongCount(`${this.numResults} results cannot be replaced with ${values.length} values`);
    }
    const first = this.store.opFirstResult[this.id]!;
    values.forEach((value, i) => {
      this.#requireHere(value, "value");
      replaceAllUses(this.store, first + i, value.liveId);
    });
  }

  /** Within this operation's own operands only. */
  replaceUsesOfWith(from: Value, to: Value): void {
    this.operands.forEach((value, i) => {
      if (value === from) this.setOperand(i, to);
    });
  }

  /**
   * A copy with all that is in it, in no block. Values that `mapping` knows are replaced, and it learns those that were
   * copied. `into` is the module to copy to, else the same.
   */
  clone(options: { readonly mapping?: IRMapping; readonly into?: Store } = {}): Operation {
    return cloneOperation(this, options);
  }

  /** Calls back for this operation and all in it. What the callback erases or moves is fine as long as it is its own. */
  walk(callback: (op: Operation) => WalkResult | void, options: WalkOptions = {}): WalkResult {
    return walk(this, callback, options);
  }

  /** In custom form unless asked otherwise, as MLIR prints; an operation at the top with its aliases and a line end. */
  print(flags: PrintFlags = {}): string {
    const { sink, text } = collectingSink();
    printOperation(this.store, this.liveId, flags, sink);
    return textOf(text());
  }

  /** The same piece by piece, as bytes; each chunk is valid until the sink returns. */
  printTo(sink: Sink, flags: PrintFlags = {}): void {
    printOperation(this.store, this.liveId, flags, sink);
  }

  toString(): string {
    return this.print();
  }
}

function fail(error: Error): never {
  throw error;
}
