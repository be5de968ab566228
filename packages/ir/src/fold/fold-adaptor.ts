import type { UsageError } from "@passwright/core";
import type { Attribute, Type } from "../attributes/attribute.ts";
import { wrappedInteger } from "../attributes/integer.ts";
import { settled, threwIn, wrongResult } from "../dialect-errors.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import { traitBit } from "../dialects/traits.ts";
import type { OpStructure } from "../dialects/op-structure.ts";
import { kindOf } from "../entity-kind.ts";
import { entityText } from "../entity-text.ts";
import { badIndex } from "../errors.ts";
import { Operation, Value } from "../handles.ts";
import type { OpFoldResult } from "../handles.ts";
import { getAttribute } from "../store/attributes.ts";
import type { IrContext, Store } from "../store/store.ts";

/** Result of a folder: values for all results, `in-place` if the operation changed, or `undefined` if not folded. */
export type FoldResult = OpFoldResult | readonly OpFoldResult[] | "in-place" | undefined;

/** Definition of an operation: its structure and its folder. */
export interface FoldDefinition extends OpStructure {
  /**
   * Returns the values of the results, or `in-place` if the folder changed operands or attributes of the operation
   * (`OpTy::fold`). It must not change other data. The folder of a `ConstantLike` operation returns the constant. A
   * list has one entry for each result, or is empty for `in-place`. Other results are refused with PWI0020.
   */
  fold?(op: FoldAdaptor): FoldResult;
}

/** Bit of `FoldAdaptor.looked`: the folder read attributes of the operation. */
const LOOKED_AT_ATTRIBUTES = 1;
/** Bit of `FoldAdaptor.looked`: the folder read data other than attributes and the names of other operations. */
const LOOKED_FURTHER = 2;

/** View of an operation for its folder (`mlir/docs/Canonicalization.md`). Handles are created on request, for speed. */
export class FoldAdaptor {
  readonly #store: Store;
  #op = 0;
  #looked = 0;
  #known: readonly (Attribute | undefined)[] | undefined = undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Kinds of data that the folder has read since the last call of `at`: bit 0 for attributes, bit 1 for other data,
   * except names of operations that define operands. The folder returns the same result until this data changes.
   */
  get looked(): number {
    return this.#looked;
  }

  /** Store of the folded operation. */
  get store(): Store {
    this.#looked |= LOOKED_FURTHER;
    return this.#store;
  }

  /** Moves the adaptor to an operation. `known` replaces the constants of the operations that define the operands. */
  at(op: number, known?: readonly (Attribute | undefined)[]): this {
    this.#op = op;
    this.#known = known;
    this.#looked = known === undefined ? 0 : LOOKED_FURTHER;
    return this;
  }

  /** Calls the folder of the operation. @internal */
  callFolder(): FoldResult {
    const definition: FoldDefinition | undefined = this.operationName.definition;
    const code = "`fold`";
    let folded: FoldResult;
    // Without `callDialect`, which needs a function object for each call.
    try {
      folded = definition?.fold?.(this);
    } catch (thrown) {
      throw threwIn(code, this.#store, this.#op, thrown);
    }
    return settled(code, this.#store, this.#op, folded);
  }

  /** Context of the folded operation. */
  get context(): IrContext {
    return this.#store.context;
  }

  /** Id of the folded operation in its store. */
  get id(): number {
    this.#looked |= LOOKED_FURTHER;
    return this.#op;
  }

  /** Handle of the folded operation. Creating a handle takes time, so prefer the other members. */
  get op(): Operation {
    return Operation.of(this.store, this.#op);
  }

  /** Name of the folded operation. */
  get operationName(): OperationName {
    return this.#store.nameOf(this.#op);
  }

  /** Returns the inherent or discardable attribute with this name. `name` is a byte string. */
  attr(name: string): Attribute | undefined {
    this.#looked |= LOOKED_AT_ATTRIBUTES;
    return getAttribute(this.#store, this.#op, name);
  }

  /** Number of operands. */
  get numOperands(): number {
    return this.#store.opOperandCount[this.#op]!;
  }

  /** Number of results. */
  get numResults(): number {
    return this.store.opResultCount[this.#op]!;
  }

  /** Returns the id of an operand, or 0 if the index is too large. */
  operandId(index: number): number {
    this.#looked |= LOOKED_FURTHER;
    return this.#operand(index);
  }

  #operand(index: number): number {
    const store = this.#store;
    return index < store.opOperandCount[this.#op]! ? store.operandValue[store.opFirstOperand[this.#op]! + index]! : 0;
  }

  /** Returns the operand at an index. Creates a handle. */
  operand(index: number): Value {
    const id = this.operandId(index);
    if (id === 0) throw badIndex("operand", index, this.numOperands);
    return Value.of(this.#store, id);
  }

  /** Returns the known constant of an operand. */
  constant(index: number): Attribute | undefined {
    if (this.#known !== undefined) return this.#known[index];
    const store = this.#store;
    const owner = store.valueOwner[this.#operand(index)]!;
    if (owner <= 0) return undefined;
    const name = store.nameOf(owner);
    if ((name.traitBits & traitBit.ConstantLike) === 0) return undefined;
    this.#looked |= LOOKED_FURTHER;
    return constantOfOperation(store, owner);
  }

  /** Returns whether the operands at two indices are the same value. */
  isSameOperand(a: number, b: number): boolean {
    if (this.#operand(a) !== this.#operand(b)) return false;
    this.#looked |= LOOKED_FURTHER;
    return true;
  }

  /** Returns the type of the operand at an index. */
  operandType(index: number): Type {
    return this.context.types[this.#store.valueType[this.operandId(index)]!]!;
  }

  /** Returns the type of the result at an index. Default: the first result. */
  resultType(index = 0): Type {
    const { store } = this;
    return store.context.types[store.valueType[store.opFirstResult[this.#op]! + index]!]!;
  }

  /** Returns the operation that defines an operand if that operation has this name. */
  definedBy(index: number, name: string): Operation | undefined {
    const id = this.definedById(index, name);
    return id === 0 ? undefined : Operation.of(this.#store, id);
  }

  /** Returns the id of the operation that defines an operand if that operation has this name. Otherwise, returns 0. */
  definedById(index: number, name: string): number {
    const store = this.#store;
    const owner = store.valueOwner[this.#operand(index)]!;
    if (owner <= 0 || store.nameOf(owner).text !== name) return 0;
    this.#looked |= LOOKED_FURTHER;
    return owner;
  }

  /** Returns the id of an operand of another operation. */
  operandIdOf(op: number, index: number): number {
    return this.#store.operandValue[this.#store.opFirstOperand[op]! + index]!;
  }

  /** Returns whether an operand of another operation is the same value as an operand of the folded operation. */
  isOperandOf(op: number, index: number, operand: number): boolean {
    return this.operandIdOf(op, index) === this.operandId(operand);
  }

  /** Returns an integer attribute, with the value modulo two to the power of the width, like the `OpBuilder`. */
  getIntegerAttr(type: Type, value: number | bigint): Attribute {
    return this.context.internAttribute({ kind: "integer", type, value: wrappedInteger(type, value) });
  }

  /** Returns the handle of a value, given its id. */
  valueOf(id: number): Value {
    return Value.of(this.#store, id);
  }
}

/** Returns the constant of the operation with this id, or `undefined` if the operation is not constant-like. */
export function constantOfOperation(store: Store, op: number): Attribute | undefined {
  const name = store.nameOf(op);
  if ((name.traitBits & traitBit.ConstantLike) === 0) return undefined;
  // Caches by the id of the properties, because the constant is nearly always an inherent attribute, and many
  // operations have the same properties.
  const properties = store.opProperties[op]!;
  const isPlain = properties !== 0 && store.opAttributes[op] === 0;
  const place = properties & (KNOWN_CONSTANTS - 1);
  const known = name.knownConstants;
  if (isPlain && known !== undefined && known.properties[place] === properties) return known.constants[place];
  // A constant-like operation has no operands and one result, and its folder returns the constant.
  const adaptor = new FoldAdaptor(store);
  const folded = adaptor.at(op).callFolder();
  if (kindOf(folded) !== "attribute") throw notConstant(adaptor, folded);
  const constant = folded as Attribute;
  if (isPlain && adaptor.looked === LOOKED_AT_ATTRIBUTES) remember(name, place, properties, constant);
  return constant;
}

/** Returns the error for a constant-like operation whose folder does not return a constant. */
export function notConstant({ store, id }: FoldAdaptor, folded: unknown): UsageError {
  const problem = `${entityText(folded)} instead of the constant`;
  return wrongResult("`fold`", store, id, problem, 'return an attribute, for example `op.attr("value")`');
}

/** Number of cached constants per operation name. Must be a power of two. */
const KNOWN_CONSTANTS = 256;

function remember(name: OperationName, place: number, properties: number, constant: Attribute): void {
  const known = (name.knownConstants ??= {
    properties: new Int32Array(KNOWN_CONSTANTS),
    constants: Array.from({ length: KNOWN_CONSTANTS }, () => undefined),
  });
  known.properties[place] = properties;
  known.constants[place] = constant;
}
