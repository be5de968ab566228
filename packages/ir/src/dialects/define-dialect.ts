import { type Attribute } from "../attributes/attribute.ts";
import { type Type } from "../attributes/type.ts";
import { type Operation } from "../operation.ts";
import { type TraitName } from "./traits.ts";

/** What an operation does to memory, in MLIR's words. */
export type MemoryEffect = "read" | "write" | "allocate" | "free";

/** A condition on a type, with MLIR's name of what passes. */
export interface TypeConstraint {
  /** As in `operand #0 must be …`. */
  readonly description: string;
  accepts(type: Type): boolean;
}

/** A condition on an attribute. */
export interface AttributeConstraint {
  /** As in `attribute 'x' failed to satisfy constraint: …`. */
  readonly description: string;
  accepts(attribute: Attribute): boolean;
}

/** An inherent attribute: one that belongs to the meaning of the operation and lives between `<{` and `}>`. */
export interface AttributeDefinition {
  readonly constraint?: AttributeConstraint;
  readonly optional?: boolean;
  /** What stands for it when it is not given, in MLIR's text. */
  readonly default?: string;
}

/** One operand or result, or a group of them. */
export interface ValueDefinition {
  readonly name: string;
  readonly type: TypeConstraint;
  /** `optional`: none or one; `variadic`: any number. At most one such group unless the operation has segment sizes. */
  readonly many?: "optional" | "variadic";
}

/** Says what is wrong with an operation; the verifier adds the location and, unless it is `bare`, `'dialect.op' op `. */
export type Complain = (message: string, options?: { readonly bare?: boolean }) => void;

/** What an operation is, as data. Everything is optional: what is not said is not known and not checked. */
export interface OpDefinition {
  readonly traits?: readonly TraitName[];
  /** Interfaces by MLIR's name, for `hasInterface`. Those that follow from traits are added. */
  readonly interfaces?: readonly string[];
  readonly attributes?: Readonly<Record<string, AttributeDefinition>>;
  readonly operands?: readonly ValueDefinition[];
  readonly results?: readonly ValueDefinition[];
  /** How many regions it has; any number for undefined. */
  readonly regions?: number;
  readonly successors?: number | "variadic";
  /** Its memory effects, if not none (`Pure`) and not those of its contents. Undefined without such a trait: anything. */
  readonly effects?: readonly MemoryEffect[];
  /** Names of the operations that it may stand directly in (`HasParent`). */
  readonly parents?: readonly string[];
  /** The terminator that its blocks must end with (`SingleBlockImplicitTerminator`). */
  readonly implicitTerminator?: string;
  /** What its operands, attributes and regions must satisfy together. */
  verify?(op: Operation, complain: Complain): void;
}

/** A namespace of operations. Data only: registering it in a context is all that is ever done with it. */
export interface DialectDefinition {
  readonly name: string;
  readonly ops: Readonly<Record<string, OpDefinition>>;
  /** Operations of the namespace that are not listed are accepted as unregistered. */
  readonly allowUnknownOps?: boolean;
}

/** Freezes a dialect. */
export function defineDialect(dialect: DialectDefinition): DialectDefinition {
  return Object.freeze({ ...dialect, ops: Object.freeze({ ...dialect.ops }) });
}
