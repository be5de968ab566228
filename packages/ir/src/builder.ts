import type { Attribute, NamedAttribute, Type } from "./attributes/attribute.ts";
import { floatBitsOfNumber } from "./attributes/float.ts";
import { wrappedInteger } from "./attributes/integer.ts";
import { helpForUnknown } from "./dialects/unknown-operation.ts";
import { requireHere } from "./entity-arguments.ts";
import { notInserted, unregisteredOperation } from "./errors.ts";
import type { IRMapping, Region } from "./handles.ts";
import { Block, fail, Operation } from "./handles.ts";
import { checkState } from "./operation-state.ts";
import type { OperationState } from "./operation-state.ts";
import { requireAttribute } from "./store/attributes.ts";
import { addResults, addSuccessors, appendRegion, insertBlock, insertOp, setOperands } from "./store/edit.ts";
import { encodeLocation, fuseLocations, resolveLocation } from "./store/location.ts";
import { Store } from "./store/store.ts";
import type { IrContext } from "./store/store.ts";
import { walkRegion } from "./store/walk.ts";
import { byteStringOf } from "./text/bytes.ts";

const NONE: readonly number[] = [];

/** Creates types, attributes, and operations at the insertion point (`mlir/include/mlir/IR/Builders.h`). */
export class OpBuilder {
  /** Context in which the builder creates attributes, types and operations. */
  readonly context: IrContext;
  /** Store that contains the created operations. */
  readonly store: Store;
  /** Location of new operations, as a number in the store, or 0 for an unknown location. */
  #location = 0;
  #block = 0;
  /** Id of the operation before which new operations are inserted, or 0 for the end of the block. */
  #before = 0;

  /** Makes a builder without an insertion point. Operations that the builder creates are detached. */
  constructor(store: Store) {
    this.store = store;
    this.context = store.context;
  }

  /** Returns a builder that inserts before an operation. */
  static before(op: Operation): OpBuilder {
    const builder = new OpBuilder(op.store);
    builder.setInsertionPoint(op);
    builder.location = op.location;
    return builder;
  }

  /** Returns a builder that inserts after an operation. */
  static after(op: Operation): OpBuilder {
    const builder = new OpBuilder(op.store);
    builder.setInsertionPointAfter(op);
    builder.location = op.location;
    return builder;
  }

  /** Returns a builder that inserts at the start of a block. */
  static atStart(block: Block): OpBuilder {
    const builder = new OpBuilder(block.store);
    builder.setInsertionPointToStart(block);
    return builder;
  }

  /** Returns a builder that inserts at the end of a block. */
  static atEnd(block: Block): OpBuilder {
    const builder = new OpBuilder(block.store);
    builder.setInsertionPointToEnd(block);
    return builder;
  }

  /** Location of new operations. Default: unknown. */
  get location(): Attribute | undefined {
    return this.#location === 0 ? undefined : resolveLocation(this.store, this.#location);
  }

  set location(location: Attribute | undefined) {
    this.#location = location === undefined ? 0 : encodeLocation(location);
  }

  /** Gives new operations the location of the operation with this id. Fuses the locations of several operations. */
  locateAt(...ops: readonly number[]): void {
    this.#location = fuseLocations(this.store, ops);
  }

  /** Block into which the builder inserts. `undefined` if there is no insertion point. */
  get block(): Block | undefined {
    return this.#block === 0 ? undefined : Block.of(this.store, this.#block);
  }

  /** Sets the insertion point before this operation. */
  setInsertionPoint(op: Operation): void {
    this.#at(op.block ?? fail(notInserted()), op.liveId);
  }

  /** Sets the insertion point before the operation `before`, or at the end of the block if it is 0. Takes ids. */
  insertAt(block: number, before: number): void {
    this.#block = block;
    this.#before = before;
  }

  /** Ids of the block, which is 0 without an insertion point, and of the next operation, which is 0 at the end. */
  get insertionPoint(): { readonly block: number; readonly before: number } {
    return { block: this.#block, before: this.#before };
  }

  /** Moves the insertion point after the operation, if it is right before the operation. Called before an erasure. */
  protected insertBehind(op: number): void {
    if (this.#before === op) this.#before = this.store.opNext[op]!;
  }

  /** Sets the insertion point after this operation. */
  setInsertionPointAfter(op: Operation): void {
    this.#at(op.block ?? fail(notInserted()), this.store.opNext[op.liveId]!);
  }

  /** Sets the insertion point to the start of a block. */
  setInsertionPointToStart(block: Block): void {
    this.#at(block, this.store.blockFirstOp[block.liveId]!);
  }

  /** Sets the insertion point to the end of a block. */
  setInsertionPointToEnd(block: Block): void {
    this.#at(block, 0);
  }

  #at(block: Block, before: number): void {
    this.#block = requireHere(this.store, "setInsertionPoint", block, "block");
    this.#before = before;
  }

  /** Creates an operation, and inserts the operation if there is an insertion point. */
  create(name: string, state: OperationState = {}): Operation {
    const { store, context } = this;
    checkState(name, state, context);
    const operationName = context.operationName(byteStringOf(name));
    if (!operationName.isRegistered && !context.allowUnregistered && !store.allowsUnregistered) {
      const otherwise = "register its dialect in the context, or create the context with `allowUnregistered: true`";
      throw unregisteredOperation(name, helpForUnknown(context, name, otherwise));
    }
    const op = store.newOp(operationName.id);
    store.opLocation[op] = state.location === undefined ? this.#location : encodeLocation(state.location);
    this.#attributes(op, state);
    const operands = (state.operands ?? []).map((value) => requireHere(store, "create", value, "value"));
    setOperands(store, op, operands);
    const results = (state.results ?? []).map(({ id }) => id);
    addResults(store, op, results);
    const successors = (state.successors ?? []).map((block) => requireHere(store, "create", block, "block"));
    addSuccessors(store, op, successors);
    for (let i = 0; i < (state.regions ?? 0); i++) appendRegion(store, op, store.newRegion(op));
    if (this.#block !== 0) this.#insert(op);
    return Operation.of(store, op);
  }

  /** Like {@link create}, but with unchecked ids and without regions. Creates a result if `type` is set. */
  createById(
    name: number,
    properties: number,
    attributes: number,
    type = 0,
    operands: readonly number[] = NONE,
    successors: readonly number[] = NONE,
  ): number {
    const { store } = this;
    const op = store.newOp(name);
    store.opProperties[op] = properties;
    store.opAttributes[op] = attributes;
    store.opLocation[op] = this.#location;
    setOperands(store, op, operands);
    if (type !== 0) {
      store.opFirstResult[op] = store.newValue(type, op);
      store.opResultCount[op] = 1;
    }
    addSuccessors(store, op, successors);
    if (this.#block !== 0) this.#insert(op);
    return op;
  }

  #insert(op: number): void {
    insertOp(this.store, op, this.#block, this.#before);
    this.inserted(op);
  }

  /** Called after a new or copied operation was inserted. Does nothing by default. Subclasses can override it. */
  protected inserted(_op: number): void {}

  #attributes(op: number, { attributes, properties }: OperationState): void {
    const { store, context } = this;
    const name = context.names[store.opName[op]!]!;
    const entries: NamedAttribute[] = [];
    for (const key in attributes) {
      entries.push({ name: byteStringOf(key), value: requireAttribute(context, key, attributes[key]!) });
    }
    if (properties === undefined) {
      for (const { name: key, value } of name.inherent)
        if (value !== undefined && attributes?.[key] === undefined) entries.push({ name: key, value });
      const found = name.dictionariesOf(entries);
      store.opProperties[op] = found.properties;
      store.opAttributes[op] = found.attributes;
      return;
    }
    const inherent = new Map<string, Attribute>();
    const discardable = new Map<string, Attribute>();
    for (const { name: key, value } of name.inherent) if (value !== undefined) inherent.set(key, value);
    for (const [key, value] of Object.entries(properties))
      inherent.set(byteStringOf(key), requireAttribute(context, key, value));
    for (const { name: key, value } of entries)
      (name.inherent.some((entry) => entry.name === key) ? inherent : discardable).set(key, value);
    const dictionary = (map: ReadonlyMap<string, Attribute>): number =>
      map.size === 0 ? 0 : context.dictionary([...map].map(([key, value]) => ({ name: key, value }))).id;
    store.opProperties[op] = dictionary(inherent);
    store.opAttributes[op] = dictionary(discardable);
  }

  /** Creates a block before `before`, or at the end of `region`. Moves the insertion point to the end of the block. */
  createBlock(region: Region, argumentTypes: readonly Type[] = [], before?: Block): Block {
    const { store } = this;
    const parent = requireHere(store, "createBlock", region, "region");
    const id = store.newBlock();
    insertBlock(store, id, parent, before === undefined ? 0 : requireHere(store, "createBlock", before, "block"));
    const block = Block.of(store, id);
    for (const type of argumentTypes) block.addArgument(type, this.location);
    this.setInsertionPointToEnd(block);
    return block;
  }

  /** Inserts a copy of an operation. */
  clone(op: Operation, mapping?: IRMapping): Operation {
    const copy = op.clone({ into: this.store, ...(mapping === undefined ? {} : { mapping }) });
    if (this.#block === 0) return copy;
    this.#insert(copy.id);
    for (const region of copy.regions) walkRegion(this.store, region.id, (inner) => this.inserted(inner));
    return copy;
  }

  /** Returns the signless integer type with this number of bits. */
  getIntegerType(width: number): Type {
    return this.context.internType({ kind: "integer", width, signedness: "signless" });
  }

  /** Returns the type `i1`. */
  getI1Type(): Type {
    return this.getIntegerType(1);
  }

  /** Returns the type `i32`. */
  getI32Type(): Type {
    return this.getIntegerType(32);
  }

  /** Returns the type `i64`. */
  getI64Type(): Type {
    return this.getIntegerType(64);
  }

  /** Returns the type `index`. */
  getIndexType(): Type {
    return this.context.internType({ kind: "index" });
  }

  /** Returns the type `f32`. */
  getF32Type(): Type {
    return this.context.internType({ kind: "float", name: "f32" });
  }

  /** Returns the type `f64`. */
  getF64Type(): Type {
    return this.context.internType({ kind: "float", name: "f64" });
  }

  /** Returns the function type with these inputs and results. */
  getFunctionType(inputs: readonly Type[], results: readonly Type[]): Type {
    return this.context.functionType(inputs, results);
  }

  /** Returns the attribute `unit`, whose presence means true. */
  getUnitAttr(): Attribute {
    return this.context.internAttribute({ kind: "unit" });
  }

  /** Returns `true` or `false` as an attribute of type `i1`. */
  getBoolAttr(value: boolean): Attribute {
    return this.getIntegerAttr(this.getI1Type(), value ? 1 : 0);
  }

  /** Returns the string attribute with this text. */
  getStringAttr(text: string): Attribute {
    return this.context.stringAttribute(text);
  }

  /** Returns the attribute that contains a type. */
  getTypeAttr(type: Type): Attribute {
    return this.context.internAttribute({ kind: "type", type });
  }

  /** Returns the attribute `array<i32: …>`. Values are taken modulo 2³². */
  getDenseI32ArrayAttr(values: readonly number[]): Attribute {
    return this.#denseArray(this.getI32Type(), values);
  }

  /** Returns the attribute `array<i64: …>`. Values are taken modulo 2⁶⁴. */
  getDenseI64ArrayAttr(values: readonly (bigint | number)[]): Attribute {
    return this.#denseArray(this.getI64Type(), values);
  }

  #denseArray(elementType: Type, values: readonly (bigint | number)[]): Attribute {
    const wrapped = values.map((value) => wrappedInteger(elementType, value));
    return this.context.internAttribute({ kind: "dense-array", elementType, values: wrapped });
  }

  /** Returns the array attribute with these elements. */
  getArrayAttr(elements: readonly Attribute[]): Attribute {
    return this.context.internAttribute({ kind: "array", elements });
  }

  /** Returns the dictionary attribute with these entries, sorted by name. */
  getDictionaryAttr(entries: Readonly<Record<string, Attribute>>): Attribute {
    return this.context.dictionary(
      Object.entries(entries).map(([name, value]) => ({ name: byteStringOf(name), value })),
    );
  }

  /** Returns the attribute `@root::@nested…`. */
  getSymbolRefAttr(root: string, nested: readonly string[] = []): Attribute {
    return this.context.internAttribute({ kind: "symbol", root: byteStringOf(root), nested: nested.map(byteStringOf) });
  }

  /**
   * Returns an integer attribute of an integer type or `index`. The value is taken modulo two to the power of the
   * width. Throws PWI0014 for other types. For vectors and tensors, use {@link OpBuilder.getZeroAttr} or `dense<…>`.
   */
  getIntegerAttr(type: Type, value: number | bigint): Attribute {
    return this.context.internAttribute({ kind: "integer", type, value: wrappedInteger(type, value) });
  }

  /** Returns the float attribute nearest to a value. Throws `PWI0014` if the type is not a float type. */
  getFloatAttr(type: Type, value: number): Attribute {
    const name = type.data.kind === "float" ? type.data.name : "f64";
    return this.context.internAttribute({ kind: "float", type, bits: floatBitsOfNumber(value, name) });
  }

  /** Returns zero in an integer, index or float type, or a splat of zeros in a vector or tensor type. */
  getZeroAttr(type: Type): Attribute {
    if (type.kind === "float") return this.getFloatAttr(type, 0);
    const { data } = type;
    if (!("elementType" in data)) return this.getIntegerAttr(type, 0);
    const zero = data.elementType.kind === "float" ? "0.0" : data.elementType.byteText === "i1" ? "false" : "0";
    return this.context.parseAttribute(`dense<${zero}> : ${type.byteText}`);
  }
}

/** Creates an empty `builtin.module` in a new store. */
export function createModule(context: IrContext): Operation {
  const store = new Store(context);
  const module = new OpBuilder(store).create("builtin.module", { regions: 1 });
  module.getRegion(0).addBlock();
  return module;
}
