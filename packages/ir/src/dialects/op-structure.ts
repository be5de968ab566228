import type { AssemblyDirective } from "../assembly/directive.ts";
import type { AttributeFormat } from "../assembly/attribute-format.ts";
import type { Attribute, AttributeContext, Type } from "../attributes/attribute.ts";
import type { AttributeConstraint } from "./attribute-constraints.ts";
import type { DialectSyntax } from "./dialect-syntax.ts";
import type { TraitName } from "./traits.ts";

/** What an operation does to memory, in MLIR's words. */
export type MemoryEffect = "read" | "write" | "allocate" | "free";

/** A condition on a type, with MLIR's name of what passes. */
export interface TypeConstraint {
  /** As in `operand #0 must be …`. */
  readonly description: string;
  accepts(type: Type): boolean;
  /** The only type that passes, if there is only one: then assembly formats need not say it. */
  build?(context: AttributeContext): Type;
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

/** A condition on the types of several values (`PredOpTrait`). */
export interface TypeRelation {
  /** As in `failed to verify that …`. */
  readonly description: string;
  /** `typesOf`: the types of an operand or result, or of a group of them. */
  holds(typesOf: (group: string) => readonly Type[]): boolean;
}

/** How many blocks a region has. */
export type RegionSize = "one" | "at most one";

/** What is known of an operation whose text was read, to find types that the text does not say. */
export interface TypeLookup {
  readonly context: AttributeContext;
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

/**
 * The structure and the text of an operation, as data: what the parser, the printer and the store need of its definition. Everything
 * is optional: what is absent is not known and not checked.
 */
export interface OpStructure {
  readonly traits?: readonly TraitName[];
  /** Interfaces by MLIR's name, for `hasInterface`. Those that follow from traits are added. */
  readonly interfaces?: readonly string[];
  readonly attributes?: Readonly<Record<string, AttributeDefinition>>;
  readonly operands?: readonly ValueDefinition[];
  readonly results?: readonly ValueDefinition[];
  /** What its types must satisfy together. */
  readonly relations?: readonly TypeRelation[];
  /** What its results are, if that follows from its operands (`InferTypeOpInterface`). */
  readonly inferResultTypes?: (operands: readonly Type[]) => readonly Type[];
  /** Whether its first operand can become its result (`CastOpInterface`). */
  readonly areCastCompatible?: (from: Type, to: Type) => boolean;
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
}

/** The structure of a dialect: its text, and that of its operations. */
export interface DialectStructure extends DialectSyntax {
  readonly ops: Readonly<Record<string, OpStructure>>;
}
