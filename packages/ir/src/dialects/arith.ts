import { defineOdsDialect } from "./define-dialect.ts";
import type { DialectDefinition, OpDefinition } from "./define-dialect.ts";
import type { AttributeDefinition, TypeConstraint } from "./op-structure.ts";
import {
  bitcastLike,
  boolLike,
  floatLike,
  indexCastLike,
  one,
  signlessFixedWidthIntegerLike,
  signlessIntegerLike,
} from "./type-constraints.ts";
import { enumAttribute } from "./attribute-constraints.ts";
import { flags, integerEnum } from "../assembly/attribute-formats.ts";
import {
  boolTypeLike,
  CMPF,
  CMPI,
  constantName,
  hasConditionShape,
  selectOperands,
  selectTypes,
  typedAttribute,
  verifyConstant,
  verifySelect,
} from "./arith-assembly.ts";
import { anyCast, changesIndex, elementCast, keepsBits, narrows, sameTensorDimensions, widens } from "./cast-rules.ts";
import type { CastRule } from "./cast-rules.ts";
import * as casts from "./arith-fold/cast-fold.ts";
import * as comparisons from "./arith-fold/compare-fold.ts";
import * as floats from "./arith-fold/float-fold.ts";
import * as integers from "./arith-fold/integer-fold.ts";
import * as comparisonPatterns from "./arith-patterns/compare-patterns.ts";
import * as floatPatterns from "./arith-patterns/float-patterns.ts";
import * as integerPatterns from "./arith-patterns/integer-patterns.ts";
import * as selectPatterns from "./arith-patterns/select-patterns.ts";
import { materializeArithConstant } from "./arith-constant.ts";
import { signedDivision, unsignedDivision } from "./arith-speculatability.ts";
import { arithAttributes } from "./arith-attributes.ts";
import type { TraitName } from "./traits.ts";
import { allTypesMatch, typeMatches } from "./type-relations.ts";

type Attributes = Readonly<Record<string, AttributeDefinition>>;

const overflow: Attributes = {
  overflowFlags: {
    default: "#arith.overflow<none>",
    format: flags("arith", "overflow", "Integer overflow arith flags"),
  },
};
const FLAGS = flags("arith", "fastmath", "Floating point fast math flags");
const fastmath: Attributes = { fastmath: { default: "#arith.fastmath<none>", format: FLAGS } };
const optionalFastmath: Attributes = { fastmath: { optional: true, format: FLAGS } };
const MODES: readonly string[] = ["to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"];
const roundingMode: Attributes = {
  roundingmode: {
    optional: true,
    format: integerEnum(MODES, 32),
    constraint: { ...enumAttribute(MODES.length, 32), description: "Floating point rounding mode" },
  },
};
const exact: Attributes = { isExact: { optional: true, unit: true } };

const FASTMATH = "(`fastmath` `` $fastmath^)?";
const OVERFLOW = "(`overflow` `` $overflowFlags^)?";

/** Defines an operation whose two operands and result have the same type. */
function binary(type: TypeConstraint, traits: readonly TraitName[] = [], attributes: Attributes = {}): OpDefinition {
  return {
    traits: ["Pure", "SameOperandsAndResultType", "Elementwise", ...traits],
    interfaces: type === floatLike ? ["ArithFastMathInterface", "InferTypeOpInterface"] : ["InferTypeOpInterface"],
    attributes,
    operands: [one("lhs", type), one("rhs", type)],
    results: [one("result", type)],
    assemblyFormat: `$lhs \`,\` $rhs ${groupsOf(attributes)} attr-dict \`:\` type($result)`,
  };
}

/** Returns the parts of an assembly format that print the attributes of the operation. */
function groupsOf(attributes: Attributes): string {
  const groups: string[] = [];
  if (attributes["roundingmode"] !== undefined) groups.push("($roundingmode^)?");
  if (attributes["overflowFlags"] !== undefined) groups.push(OVERFLOW);
  if (attributes["isExact"] !== undefined) groups.push("(`exact` $isExact^)?");
  if (attributes["fastmath"] !== undefined) groups.push(FASTMATH);
  return groups.join(" ");
}

function integer(traits: readonly TraitName[] = [], attributes: Attributes = {}): OpDefinition {
  return binary(signlessIntegerLike, traits, attributes);
}

function float(traits: readonly TraitName[] = []): OpDefinition {
  return binary(floatLike, traits, fastmath);
}

/** Defines an operation with two results. The second result is an overflow bit, or the high half of a product. */
function extended(traits: readonly TraitName[], type: TypeConstraint): OpDefinition {
  const isOverflow = type === boolLike;
  const [first, second] = isOverflow ? (["sum", "overflow"] as const) : (["low", "high"] as const);
  return {
    resultNames: [first, second],
    assemblyFormat: isOverflow
      ? "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"
      : "$lhs `,` $rhs attr-dict `:` type($low)",
    inferTypes: isOverflow ? { lhs: "sum", rhs: "sum" } : { lhs: "low", rhs: "low", high: "low" },
    traits: ["Pure", "Elementwise", ...traits],
    operands: [one("lhs", signlessIntegerLike), one("rhs", signlessIntegerLike)],
    results: [one(first, signlessIntegerLike), one(second, type)],
    relations: [isOverflow ? allTypesMatch("lhs", "rhs", "sum") : allTypesMatch("lhs", "rhs", "low", "high")],
  };
}

function cast(from: TypeConstraint, to: TypeConstraint, rule: CastRule, attributes: Attributes = {}): OpDefinition {
  return {
    areCastCompatible: elementCast(rule),
    traits: ["Pure", "SameOperandsAndResultShape", "Elementwise"],
    relations: [sameTensorDimensions],
    interfaces: ["CastOpInterface"],
    attributes,
    operands: [one("in", from)],
    results: [one("out", to)],
    assemblyFormat: `$in ${groupsOf(attributes)} attr-dict \`:\` type($in) \`to\` type($out)`,
  };
}

/** Defines a cast with a second operand, the scale. */
function scaling(rule: CastRule, attributes: Attributes): OpDefinition {
  return {
    ...cast(floatLike, floatLike, rule, attributes),
    traits: ["Pure", "Elementwise"],
    relations: [],
    operands: [one("in", floatLike), one("scale", floatLike)],
    assemblyFormat: `$in \`,\` $scale ${groupsOf(attributes)} attr-dict \`:\` type($in) \`,\` type($scale) \`to\` type($out)`,
  };
}

function comparison(type: TypeConstraint, predicates: readonly string[], attributes: Attributes = {}): OpDefinition {
  return {
    traits: ["Pure", "SameTypeOperands", "Elementwise"],
    interfaces: ["InferTypeOpInterface"],
    attributes: { predicate: { format: integerEnum(predicates, 64) }, ...attributes },
    operands: [one("lhs", type), one("rhs", type)],
    results: [one("result", boolLike)],
    relations: [
      typeMatches("result", "lhs", "result type has i1 element type and same shape as operands", boolTypeLike),
    ],
    assemblyFormat: `$predicate \`,\` $lhs \`,\` $rhs ${groupsOf(attributes)} attr-dict \`:\` type($lhs)`,
    inferTypes: { rhs: "lhs", result: (known) => [boolTypeLike(known.types("lhs")[0]!)] },
  };
}

const fixed = signlessFixedWidthIntegerLike;

/** Dialect arith (`mlir/include/mlir/Dialect/Arith/IR/ArithOps.td`). */
export const arith: DialectDefinition = defineOdsDialect({
  name: "arith",
  inliner: { isLegalToInline: true },
  isClosed: true,
  attributes: arithAttributes,
  materializeConstant: materializeArithConstant,
  ops: {
    constant: {
      traits: ["ConstantLike", "Pure"],
      interfaces: ["OpAsmOpInterface", "InferTypeOpInterface"],
      attributes: { value: { format: typedAttribute } },
      results: [one("result")],
      assemblyFormat: "attr-dict $value",
      inferTypes: { result: "value" },
      resultNames: constantName,
      verifySignature: verifyConstant,
      fold: (op) => op.attr("value"),
    },
    addi: {
      ...integer(["Commutative"], overflow),
      fold: integers.addi,
      canonicalizationPatterns: integerPatterns.addi,
    },
    subi: { ...integer([], overflow), fold: integers.subi, canonicalizationPatterns: integerPatterns.subi },
    muli: {
      ...integer(["Commutative"], overflow),
      fold: integers.muli,
      canonicalizationPatterns: integerPatterns.muli,
    },
    shli: { ...integer([], overflow), fold: integers.shli },
    shrsi: { ...integer([], exact), fold: integers.shrsi },
    shrui: { ...integer([], exact), fold: integers.shrui },
    // Not pure, although the operation does not have effects. A division can trap, so a pass must not move it to a
    // point where the original program might not execute it.
    divsi: { ...division(integer([], exact), signedDivision), fold: integers.divsi },
    divui: { ...division(integer([], exact), unsignedDivision), fold: integers.divui },
    ceildivsi: { ...division(integer(), signedDivision), fold: integers.ceildivsi },
    ceildivui: { ...division(integer(), unsignedDivision), fold: integers.ceildivui },
    floordivsi: { ...integer(), fold: integers.floordivsi },
    remsi: { ...integer(), fold: integers.remsi },
    remui: { ...integer(), fold: integers.remui },
    andi: {
      ...integer(["Commutative", "Idempotent"]),
      fold: integers.andi,
      canonicalizationPatterns: integerPatterns.andi,
    },
    ori: {
      ...integer(["Commutative", "Idempotent"]),
      fold: integers.ori,
      canonicalizationPatterns: integerPatterns.ori,
    },
    xori: { ...integer(["Commutative"]), fold: integers.xori, canonicalizationPatterns: integerPatterns.xori },
    maxsi: { ...integer(["Commutative"]), fold: integers.maxsi },
    maxui: { ...integer(["Commutative"]), fold: integers.maxui },
    minsi: { ...integer(["Commutative"]), fold: integers.minsi },
    minui: { ...integer(["Commutative"]), fold: integers.minui },
    addui_extended: {
      ...extended(["Commutative"], boolLike),
      fold: integers.adduiExtended,
      canonicalizationPatterns: integerPatterns.adduiExtended,
    },
    mulsi_extended: {
      ...extended(["Commutative"], signlessIntegerLike),
      fold: integers.mulsiExtended,
      canonicalizationPatterns: integerPatterns.mulsiExtended,
    },
    mului_extended: {
      ...extended(["Commutative"], signlessIntegerLike),
      fold: integers.muluiExtended,
      canonicalizationPatterns: integerPatterns.muluiExtended,
    },
    addf: { ...float(["Commutative"]), fold: floats.addf },
    subf: { ...float(), fold: floats.subf },
    mulf: { ...float(["Commutative"]), fold: floats.mulf, canonicalizationPatterns: floatPatterns.mulf },
    divf: { ...float(), fold: floats.divf, canonicalizationPatterns: floatPatterns.divf },
    remf: { ...float(), fold: floats.remf },
    maximumf: { ...float(["Commutative"]), fold: floats.maximumf },
    maxnumf: { ...float(["Commutative"]), fold: floats.maxnumf },
    minimumf: { ...float(["Commutative"]), fold: floats.minimumf },
    minnumf: { ...float(["Commutative"]), fold: floats.minnumf },
    negf: {
      ...float(),
      fold: floats.negf,
      operands: [one("operand", floatLike)],
      assemblyFormat: `$operand ${FASTMATH} attr-dict \`:\` type($result)`,
    },
    extsi: { ...cast(fixed, fixed, widens), fold: casts.extsi, canonicalizationPatterns: integerPatterns.extsi },
    extui: { ...cast(fixed, fixed, widens), fold: casts.extui },
    trunci: {
      ...cast(fixed, fixed, narrows, overflow),
      fold: casts.trunci,
      canonicalizationPatterns: integerPatterns.trunci,
    },
    extf: { ...cast(floatLike, floatLike, widens, optionalFastmath), fold: casts.extf },
    truncf: {
      ...cast(floatLike, floatLike, narrows, { ...roundingMode, ...optionalFastmath }),
      fold: casts.truncf,
      canonicalizationPatterns: floatPatterns.truncf,
    },
    scaling_extf: scaling(widens, optionalFastmath),
    scaling_truncf: scaling(narrows, { ...roundingMode, ...optionalFastmath }),
    sitofp: { ...cast(fixed, floatLike, anyCast), fold: casts.sitofp },
    uitofp: { ...cast(fixed, floatLike, anyCast), fold: casts.uitofp },
    fptosi: { ...cast(floatLike, fixed, anyCast), fold: casts.fptosi },
    fptoui: { ...cast(floatLike, fixed, anyCast), fold: casts.fptoui },
    index_cast: {
      ...cast(indexCastLike, indexCastLike, changesIndex),
      fold: casts.indexCast,
      canonicalizationPatterns: integerPatterns.indexCast,
    },
    index_castui: {
      ...cast(indexCastLike, indexCastLike, changesIndex),
      fold: casts.indexCastui,
      canonicalizationPatterns: integerPatterns.indexCastui,
    },
    bitcast: {
      ...cast(bitcastLike, bitcastLike, keepsBits),
      fold: casts.bitcast,
      canonicalizationPatterns: integerPatterns.bitcast,
    },
    cmpi: {
      ...comparison(signlessIntegerLike, CMPI),
      fold: comparisons.cmpi,
      canonicalizationPatterns: integerPatterns.cmpi,
    },
    cmpf: {
      ...comparison(floatLike, CMPF, fastmath),
      fold: comparisons.cmpf,
      canonicalizationPatterns: comparisonPatterns.cmpf,
    },
    select: {
      traits: ["Pure", "Elementwise"],
      interfaces: ["InferTypeOpInterface", "SelectLikeOpInterface"],
      operands: [one("condition", boolLike), one("true_value"), one("false_value")],
      results: [one("result")],
      assemblyFormat: "custom<Operands> attr-dict `:` custom<Types>",
      directives: { Operands: selectOperands, Types: selectTypes },
      fold: comparisons.select,
      canonicalizationPatterns: selectPatterns.select,
      relations: [
        allTypesMatch("true_value", "false_value", "result"),
        { description: "condition is signless i1 or has matching shape", holds: hasConditionShape },
      ],
      verifySignature: verifySelect,
    },
  },
});

function division(
  definition: OpDefinition,
  speculatability: NonNullable<OpDefinition["speculatability"]>,
): OpDefinition {
  const traits = (definition.traits ?? []).filter((trait) => trait !== "Pure");
  return { ...definition, traits: ["NoMemoryEffect", ...traits], speculatability };
}
