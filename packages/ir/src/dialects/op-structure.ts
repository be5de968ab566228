import type { AssemblyDirective, AttributeFormat } from "../assembly/directive.ts";
import type { Attribute, AttributeContext, Type } from "../attributes/attribute.ts";
import type { AttributeConstraint } from "./attribute-constraints.ts";
import type { DialectSyntax } from "./dialect-syntax.ts";
import type { TraitName } from "./traits.ts";

/** A memory effect, with MLIR's name. */
export type MemoryEffect = "read" | "write" | "allocate" | "free";

/** A constraint on a type. */
export interface TypeConstraint {
  /** The text in `operand #0 must be …`. */
  readonly description: string;
  /** Returns whether a type satisfies the constraint. */
  accepts(type: Type): boolean;
  /** Returns the only type that satisfies the constraint. Formats can omit it. Absent if there are several types. */
  build?(context: AttributeContext): Type;
  /** Kinds of types that assembly formats accept. Other kinds are syntax errors. Default: all kinds. */
  readonly kinds?: readonly Type["kind"][];
}

/** An inherent attribute: part of the operation's meaning, printed between `<{` and `}>`. */
export interface AttributeDefinition {
  /** Constraint on the attribute. Default: the constraint of the format. */
  readonly constraint?: AttributeConstraint;
  /** Whether the attribute can be missing. Default: `false`. */
  readonly optional?: boolean;
  /** Default value, as MLIR text. */
  readonly default?: string;
  /** Value of an absent attribute, which the custom form omits (`DefaultValuedOptionalAttr`). Needs `optional: true`. */
  readonly defaultWhenAbsent?: string;
  /** Whether only the presence matters (`UnitAttr`). Formats write a word in its place. Needs `optional: true`. */
  readonly unit?: boolean;
  /** Form of the attribute in an assembly format. Default: the full text of the attribute. */
  readonly format?: AttributeFormat;
}

/** An operand or result, or a group of operands or results. */
export interface ValueDefinition {
  /** Name of the operand or result, for error messages and assembly formats. */
  readonly name: string;
  /** Constraint that the type of the value must satisfy. */
  readonly type: TypeConstraint;
  /**
   * At most one value, or any number of values. Several such groups need the trait `AttrSizedOperandSegments` or
   * `AttrSizedResultSegments`. Default: exactly one value.
   */
  readonly many?: "optional" | "variadic";
}

/** A constraint on the types of several values (`PredOpTrait`). */
export interface TypeRelation {
  /** The text in `failed to verify that …`. */
  readonly description: string;
  /** Returns whether the relation holds. `typesOf` returns the types of an operand, a result or a group. */
  holds(typesOf: (group: string) => readonly Type[]): boolean;
}

/** The number of blocks in a region. */
export type RegionSize = "one" | "at most one";

/** Parsed types and attributes of an operation, for inferring the types that the text omits. */
export interface TypeLookup {
  /** Context in which types are created. */
  readonly context: AttributeContext;
  /** Returns the types of an operand, a result or a group. */
  types(value: string): readonly Type[];
  /** Returns an attribute of the operation, or `undefined` if it is missing. */
  attribute(name: string): Attribute | undefined;
}

/** Attributes and result types of an operation. Suggested names of results depend only on this data. */
export interface ResultNameSource {
  /** Returns an attribute of the operation, or `undefined` if it is missing. */
  getAttr(name: string): Attribute | undefined;
  /** Types of the results, in order. */
  readonly resultTypes: readonly Type[];
}

/** A group of operands that a terminator passes to a successor. */
export interface SuccessorOperandGroup {
  /** Name of the operand group, which must be optional or variadic. */
  readonly name: string;
  /** Attribute with the number of operands for each successor, if all remaining successors share the group. */
  readonly segments?: string;
}

/** Structure and text of an operation, as data. All fields are optional. The verifier skips checks of absent fields. */
export interface OpStructure {
  /** One-line description of the operation, for readers of the definition (`summary` of ODS). */
  readonly summary?: string;
  /** Longer description in Markdown, for readers of the definition (`description` of ODS). */
  readonly description?: string;
  /** Traits of the operation. Default: none. */
  readonly traits?: readonly TraitName[];
  /** Interfaces by MLIR's name, for `hasInterface`, in addition to the interfaces that follow from traits. */
  readonly interfaces?: readonly string[];
  /** Attributes of the operation by name. Default: none. */
  readonly attributes?: Readonly<Record<string, AttributeDefinition>>;
  /** Operands of the operation, in order. Default: none with an assembly format, otherwise not checked. */
  readonly operands?: readonly ValueDefinition[];
  /** Results of the operation, in order. Default: none with an assembly format, otherwise not checked. */
  readonly results?: readonly ValueDefinition[];
  /** Constraints that relate types of operands and results, for example that all types are equal. */
  readonly relations?: readonly TypeRelation[];
  /** Returns the result types, if they follow from the types of the operands (`InferTypeOpInterface`). */
  readonly inferResultTypes?: (operands: readonly Type[]) => readonly Type[];
  /** Returns whether the operation can cast the type `from` to the type `to` (`CastOpInterface`). */
  readonly areCastCompatible?: (from: Type, to: Type) => boolean;
  /** Number of regions. Default: number of `regionNames` with an assembly format, otherwise any number. */
  readonly regions?: number;
  /** Number of successors. Default: number of `successorNames` with an assembly format, otherwise any number. */
  readonly successors?: number | "at least one";
  /** Memory effects. Default: unknown, unless they follow from the trait `Pure` or `RecursiveMemoryEffects`. */
  readonly effects?: readonly MemoryEffect[];
  /** Operands of the successors, with one group for each successor (`BranchOpInterface`). Default: unknown. */
  readonly successorOperands?: readonly SuccessorOperandGroup[];
  /** Names of the operations that can directly contain the operation (`HasParent`). */
  readonly parents?: readonly string[];
  /** The terminator of the operation's blocks (`SingleBlockImplicitTerminator`). */
  readonly implicitTerminator?: string;
  /** Names of the regions. If an operation has more regions, the last name is the name of all further regions. */
  readonly regionNames?: readonly string[];
  /** Number of blocks in each region (`SizedRegion`). The last entry applies to further regions. Default: any. */
  readonly regionSizes?: readonly RegionSize[];
  /** Names of the successors in the assembly format. */
  readonly successorNames?: readonly string[];
  /** Assembly format in ODS syntax (`mlir/docs/DefiningDialects/Operations.md`). Default: only the generic form. */
  readonly assemblyFormat?: string;
  /** Directives for the parts `custom<Name>` of the format, by name. */
  readonly directives?: Readonly<Record<string, AssemblyDirective>>;
  /** Sources of types that the format omits: a value or attribute with the same type, or a function for the types. */
  readonly inferTypes?: Readonly<Record<string, string | ((known: TypeLookup) => readonly Type[])>>;
  /** Printed names of results (`getAsmResultNames`), for example `c1_i32`. A result without a name is numbered. */
  readonly resultNames?: readonly string[] | ((op: ResultNameSource) => readonly (string | undefined)[]);
  /** The dialect of unqualified names in the operation's regions (`getDefaultDialect`). */
  readonly defaultDialect?: string;
}

/** Structure of a dialect: syntax and operations. */
export interface DialectStructure extends DialectSyntax {
  /** Operations of the dialect by name, without the name of the dialect: `addi` for `arith.addi`. */
  readonly ops: Readonly<Record<string, OpStructure>>;
}
