import type { Attribute, Type } from "../attributes/attribute.ts";
import type { OperationName } from "../dialects/operation-name.ts";
import { traitBit } from "../dialects/traits.ts";
import type { OpStructure } from "../dialects/op-structure.ts";
import { Operation, Value } from "../handles.ts";
import type { OpFoldResult } from "../handles.ts";
import { getAttribute } from "../store/attributes.ts";
import type { IrContext, Store } from "../store/store.ts";

/**
 * What a folder answers: what each result is (one alone needs no list), `in-place` if it changed the operation itself, or
 * nothing if it found nothing.
 */
export type FoldResult = OpFoldResult | readonly OpFoldResult[] | "in-place" | undefined;

/** The structure of an operation, with its folder. */
export interface FoldDefinition extends OpStructure {
  /**
   * What its results are known to be without running it, or `in-place` if it made the operation itself simpler
   * (`OpTy::fold`, `mlir/docs/Canonicalization.md`). May look at anything, and change nothing but the operation's own operands
   * and attributes. That of a `ConstantLike` operation answers the attribute that it makes. A list is one for each result, or
   * empty for `in-place`; another one is PWI0009.
   */
  fold?(op: FoldAdaptor): FoldResult;
}

/** A folder asked for attributes of the operation. */
const LOOKED_AT_ATTRIBUTES = 1;
/** A folder asked for anything else of the operation, or for more of what is around it than names of operations. */
const LOOKED_FURTHER = 2;

/**
 * An operation as its folder sees it (`FoldAdaptor` in `mlir/docs/Canonicalization.md`): what its operands are where that
 * is known, and the operation. Folders look at every operation, mostly in vain: what is asked here makes no handles but
 * where one is the answer.
 */
export class FoldAdaptor {
  readonly #store: Store;
  #op = 0;
  #looked = 0;
  #known: readonly (Attribute | undefined)[] | undefined = undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * What was asked since `at`, beyond which operations, by name, make the operands: nothing (0), attributes (bit 0), or more
   * (bit 1). What a folder answers is the same where all that it looked at is the same.
   */
  get looked(): number {
    return this.#looked;
  }

  get store(): Store {
    this.#looked |= LOOKED_FURTHER;
    return this.#store;
  }

  /**
   * Turns to another operation, so that one adaptor serves for many. `known`: what the operands are supposed to be; without,
   * what they are made constant by.
   */
  at(op: number, known?: readonly (Attribute | undefined)[]): this {
    this.#op = op;
    this.#known = known;
    this.#looked = known === undefined ? 0 : LOOKED_FURTHER;
    return this;
  }

  get context(): IrContext {
    return this.#store.context;
  }

  get id(): number {
    this.#looked |= LOOKED_FURTHER;
    return this.#op;
  }

  get op(): Operation {
    return Operation.of(this.store, this.#op);
  }

  get operationName(): OperationName {
    return this.#store.context.names[this.#store.opName[this.#op]!]!;
  }

  /** An attribute by name (a byte string), inherent or discardable. */
  attr(name: string): Attribute | undefined {
    this.#looked |= LOOKED_AT_ATTRIBUTES;
    return getAttribute(this.#store, this.#op, name);
  }

  get numOperands(): number {
    return this.#store.opOperandCount[this.#op]!;
  }

  get numResults(): number {
    return this.store.opResultCount[this.#op]!;
  }

  /** The id of an operand; 0 if there is no such operand. */
  operandId(index: number): number {
    this.#looked |= LOOKED_FURTHER;
    return this.#operand(index);
  }

  #operand(index: number): number {
    const store = this.#store;
    return index < store.opOperandCount[this.#op]! ? store.operandValue[store.opFirstOperand[this.#op]! + index]! : 0;
  }

  operand(index: number): Value {
    return Value.of(this.#store, this.operandId(index));
  }

  /** The constant that an operand is known to be. */
  constant(index: number): Attribute | undefined {
    if (this.#known !== undefined) return this.#known[index];
    const store = this.#store;
    const owner = store.valueOwner[this.#operand(index)]!;
    if (owner <= 0) return undefined;
    const name = store.context.names[store.opName[owner]!]!;
    if ((name.traitBits & traitBit.ConstantLike) === 0) return undefined;
    this.#looked |= LOOKED_FURTHER;
    return constantOfOperation(store, owner);
  }

  isSameOperand(a: number, b: number): boolean {
    if (this.#operand(a) !== this.#operand(b)) return false;
    this.#looked |= LOOKED_FURTHER;
    return true;
  }

  operandType(index: number): Type {
    return this.context.types[this.#store.valueType[this.operandId(index)]!]!;
  }

  resultType(index = 0): Type {
    const { store } = this;
    return store.context.types[store.valueType[store.opFirstResult[this.#op]! + index]!]!;
  }

  /** The operation of that name whose result an operand is, if it is. */
  definedBy(index: number, name: string): Operation | undefined {
    const id = this.definedById(index, name);
    return id === 0 ? undefined : Operation.of(this.#store, id);
  }

  /** By ids: the same, 0 if it is none. */
  definedById(index: number, name: string): number {
    const store = this.#store;
    const owner = store.valueOwner[this.#operand(index)]!;
    if (owner <= 0 || store.context.names[store.opName[owner]!]!.text !== name) return 0;
    this.#looked |= LOOKED_FURTHER;
    return owner;
  }

  /** The id of an operand of another operation. */
  operandIdOf(op: number, index: number): number {
    return this.#store.operandValue[this.#store.opFirstOperand[op]! + index]!;
  }

  /** Whether that is the value of an operand of this one. */
  isOperandOf(op: number, index: number, operand: number): boolean {
    return this.operandIdOf(op, index) === this.operandId(operand);
  }

  /** The handle of a value that is found by ids. */
  valueOf(id: number): Value {
    return Value.of(this.#store, id);
  }
}

/** By ids: what the constant that an operation makes is; undefined if it makes none. */
export function constantOfOperation(store: Store, op: number): Attribute | undefined {
  const name = store.context.names[store.opName[op]!]!;
  if ((name.traitBits & traitBit.ConstantLike) === 0) return undefined;
  // Nearly always an attribute among the properties, which many operations have in common.
  const properties = store.opProperties[op]!;
  const isPlain = properties !== 0 && store.opAttributes[op] === 0;
  const place = properties & (KNOWN_CONSTANTS - 1);
  const known = name.knownConstants;
  if (isPlain && known !== undefined && known.properties[place] === properties) return known.constants[place];
  // Such an operation has no operands and one result: its folder says which constant it is.
  const definition: FoldDefinition | undefined = name.definition;
  const adaptor = new FoldAdaptor(store);
  const folded = definition?.fold?.(adaptor.at(op));
  const constant = folded !== undefined && typeof folded === "object" && "data" in folded ? folded : undefined;
  if (isPlain && adaptor.looked === LOOKED_AT_ATTRIBUTES) remember(name, place, properties, constant);
  return constant;
}

/** How many are remembered of each name; a power of two. */
const KNOWN_CONSTANTS = 256;

function remember(name: OperationName, place: number, properties: number, constant: Attribute | undefined): void {
  const known = (name.knownConstants ??= {
    properties: new Int32Array(KNOWN_CONSTANTS),
    constants: Array.from({ length: KNOWN_CONSTANTS }, () => undefined),
  });
  known.properties[place] = properties;
  known.constants[place] = constant;
}
