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

/** Says what is wrong with an operation; the verifier adds the location and, unless it is `bare`, `'dialect.op' op `. */
export type Complain = (
  message: string,
  options?: {
    readonly bare?: boolean;
    /** The operation that is wrong, if it is another one. */
    readonly at?: Operation;
    readonly notes?: readonly { readonly message: string; readonly op: Operation }[];
  },
) => void;

/** What an operation is, as data: its structure, and what it does. Everything is optional: what is absent is not known and not checked. */
export interface OpDefinition extends FoldDefinition, OpInterfaces {
  /** How a program that has it becomes simpler, beyond what folding does (`getCanonicalizationPatterns`). */
  readonly canonicalizationPatterns?: readonly OpRewritePattern[];
  /** What its operands, attributes and regions must satisfy together. */
  verify?(op: Operation, complain: Complain): void;
  /**
   * Whether `verify` would find nothing wrong, as far as that can be told by ids, without a handle: asked before, of what there is
   * very much of.
   */
  isPlainlyValid?(store: Store, op: number): boolean;
  /** The same for what looks at nothing but attributes and types: asked once for each combination of them. */
  verifySignature?(op: Operation, complain: Complain): void;
  /** The same, when what is in its regions is known to be valid. */
  verifyRegions?(op: Operation, complain: Complain): void;
  /** What its symbols must refer to (`SymbolUserOpInterface`). `find` looks in the closest symbol tables around it. */
  verifySymbolUses?(op: Operation, find: (symbol: Attribute) => Operation | undefined, complain: Complain): void;
}

/** A namespace of operations. Data only: registering it in a context is all that is ever done with it. */
export interface DialectDefinition extends DialectStructure {
  readonly ops: Readonly<Record<string, OpDefinition>>;
  /**
   * Makes the operation whose result is this attribute, at the insertion point and location of the builder; undefined if
   * the dialect has none (`Dialect::materializeConstant`). Asked about what folders of the dialect's operations answered.
   */
  materializeConstant?(builder: OpBuilder, value: Attribute, type: Type): Operation | undefined;
  /** How its operations take part in inlining; without it, none of them does. */
  readonly inliner?: DialectInliner;
}

/** Freezes a dialect. */
export function defineDialect(dialect: DialectDefinition): DialectDefinition {
  return Object.freeze({ ...dialect, ops: Object.freeze({ ...dialect.ops }) });
}

/** By ids: the definition of an operation, if its dialect is registered. */
export function definitionOf(store: Store, op: number): OpDefinition | undefined {
  // A name is typed with the structure that the store and the text need; the rest of a definition is optional.
  return store.context.names[store.opName[op]!]!.definition;
}

/** By ids: the dialect of an operation, if it is registered. */
export function dialectOf(store: Store, op: number): DialectDefinition | undefined {
  const { context } = store;
  return context.findDialect(context.names[store.opName[op]!]!.dialect);
}
