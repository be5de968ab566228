import type { Attribute } from "../attributes/attribute.ts";
import type { DialectStructure } from "../dialects/op-structure.ts";
import type { NameContext, OperationName } from "../dialects/operation-name.ts";
import type { Sink } from "../printer/byte-writer.ts";
import type { PrintFlags } from "../printer/print-flags.ts";
import type { Reader } from "../parser/reader.ts";
import type { Source } from "../text/source.ts";
import { COLUMNS } from "./columns.ts";
import type { ColumnOf, Entity } from "./columns.ts";
import { grown } from "./grown.ts";
import { HandleTable } from "./handle-table.ts";
import type { Handle } from "./handle-table.ts";

/**
 * Kind of a fused location. In {@link Store.opLocation} and {@link Store.valueLocation}, the low two bits are the kind.
 * The other bits are an index in {@link Store.fusedLocations}, or 0 for the unknown location.
 */
export const LOCATION_FUSED = 0;
/** Kind of a location that is stored as an offset in the parsed text. */
export const LOCATION_POSITION = 1;
/** Kind of a location that is stored as the offset of a `loc(…)` in the parsed text. */
export const LOCATION_TEXT = 2;
/** Kind of a location that is stored as an attribute of the context. */
export const LOCATION_ATTRIBUTE = 3;

/** Entry of a resource group. Both fields are byte strings, and `value` contains the text to print. */
export interface ResourceEntry {
  readonly key: string;
  readonly value: string;
}

/** Group of resources (large data at the end of a file). Each group belongs to a dialect or a tool. */
export interface ResourceGroup {
  readonly section: "dialect_resources" | "external_resources";
  /** Name of the dialect or tool. */
  readonly group: string;
  readonly entries: ResourceEntry[];
}

/** Numbers of entities for which a new store reserves memory. Reserved pages use memory only after they are written. */
export interface StoreSize {
  /** Number of operations. */
  readonly ops: number;
  /** Number of operands. */
  readonly operands: number;
  /** Number of values. */
  readonly values: number;
}

/** Interface of {@link Context} for stores and handles, because an import of the class would be circular. */
export interface IrContext extends NameContext {
  /** Whether operations, types and attributes of unregistered dialects are accepted. */
  allowUnregistered: boolean;
  /** Whether diagnostics of the verifier contain a note with the operation. */
  printOpOnDiagnostic: boolean;
  /** Default flags for printing, such as the command-line flags of mlir-opt. */
  printFlags: PrintFlags;
  /** Whether aliases or resources can exist, so that printing must collect them first. */
  readonly mayHaveAliases: boolean;
  /** Registers a dialect. Throws if another dialect with this name is registered. */
  registerDialect(dialect: DialectStructure): void;
  /** Registered dialects. */
  readonly dialects: readonly DialectStructure[];
  /** Returns a registered dialect, or `undefined` for an unknown name. */
  findDialect(name: string): DialectStructure | undefined;
  /** @internal Prints an operation: see {@link Operation.printTo}. */
  print(store: Store, op: number, flags: PrintFlags, sink: Sink): void;
  /** @internal Folds an operation: see {@link Operation.fold}. Values are ids. */
  fold(
    store: Store,
    op: number,
    constants: readonly (Attribute | undefined)[] | undefined,
  ): readonly (Attribute | number)[] | undefined;
}

/**
 * Contents of a module. Operations, values, blocks and regions are rows of typed arrays, numbered from 1. 0 means
 * "none". A store replaces its arrays when it grows, so a loop that creates entities must not keep a reference to a
 * column. Ids of erased entities are never reused, because handles, analyses or variables can still contain them.
 */
export class Store {
  /** Context with the dialects, attributes and types of the store. */
  readonly context: IrContext;
  /** Whether unregistered operations are accepted. Initial value: the setting of the context. */
  allowsUnregistered: boolean;
  /** The text that locations refer to, if this module was parsed. */
  source: Source | undefined = undefined;
  /** The reader of the parsed text. Resolves the aliases in locations. */
  reader: Reader | undefined = undefined;
  /** The resources in `{-# … #-}` of the parsed text. */
  readonly resources: ResourceGroup[] = [];

  /** Fused locations as lists, which are joined on demand. */
  readonly fusedLocations: (readonly number[])[] = [[]];

  /**
   * Returns the id of a declaration of a symbol that another part of the module defines, or 0 if none exists. The name
   * is a byte string. Set only if the store contains a part of a module.
   */
  findElsewhere: ((table: number, name: string) => number) | undefined = undefined;

  /** Handles of operations, created on demand. */
  readonly opHandles: HandleTable<Handle> = new HandleTable();
  /** Handles of values, created on demand. */
  readonly valueHandles: HandleTable<Handle> = new HandleTable();
  /** Handles of blocks, created on demand. */
  readonly blockHandles: HandleTable<Handle> = new HandleTable();
  /** Handles of regions, created on demand. */
  readonly regionHandles: HandleTable<Handle> = new HandleTable();

  /** Number of operations, including erased operations. Ids are smaller than this number. */
  opCount = 1;
  /** Id of the name of each operation, in the context's table. */
  opName!: Int32Array;
  /** For each operation, the id of the attribute with its inherent attributes, or 0 if none exists. */
  opProperties!: Int32Array;
  /** For each operation, the id of the dictionary of its discardable attributes, or 0 if none exists. */
  opAttributes!: Int32Array;
  /** Function type of operands and results, or 0 if not cached. To read the type, use {@link Store.signatureOf}. */
  opSignature!: Int32Array;
  /** Location number of each operation: see `LOCATION_FUSED`. */
  opLocation!: Int32Array;
  /** First operand of each operation. Operands of an operation have consecutive ids. */
  opFirstOperand!: Int32Array;
  /** Number of operands of each operation. */
  opOperandCount!: Int32Array;
  /** First result of each operation. Results of an operation have consecutive ids. */
  opFirstResult!: Int32Array;
  /** Number of results of each operation. */
  opResultCount!: Int32Array;
  /** Block that contains each operation, 0 for a detached operation, or -1 for an erased operation. */
  opBlock!: Int32Array;
  /** For each operation, the previous operation in its block, or 0 if none exists. */
  opPrevious!: Int32Array;
  /** For each operation, the next operation in its block, or 0 if none exists. */
  opNext!: Int32Array;
  /** First region of each operation, or 0 if none exists. */
  opFirstRegion!: Int32Array;
  /** First successor of each operation, or 0 if none exists. */
  opFirstSuccessor!: Int32Array;
  /** Number of successors of each operation. */
  opSuccessorCount!: Int32Array;
  /** Numbers that increase along each block whose `blockIsOrdered` is 1. To compare, use {@link Store.isBefore}. */
  opOrder!: Int32Array;

  /** Number of operands, including erased operands. Ids are smaller than this number. */
  operandCount = 1;
  /** Value of each operand. */
  operandValue!: Int32Array;
  /** Operation to which each operand belongs. */
  operandOwner!: Int32Array;
  /** For each operand, the next older use of its value, or 0 if no older use exists. */
  operandNext!: Int32Array;
  /** For each operand, the next newer use of its value, or 0 if no newer use exists. */
  operandPrevious!: Int32Array;

  /** Number of values, including erased values. Ids are smaller than this number. */
  valueCount = 1;
  /** Id of the type of each value. */
  valueType!: Int32Array;
  /** For each result, its operation. For each block argument, the negated id of its block. For other values, 0. */
  valueOwner!: Int32Array;
  /** Operand that is the newest use of each value, or 0 if the value is unused. */
  valueFirstUse!: Int32Array;
  /** Location number of each block argument. Results have the location of their operation. */
  valueLocation!: Int32Array;

  /** Number of blocks, including erased blocks. Ids are smaller than this number. */
  blockCount = 1;
  /** Region that contains each block, 0 for a detached block, or -1 for an erased block. */
  blockRegion!: Int32Array;
  /** For each block, the previous block in its region, or 0 if none exists. */
  blockPrevious!: Int32Array;
  /** For each block, the next block in its region, or 0 if none exists. */
  blockNext!: Int32Array;
  /** First operation of each block, or 0 for an empty block. */
  blockFirstOp!: Int32Array;
  /** Last operation of each block, or 0 for an empty block. */
  blockLastOp!: Int32Array;
  /** First argument of each block. Arguments have consecutive ids, which can change if an argument is inserted. */
  blockFirstArgument!: Int32Array;
  /** Number of arguments of each block. */
  blockArgumentCount!: Int32Array;
  /** Newest successor entry that refers to each block, or 0 if none exists. */
  blockFirstUse!: Int32Array;
  /** Whether the operations of each block have valid order numbers. */
  blockIsOrdered!: Int32Array;

  /** Number of regions, including erased regions. Ids are smaller than this number. */
  regionCount = 1;
  /** Operation that contains each region. */
  regionOwner!: Int32Array;
  /** First block of each region, or 0 for an empty region. */
  regionFirstBlock!: Int32Array;
  /** Last block of each region, or 0 for an empty region. */
  regionLastBlock!: Int32Array;
  /** For each region, the next region of its operation, or 0 if none exists. */
  regionNext!: Int32Array;

  /** Number of successors, including erased successors. Ids are smaller than this number. */
  successorCount = 1;
  /** Block of each successor. */
  successorBlock!: Int32Array;
  /** Id of the operation to which each successor belongs. */
  successorOwner!: Int32Array;
  /** For each successor, the next older use of its block, or 0 if none exists. */
  successorNext!: Int32Array;
  /** For each successor, the next newer use of its block, or 0 if none exists. */
  successorPrevious!: Int32Array;

  constructor(context: IrContext, size: StoreSize = { ops: 256, operands: 512, values: 256 }) {
    this.context = context;
    this.allowsUnregistered = context.allowUnregistered;
    grow(this, "op", size.ops);
    grow(this, "operand", size.operands);
    grow(this, "value", size.values);
    grow(this, "block", Math.max(64, size.ops >> 2));
    grow(this, "region", Math.max(64, size.ops >> 2));
    grow(this, "successor", 64);
  }

  /** Creates a detached, empty operation. Returns the id of the operation. */
  newOp(name: number): number {
    const op = this.opCount++;
    if (op >= this.opName.length) grow(this, "op", op + 1);
    this.opName[op] = name;
    return op;
  }

  /** Reserves `count` consecutive operand ids, which `setOperand` sets later. Returns the first id. */
  newOperands(op: number, count: number): number {
    const first = this.operandCount;
    this.operandCount = first + count;
    if (this.operandCount > this.operandValue.length) grow(this, "operand", this.operandCount);
    for (let i = first; i < first + count; i++) this.operandOwner[i] = op;
    this.opFirstOperand[op] = first;
    this.opOperandCount[op] = count;
    return first;
  }

  /** Creates a value of a type, owned by an operation or a block. Returns the id of the value. */
  newValue(type: number, owner: number): number {
    const value = this.valueCount++;
    if (value >= this.valueType.length) grow(this, "value", value + 1);
    this.valueType[value] = type;
    this.valueOwner[value] = owner;
    return value;
  }

  /** Creates a block without a region. Returns the id of the block. */
  newBlock(): number {
    const block = this.blockCount++;
    if (block >= this.blockRegion.length) grow(this, "block", block + 1);
    // An empty block is ordered, and stays ordered as long as each inserted operation gets an order number.
    this.blockIsOrdered[block] = 1;
    return block;
  }

  /** Appends a region to an operation. Returns the id of the region. */
  newRegion(owner: number): number {
    const region = this.regionCount++;
    if (region >= this.regionOwner.length) grow(this, "region", region + 1);
    this.regionOwner[region] = owner;
    return region;
  }

  /** Creates successors of an operation, whose blocks are not set yet. Returns the id of the first successor. */
  newSuccessors(op: number, count: number): number {
    const first = this.successorCount;
    this.successorCount = first + count;
    if (this.successorCount > this.successorBlock.length) grow(this, "successor", this.successorCount);
    for (let i = first; i < first + count; i++) this.successorOwner[i] = op;
    this.opFirstSuccessor[op] = first;
    this.opSuccessorCount[op] = count;
    return first;
  }

  /** Returns whether `a` precedes `b` in their block. Numbers the block if necessary, so that later calls take O(1). */
  isBefore(a: number, b: number): boolean {
    this.orderBlock(this.opBlock[a]!);
    return this.opOrder[a]! < this.opOrder[b]!;
  }

  /** Numbers the operations of a block, unless their order numbers are valid. */
  orderBlock(block: number): void {
    if (this.blockIsOrdered[block] === 1) return;
    let order = 0;
    for (let op = this.blockFirstOp[block]!; op !== 0; op = this.opNext[op]!) this.opOrder[op] = order += 8;
    this.blockIsOrdered[block] = 1;
  }

  /** Returns the name of an operation. */
  nameOf(op: number): OperationName {
    return this.context.names[this.opName[op]!]!;
  }

  /** Returns the operation around `op`, or 0 if none exists. */
  parentOp(op: number): number {
    const block = this.opBlock[op]!;
    if (block <= 0) return 0;
    const region = this.blockRegion[block]!;
    return region <= 0 ? 0 : this.regionOwner[region]!;
  }

  /** Returns the id of the function type of an operation's operands and results. */
  signatureOf(op: number): number {
    const known = this.opSignature[op]!;
    if (known !== 0) return known;
    const inputs: number[] = [];
    const results: number[] = [];
    const first = this.opFirstOperand[op]!;
    for (let i = 0; i < this.opOperandCount[op]!; i++) inputs.push(this.valueType[this.operandValue[first + i]!]!);
    const firstResult = this.opFirstResult[op]!;
    for (let i = 0; i < this.opResultCount[op]!; i++) results.push(this.valueType[firstResult + i]!);
    return (this.opSignature[op] = this.context.functionTypeId(inputs, results));
  }
}

type Columns<Kind extends Entity> = Record<ColumnOf<Kind>, Int32Array>;
const NO_ROWS = new Int32Array(8);

function grow<Kind extends Entity>(store: Columns<Kind>, kind: Kind, atLeast: number): void {
  for (const name in COLUMNS[kind]) store[name] = grown(store[name] ?? NO_ROWS, atLeast) as Columns<Kind>[typeof name];
}
