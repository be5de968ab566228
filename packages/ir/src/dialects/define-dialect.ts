import type { Attribute, Type } from "../attributes/attribute.ts";
import type { OpBuilder } from "../builder.ts";
import type { FoldDefinition } from "../fold/fold-adaptor.ts";
import type { Operation, Block, Region, Value } from "../handles.ts";
import type { Store } from "../store/store.ts";
import type { OpRewritePattern } from "../rewrite/pattern.ts";
import type { OpInterfaces } from "./op-interfaces.ts";
import type { DialectStructure } from "./op-structure.ts";

/** Ends the verification with an error. Unless `bare` is set, the message gets the prefix `'dialect.op' op `. */
export type Complain = (
  message: string,
  options?: {
    readonly bare?: boolean;
    /** Operation that has the error. Default: the operation that is verified. */
    readonly at?: Operation;
    readonly notes?: readonly { readonly message: string; readonly op: Operation }[];
  },
) => never;

/** Structure and behavior of an operation. All fields are optional. The verifier skips the checks of absent fields. */
export interface OpDefinition extends FoldDefinition, OpInterfaces {
  /** Patterns for simplifications that folders cannot do (`getCanonicalizationPatterns`). */
  readonly canonicalizationPatterns?: readonly OpRewritePattern[];
  /** Verifies the operation. Can check operands, attributes and regions together. */
  verify?(op: Operation, complain: Complain): void;
  /** Returns true only if `verify` and `verifySignature` would succeed. A fast check with ids, for frequent operations. */
  isPlainlyValid?(store: Store, op: number): boolean;
  /** Checks attributes and types. Without regions and successors, runs once per combination of attributes and types. */
  verifySignature?(op: Operation, complain: Complain): void;
  /** Runs checks that require valid regions. Called after the contents of the regions were verified. */
  verifyRegions?(op: Operation, complain: Complain): void;
  /** Checks the symbols that the operation uses (`SymbolUserOpInterface`). `find` searches only the nearest table. */
  verifySymbolUses?(op: Operation, find: (symbol: Attribute) => Operation | undefined, complain: Complain): void;
}

/** Dialect: a namespace of operations. Registering a dialect in a context does not run code of the dialect. */
export interface DialectDefinition extends DialectStructure {
  /** Operations of the dialect by name, without the name of the dialect: `addi` for `arith.addi`. */
  readonly ops: Readonly<Record<string, OpDefinition>>;
  /**
   * Creates a constant that a folder of the dialect returned, at the insertion point and location of the builder.
   * The operation must have the trait `ConstantLike`. Returns `undefined` if the dialect cannot create the constant
   * (`Dialect::materializeConstant`).
   */
  materializeConstant?(builder: OpBuilder, value: Attribute, type: Type): Operation | undefined;
  /** Rules for inlining. Default: operations of the dialect are not inlined. */
  readonly inliner?: DialectInliner;
}

/**
 * Returns a dialect of this package. Defines the operations at the first use of the dialect, which makes `passwright-opt`
 * on an empty module 4 % faster. A test checks these dialects, so that a start of the program does not.
 */
export function defineOdsDialect({
  ops,
  ...dialect
}: Omit<DialectDefinition, "ops"> & { ops(): DialectDefinition["ops"] }): DialectDefinition {
  let defined: DialectDefinition["ops"] | undefined;
  return Object.freeze({
    ...dialect,
    get ops() {
      return (defined ??= completeOps(ops(), (_name, definition) => {
        const complete = withDefaults(definition);
        odsDefinitions.add(complete);
        return complete;
      }));
    },
  });
}

/** Definitions of MLIR's dialects. MLIR does not check the segment sizes of their single operands and results. */
export const odsDefinitions: WeakSet<OpDefinition> = new WeakSet<OpDefinition>();

/** Adds the defaults of ODS: no operands, results, regions or successors. */
export function withDefaults(definition: OpDefinition): OpDefinition {
  return {
    operands: [],
    results: [],
    successors: definition.successorNames?.length ?? 0,
    ...(definition.assemblyFormat?.includes(")*") !== true && { regions: definition.regionNames?.length ?? 0 }),
    ...definition,
  };
}

/** Returns the completed definitions of operations, frozen so that contexts can share them. */
export function completeOps(
  ops: DialectDefinition["ops"],
  complete: (name: string, definition: OpDefinition) => OpDefinition,
): DialectDefinition["ops"] {
  const completed = Object.entries(ops).map(([name, definition]) => [name, complete(name, definition)] as const);
  return Object.freeze(Object.fromEntries(completed));
}

/** Returns the definition of the operation with this id, or `undefined` if its dialect is not registered. */
export function definitionOf(store: Store, op: number): OpDefinition | undefined {
  // The static type of `definition` is `OpStructure`. This type is assignable to `OpDefinition`, which adds only
  // optional fields.
  return store.nameOf(op).definition;
}

/** Returns the dialect of the operation with this id, or `undefined` if the dialect is not registered. */
export function dialectOf(store: Store, op: number): DialectDefinition | undefined {
  return store.context.findDialect(store.nameOf(op).dialect);
}

/** Rules of a dialect for inlining (`DialectInlinerInterface`). A missing rule forbids inlining. */
export interface DialectInliner {
  /** Returns whether a call can be inlined. `wouldBeCloned` is `true` for a copy of the body, not for a move. */
  isLegalToInlineCall?(call: Operation, callable: Operation, wouldBeCloned: boolean): boolean;
  /** Returns whether a body can be inlined into a region of an operation of this dialect. */
  isLegalToInlineRegion?(target: Region, source: Region, wouldBeCloned: boolean): boolean;
  /** Whether an inlined body can contain an operation of this dialect. `true` allows all operations. */
  readonly isLegalToInline?: true | ((op: Operation, target: Region, wouldBeCloned: boolean) => boolean);
  /**
   * Replaces a terminator without successors of the inlined body. If `to` is a block, inserts a jump that passes the
   * returned values to the block, and erases the terminator. If `to` is a list of values, replaces their uses by the
   * returned values. Without this function, a body with such a terminator of the dialect is not inlined.
   */
  handleTerminator?(terminator: Operation, to: Block | readonly Value[]): void;
}
