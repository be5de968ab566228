import { type AssemblyDirective } from "../assembly/directive.ts";
import { type AttributeFormat } from "../assembly/attribute-format.ts";
import { type Attribute } from "../attributes/attribute.ts";
import { type Type } from "../attributes/type.ts";
import { type OpBuilder } from "../builder.ts";
import { type Context } from "../context.ts";
import { type FoldAdaptor, type FoldResult } from "../fold/fold-adaptor.ts";
import { type Operation } from "../operation.ts";
import { type Store } from "../store/store.ts";
import { type OpRewritePattern } from "../rewrite/pattern.ts";
import { type AttributeConstraint } from "./attribute-constraints.ts";
import { type DialectInliner } from "./dialect-inliner.ts";
import { type OpInterfaces } from "./op-interfaces.ts";
import { type TraitName } from "./traits.ts";

/** What an operation does to memory, in MLIR's words. */
export type MemoryEffect = "read" | "write" | "allocate" | "free";

/** A condition on a type, with MLIR's name of what passes. */
export interface TypeConstraint {
  /** As in `operand #0 must be …`. */
  readonly description: string;
  accepts(type: Type): boolean;
  /** The only type that passes, if there is only one: then assembly formats need not say it. */
  build?(context: Context): Type;
}

/** An inherent attribute: one that belongs to the meaning of the operation and lives between `<{` and `}>`. */
export interface AttributeDefinition {
  /** Without, the constraint of the format. */
  readonly constraint?: AttributeConstraint;
  readonly optional?: boolean;
  /** What stands for it when it is not given, in MLIR's text. */
  readonly default?: string;
  /** What its absence means (`DefaultValuedOptionalAttr`): custom form leaves it out where it says just that. */
  readonly defaultWhenAbsent?: string;
  /** It says something by being there (`UnitAttr`). In an assembly format the word before it stands for it. */
  readonly unit?: boolean;
  /** How it stands in an assembly format, if not in full. */
  readonly format?: AttributeFormat;
}

/** One operand or result, or a group of them. */
export interface ValueDefinition {
  readonly name: string;
  readonly type: TypeConstraint;
  /** `optional`: none or one; `variadic`: any number. At most one such group unless the operation has segment sizes. */
  readonly many?: "optional" | "variadic";
}

/** How many blocks a region has. */
export type RegionSize = "one" | "at most one";

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

/** What is known of an operation whose text was read, to find types that the text does not say. */
export interface TypeLookup {
  readonly context: Context;
  /** The types of an operand or result, or of a group of them. */
  types(value: string): readonly Type[];
  attribute(name: string): Attribute | undefined;
}

/** What the names of results may depend on: nothing that changes without the attributes or types changing. */
export interface ResultNameSource {
  getAttr(name: string): Attribute | undefined;
  readonly resultTypes: readonly Type[];
}

/** A group of operands that go to a successor of a terminator. */
export interface SuccessorOperandGroup {
  /** The operand group. */
  readonly name: string;
  /** The attribute with a number for each successor, if the group is for all successors that are left. */
  readonly segments?: string;
}

/** What an operation is, as data. Everything is optional: what is not said is not known and not checked. */
export interface OpDefinition extends OpInterfaces {
  readonly traits?: readonly TraitName[];
  /** Interfaces by MLIR's name, for `hasInterface`. Those that follow from traits are added. */
  readonly interfaces?: readonly string[];
  readonly attributes?: Readonly<Record<string, AttributeDefinition>>;
  readonly operands?: readonly ValueDefinition[];
  readonly results?: readonly ValueDefinition[];
  /** How many regions it has; any number for undefined. */
  readonly regions?: number;
  /** How many successors it has; any number without. */
  readonly successors?: number | "at least one";
  /** Its memory effects, if not none (`Pure`) and not those of its contents. Undefined without such a trait: anything. */
  readonly effects?: readonly MemoryEffect[];
  /**
   * What its successors get, one group for each (`BranchOpInterface`). Without, a terminator with successors hands
   * something on that nobody knows.
   */
  readonly successorOperands?: readonly SuccessorOperandGroup[];
  /** Names of the operations that it may stand directly in (`HasParent`). */
  readonly parents?: readonly string[];
  /** The terminator that its blocks must end with (`SingleBlockImplicitTerminator`). */
  readonly implicitTerminator?: string;
  /** Names of its regions and successors, for the assembly format. A last region named `…s` stands for any number. */
  readonly regionNames?: readonly string[];
  /** How many blocks its regions have (`SizedRegion`, `MaxSizedRegion`); the last entry holds for all that follow. Any number without. */
  readonly regionSizes?: readonly RegionSize[];
  readonly successorNames?: readonly string[];
  /**
   * Its text behind the name, in the manner of ODS (`mlir/docs/DefiningDialects/Operations.md`). Without, only the generic
   * form is read and written.
   */
  readonly assemblyFormat?: string;
  /** Parts of the format that are functions: `custom<Name>`. */
  readonly directives?: Readonly<Record<string, AssemblyDirective>>;
  /** Types that the format leaves out: those of another value or of an attribute, or a function of what is known. */
  readonly inferTypes?: Readonly<Record<string, string | ((known: TypeLookup) => readonly Type[])>>;
  /** Names that its results are printed with (`getAsmResultNames`): `c1_i32`. A result without one is numbered. */
  readonly resultNames?: readonly string[] | ((op: ResultNameSource) => readonly (string | undefined)[]);
  /** The dialect of names without one inside of its regions (`getDefaultDialect`). */
  readonly defaultDialect?: string;
  /**
   * What its results are known to be without running it, or `in-place` if it made the operation itself simpler
   * (`OpTy::fold`, `mlir/docs/Canonicalization.md`). May look at anything, and change nothing but the operation's own operands
   * and attributes. That of a `ConstantLike` operation answers the attribute that it makes. A list is one for each result, or
   * empty for `in-place`; another one is PWI0009.
   */
  fold?(op: FoldAdaptor): FoldResult;
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

/** An attribute `#dialect.name<body>`. */
export interface DialectAttribute {
  /** Reads what stands behind the name, brackets and all, and answers it as MLIR prints it. */
  parse(parser: AttributeParser): string;
}

/** What the body of an attribute is read with (part of MLIR's `AsmParser`). Offsets are in bytes. */
export interface AttributeParser {
  /** Where the next token begins. */
  getLocation(): number;
  /** A word, or what stands between quotation marks; "" if neither is next. */
  parseOptionalKeywordOrString(): string;
  parsePunctuation(text: string): void;
  parseOptionalPunctuation(text: string): boolean;
  fail(message: string, at?: number): never;
  /** If `parse` fails, says this too, of the place that was reached. */
  alsoFailing<T>(parse: () => T, message: string): T;
}

/** A namespace of operations. Data only: registering it in a context is all that is ever done with it. */
export interface DialectDefinition {
  readonly name: string;
  readonly ops: Readonly<Record<string, OpDefinition>>;
  /** Attributes of the dialect whose text is understood; others are kept as they are, unless the dialect is closed. */
  readonly attributes?: Readonly<Record<string, DialectAttribute>>;
  /** It has no other attributes than `attributes`, and no types: others are refused. */
  readonly isClosed?: boolean;
  /**
   * Makes the operation whose result is this attribute, at the insertion point and location of the builder; undefined if
   * the dialect has none (`Dialect::materializeConstant`). Asked about what folders of the dialect's operations answered.
   */
  materializeConstant?(builder: OpBuilder, value: Attribute, type: Type): Operation | undefined;
  /** How its operations take part in inlining; without it, none of them does. */
  readonly inliner?: DialectInliner;
  /** Operations of the namespace that are not listed are accepted as unregistered. */
  readonly allowUnknownOps?: boolean;
}

/** Freezes a dialect. */
export function defineDialect(dialect: DialectDefinition): DialectDefinition {
  return Object.freeze({ ...dialect, ops: Object.freeze({ ...dialect.ops }) });
}
