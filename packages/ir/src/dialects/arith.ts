import type { Type } from "../attributes/attribute.ts";
import { areCompatibleShapes, elementBits, elementTypeOf, shapeOf } from "../attributes/dense.ts";
import type { Operation } from "../handles.ts";
import { defineOdsDialect } from "./define-dialect.ts";
import type { DialectDefinition, OpDefinition } from "./define-dialect.ts";
import type { Speculatability } from "./op-interfaces.ts";
import type { AttributeDefinition, TypeConstraint, TypeRelation } from "./op-structure.ts";
import {
  bitcastLike,
  boolLike,
  floatLike,
  indexCastLike,
  one,
  signlessFixedWidthIntegerLike,
  signlessIntegerLike,
  allTypesMatch,
  typeMatches,
} from "./type-constraints.ts";
import { enumAttribute, typedAttributeConstraint } from "./attribute-constraints.ts";
import { flags, integerEnum } from "../assembly/attribute-formats.ts";
import * as assembly from "./arith-assembly.ts";
import * as casts from "./arith-fold/cast-fold.ts";
import { cmpf, cmpi, select } from "./arith-fold/compare-fold.ts";
import * as floats from "./arith-fold/float-fold.ts";
import * as integers from "./arith-fold/integer-fold.ts";
import { makePatterns } from "./arith-patterns/rules.ts";
import { signedDivision, unsignedDivision } from "./arith-fold/integer-division.ts";
import type { TraitName } from "./traits.ts";

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

/** Parts of assembly formats that print attributes, in order. */
const GROUPS: Readonly<Record<string, string>> = {
  roundingmode: "($roundingmode^)?",
  overflowFlags: "(`overflow` `` $overflowFlags^)?",
  isExact: "(`exact` $isExact^)?",
  fastmath: FASTMATH,
};

function groupsOf(attributes: Attributes): string {
  const names = Object.keys(GROUPS).filter((name) => name in attributes);
  return names.map((name) => GROUPS[name]).join(" ");
}

function integer(traits: readonly TraitName[] = [], attributes: Attributes = {}): OpDefinition {
  return binary(signlessIntegerLike, traits, attributes);
}

/** Defines a division. It can trap, so a pass must not move it to a point that the program might not execute. */
function division(speculatability: (op: Operation) => Speculatability, attributes: Attributes = {}): OpDefinition {
  const { traits = [], ...definition } = integer([], attributes);
  return { ...definition, traits: traits.map((name) => (name === "Pure" ? "NoMemoryEffect" : name)), speculatability };
}

function float(traits: readonly TraitName[] = []): OpDefinition {
  return binary(floatLike, traits, fastmath);
}

/** Defines an operation with two results. The second result is an overflow bit, or the high half of a product. */
function extended(first: string, second: string, type: TypeConstraint, types: string): OpDefinition {
  return {
    resultNames: [first, second],
    assemblyFormat: `$lhs \`,\` $rhs attr-dict \`:\` ${types}`,
    traits: ["Pure", "Elementwise", "Commutative"],
    operands: [one("lhs", signlessIntegerLike), one("rhs", signlessIntegerLike)],
    results: [one(first, signlessIntegerLike), one(second, type)],
    relations: [allTypesMatch("lhs", "rhs", first, ...(type === boolLike ? [] : [second]))],
  };
}

type CastRule = (from: Type, to: Type) => boolean;

const bits = (type: Type): number => elementBits(type) ?? 0;

const widens: CastRule = (from, to) => bits(from) < bits(to);
const narrows: CastRule = (from, to) => bits(from) > bits(to);
const keepsBits: CastRule = (from, to) => bits(from) === bits(to);
/** Allows casts between `index` and an integer, in either direction. */
const changesIndex: CastRule = (from, to) => (from.kind === "index") !== (to.kind === "index");
const anyCast: CastRule = () => true;

/**
 * Relation between tensor types with equal shapes. A dynamic size equals only a dynamic size. As in MLIR, other types
 * count as scalars. Unranked tensors are invalid.
 */
const sameTensorDimensions: TypeRelation = {
  description: "input and output have the same tensor dimensions",
  holds(typesOf) {
    const types = [typesOf("in")[0]!, typesOf("out")[0]!];
    const [from, to] = types.map((type) => (type.kind === "tensor" ? shapeOf(type)!.join() : ""));
    return from === to && types.every(({ kind }) => kind !== "unranked-tensor");
  },
};

/** Extends a rule for scalars to vectors, tensors and memrefs. Tensors keep their encoding. */
function elementCast(rule: CastRule): CastRule {
  return (from, to) =>
    areCompatibleShapes(from, to) &&
    (from.data.kind !== "tensor" || to.data.kind !== "tensor" || from.data.encoding === to.data.encoding) &&
    rule(elementTypeOf(from) ?? from, elementTypeOf(to) ?? to);
}

function cast(from: TypeConstraint, to: TypeConstraint, rule: CastRule, attributes: Attributes = {}): OpDefinition {
  return {
    areCastCompatible: elementCast(rule),
    traits: ["Pure", "SameOperandsAndResultShape", "Elementwise"],
    relations: [sameTensorDimensions],
    attributes,
    operands: [one("in", from)],
    results: [one("out", to)],
    assemblyFormat: `$in ${groupsOf(attributes)} attr-dict \`:\` type($in) \`to\` type($out)`,
  };
}

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
      typeMatches("result", "lhs", "result type has i1 element type and same shape as operands", assembly.boolTypeLike),
    ],
    assemblyFormat: `$predicate \`,\` $lhs \`,\` $rhs ${groupsOf(attributes)} attr-dict \`:\` type($lhs)`,
    inferTypes: { rhs: "lhs", result: (known) => [assembly.boolTypeLike(known.types("lhs")[0]!)] },
  };
}

const fixed = signlessFixedWidthIntegerLike;

/** Folders by mnemonic in camel case. */
const folders: Readonly<Record<string, OpDefinition["fold"]>> = {
  ...integers,
  ...floats,
  ...casts,
  cmpi,
  cmpf,
  select,
};

/** Defines several operations in the same way. `mnemonics` is a list separated by spaces. */
function each(mnemonics: string, definition: OpDefinition): Record<string, OpDefinition> {
  return Object.fromEntries(mnemonics.split(" ").map((mnemonic) => [mnemonic, definition]));
}

function withBehavior(ops: Readonly<Record<string, OpDefinition>>): Record<string, OpDefinition> {
  const patterns = makePatterns();
  const complete = (mnemonic: string, definition: OpDefinition): OpDefinition => {
    const key = mnemonic.replace(/_./g, (text) => text[1]!.toUpperCase());
    const [fold, canonicalizationPatterns] = [folders[key], patterns[key]];
    return { ...definition, ...(fold && { fold }), ...(canonicalizationPatterns && { canonicalizationPatterns }) };
  };
  return Object.fromEntries(Object.entries(ops).map(([mnemonic, op]) => [mnemonic, complete(mnemonic, op)]));
}

/** Dialect arith (`mlir/include/mlir/Dialect/Arith/IR/ArithOps.td`). */
export const arith: DialectDefinition = defineOdsDialect({
  name: "arith",
  inliner: { isLegalToInline: true },
  isClosed: true,
  attributes: assembly.arithAttributes,
  materializeConstant: assembly.materializeArithConstant,
  ops: () =>
    withBehavior({
      constant: {
        traits: ["ConstantLike", "Pure"],
        interfaces: ["OpAsmOpInterface", "InferTypeOpInterface"],
        attributes: { value: { constraint: typedAttributeConstraint } },
        results: [one("result")],
        assemblyFormat: "attr-dict $value",
        inferTypes: { result: "value" },
        resultNames: assembly.constantName,
        verifySignature: assembly.verifyConstant,
        fold: (op) => op.attr("value"),
      },
      ...each("addi muli", integer(["Commutative"], overflow)),
      ...each("subi shli", integer([], overflow)),
      ...each("shrsi shrui", integer([], exact)),
      divsi: division(signedDivision, exact),
      divui: division(unsignedDivision, exact),
      ceildivsi: division(signedDivision),
      ceildivui: division(unsignedDivision),
      ...each("floordivsi remsi remui", integer()),
      ...each("andi ori", integer(["Commutative", "Idempotent"])),
      ...each("xori maxsi maxui minsi minui", integer(["Commutative"])),
      addui_extended: extended("sum", "overflow", boolLike, "type($sum) `,` type($overflow)"),
      ...each("mulsi_extended mului_extended", extended("low", "high", signlessIntegerLike, "type($low)")),
      ...each("addf mulf maximumf maxnumf minimumf minnumf", float(["Commutative"])),
      ...each("subf divf remf", float()),
      negf: {
        ...float(),
        operands: [one("operand", floatLike)],
        assemblyFormat: `$operand ${FASTMATH} attr-dict \`:\` type($result)`,
      },
      ...each("extsi extui", cast(fixed, fixed, widens)),
      trunci: cast(fixed, fixed, narrows, overflow),
      extf: cast(floatLike, floatLike, widens, optionalFastmath),
      truncf: cast(floatLike, floatLike, narrows, { ...roundingMode, ...optionalFastmath }),
      scaling_extf: scaling(widens, optionalFastmath),
      scaling_truncf: scaling(narrows, { ...roundingMode, ...optionalFastmath }),
      ...each("sitofp uitofp", cast(fixed, floatLike, anyCast)),
      ...each("fptosi fptoui", cast(floatLike, fixed, anyCast)),
      ...each("index_cast index_castui", cast(indexCastLike, indexCastLike, changesIndex)),
      bitcast: cast(bitcastLike, bitcastLike, keepsBits),
      cmpi: comparison(signlessIntegerLike, assembly.CMPI),
      cmpf: comparison(floatLike, assembly.CMPF, fastmath),
      select: {
        traits: ["Pure", "Elementwise"],
        interfaces: ["InferTypeOpInterface", "SelectLikeOpInterface"],
        operands: [one("condition", boolLike), one("true_value"), one("false_value")],
        results: [one("result")],
        assemblyFormat: "custom<Operands> attr-dict `:` custom<Types>",
        directives: { Operands: assembly.selectOperands, Types: assembly.selectTypes },
        relations: [
          allTypesMatch("true_value", "false_value", "result"),
          { description: "condition is signless i1 or has matching shape", holds: assembly.hasConditionShape },
        ],
        verifySignature: assembly.verifySelect,
      },
    }),
});
