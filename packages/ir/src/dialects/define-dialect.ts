import type { Attribute } from "../attributes/attribute.ts";
import type { Type } from "../attributes/attribute.ts";
import type { OpBuilder } from "../builder.ts";
import type { FoldDefinition } from "../fold/fold-adaptor.ts";
import type { Operation } from "../handles.ts";
import type { Store } from "../store/store.ts";
import type { OpRewritePattern } from "../rewrite/pattern.ts";
import type { DialectInliner } from "./dialect-inliner.ts";
import type { OpInterfaces } from "./op-interfaces.ts";
import type { DialectStructure } from "./op-structure.ts";

/** Reports an error in an operation. The verifier adds the location and, unless `bare`, `'dialect.op' op `. */
export type Complain = (
  message: string,
  options?: {
    readonly bare?: boolean;
    /** Operation with the error, if it is a different operation. */
    readonly at?: Operation;
    readonly notes?: readonly { readonly message: string; readonly op: Operation }[];
  },
) => void;

/**
 * Definition of an operation: its structure and behavior. All fields are optional. The verifier does not check absent
 * parts.
 */
export interface OpDefinition extends FoldDefinition, OpInterfaces {
  /** Patterns that simplify programs beyond folding (`getCanonicalizationPatterns`). */
  readonly canonicalizationPatterns?: readonly OpRewritePattern[];
  /** Checks operands, attributes and regions together. */
  verify?(op: Operation, complain: Complain): void;
  /** Returns true if `verify` would certainly find no problem. A fast check by ids, for frequent operations. */
  isPlainlyValid?(store: Store, op: number): boolean;
  /** Checks that depend only on attributes and types, and run once for each combination of them. */
  verifySignature?(op: Operation, complain: Complain): void;
  /** Checks that require valid contents of the regions. */
  verifyRegions?(op: Operation, complain: Complain): void;
  /**
   * Checks the symbols that the operation refers to (`SymbolUserOpInterface`). `find` searches the symbol tables around
   * the operation, nearest first.
   */
  verifySymbolUses?(op: Operation, find: (symbol: Attribute) => Operation | undefined, complain: Complain): void;
}

/** Dialect: a namespace of operations. The definition is data, and registering it in a context does not call code. */
export interface DialectDefinition extends DialectStructure {
  /** Operations of the dialect by name, without the name of the dialect: `addi` for `arith.addi`. */
  readonly ops: Readonly<Record<string, OpDefinition>>;
  /**
   * Creates an operation whose result is this attribute, at the insertion point and location of the builder. Returns
   * `undefined` if the dialect has no such operation (`Dialect::materializeConstant`). Called for results of the
   * dialect's folders.
   */
  materializeConstant?(builder: OpBuilder, value: Attribute, type: Type): Operation | undefined;
  /** Rules for inlining. Default: operations of the dialect are not inlined. */
  readonly inliner?: DialectInliner;
}

/** Returns a dialect, frozen so that contexts can share it. */
export function defineDialect(dialect: DialectDefinition): DialectDefinition {
  return Object.freeze({ ...dialect, ops: Object.freeze({ ...dialect.ops }) });
}

/** Returns the definition of an operation, if its dialect is registered. Takes ids. */
export function definitionOf(store: Store, op: number): OpDefinition | undefined {
  // The cast is needed because the static type of `definition` contains only the parts for the store and the text.
  return store.context.names[store.opName[op]!]!.definition;
}

/** Returns the dialect of an operation, if it is registered. Takes ids. */
export function dialectOf(store: Store, op: number): DialectDefinition | undefined {
  const { context } = store;
  return context.findDialect(context.names[store.opName[op]!]!.dialect);
}
