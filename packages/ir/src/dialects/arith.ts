import {
  type AttributeDefinition,
  defineDialect,
  type DialectDefinition,
  type OpDefinition,
  type TypeConstraint,
  type ValueDefinition,
} from "./define-dialect.ts";
import {
  anyType,
  bitcastLike,
  boolLike,
  floatLike,
  indexCastLike,
  signlessFixedWidthIntegerLike,
  signlessIntegerLike,
} from "./type-constraints.ts";
import { flags, integerEnum } from "../assembly/attribute-formats.ts";
import {
  boolTypeLike,
  CMPF,
  CMPI,
  constantName,
  selectTypes,
  typedAttribute,
  verifyConstant,
} from "./arith-assembly.ts";
import { anyCast, type CastRule, changesIndex, keepsBits, narrows, verifyCast, widens } from "./cast-verify.ts";
import { materializeArithConstant } from "./arith-constant.ts";
import { arithAttributes } from "./arith-attributes.ts";
import { type TraitName } from "./traits.ts";

type Attributes = Readonly<Record<string, AttributeDefinition>>;

const overflow: Attributes = {
  overflowFlags: { default: "#arith.overflow<none>", format: flags("arith", "overflow") },
};
const fastmath: Attributes = { fastmath: { default: "#arith.fastmath<none>", format: flags("arith", "fastmath") } };
const optionalFastmath: Attributes = { fastmath: { optional: true, format: flags("arith", "fastmath") } };
const roundingMode: Attributes = {
  roundingmode: {
    optional: true,
    format: integerEnum(["to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"], 32),
  },
};
const exact: Attributes = { isExact: { optional: true, unit: true } };

const FASTMATH = "(`fastmath` `` $fastmath^)?";
const OVERFLOW = "(`overflow` `` $overflowFlags^)?";

function one(name: string, type: TypeConstraint): ValueDefinition {
  return { name, type };
}

/** Two operands and a result of one type. */
function binary(type: TypeConstraint, traits: readonly TraitName[] = [], attributes: Attributes = {}): OpDefinition {
  return {
    traits: ["Pure", "SameOperandsAndResultType", "Elementwise", ...traits],
    interfaces: type === floatLike ? ["ArithFastMathInterface", "InferTypeOpInterface"] : ["InferTypeOpInterface"],
    attributes,
    operands: [one("lhs", type), one("rhs", type)],
    results: [one("result", type)],
    regions: 0,
    successors: 0,
    assemblyFormat: `$lhs \`,\` $rhs ${groupsOf(attributes)} attr-dict \`:\` type($result)`,
  };
}

/** The parts of a format for the attributes that the operation has. */
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

/** Two results, the second of which is an overflow bit or a high half. */
function extended(traits: readonly TraitName[], second: TypeConstraint): OpDefinition {
  const isOverflow = second === boolLike;
  return {
    resultNames: isOverflow ? ["sum", "overflow"] : ["low", "high"],
    assemblyFormat: isOverflow
      ? "$lhs `,` $rhs attr-dict `:` type($first) `,` type($second)"
      : "$lhs `,` $rhs attr-dict `:` type($first)",
    inferTypes: { lhs: "first", rhs: "first", ...(isOverflow ? {} : { second: "first" }) },
    traits: ["Pure", "Elementwise", ...traits],
    operands: [one("lhs", signlessIntegerLike), one("rhs", signlessIntegerLike)],
    results: [one("first", signlessIntegerLike), one("second", second)],
    regions: 0,
    successors: 0,
  };
}

function cast(from: TypeConstraint, to: TypeConstraint, rule: CastRule, attributes: Attributes = {}): OpDefinition {
  return {
    verifySignature: verifyCast(rule),
    traits: ["Pure", "Elementwise"],
    interfaces: ["CastOpInterface"],
    attributes,
    operands: [one("in", from)],
    results: [one("out", to)],
    regions: 0,
    successors: 0,
    assemblyFormat: `$in ${groupsOf(attributes)} attr-dict \`:\` type($in) \`to\` type($out)`,
  };
}

/** Two operands before what they become. */
function scaling(attributes: Attributes): OpDefinition {
  return {
    ...cast(floatLike, floatLike, anyCast, attributes),
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
    regions: 0,
    successors: 0,
    verifySignature(op, complain) {
      if (op.resultTypes[0] !== boolTypeLike(op.operandTypes[0]!)) {
        complain("failed to verify that result type has i1 element type and same shape as operands");
      }
    },
    assemblyFormat: `$predicate \`,\` $lhs \`,\` $rhs ${groupsOf(attributes)} attr-dict \`:\` type($lhs)`,
    inferTypes: { rhs: "lhs", result: (known) => [boolTypeLike(known.types("lhs")[0]!)] },
  };
}

const fixed = signlessFixedWidthIntegerLike;

/** `mlir/include/mlir/Dialect/Arith/IR/ArithOps.td` */
export const arith: DialectDefinition = defineDialect({
  name: "arith",
  attributes: arithAttributes,
  materializeConstant: materializeArithConstant,
  ops: {
    constant: {
      traits: ["ConstantLike", "Pure"],
      interfaces: ["OpAsmOpInterface", "InferTypeOpInterface"],
      attributes: { value: { format: typedAttribute } },
      operands: [],
      results: [one("result", anyType)],
      regions: 0,
      successors: 0,
      assemblyFormat: "attr-dict $value",
      inferTypes: { result: "value" },
      resultNames: constantName,
      verifySignature: verifyConstant,
      fold: (op) => op.attr("value"),
    },
    addi: integer(["Commutative"], overflow),
    subi: integer([], overflow),
    muli: integer(["Commutative"], overflow),
    shli: integer([], overflow),
    shrsi: integer([], exact),
    shrui: integer([], exact),
    // Division may trap, so it has no effects but is not pure: it cannot run where it did not.
    divsi: impure(integer([], exact)),
    divui: impure(integer([], exact)),
    ceildivsi: impure(integer()),
    ceildivui: impure(integer()),
    floordivsi: impure(integer()),
    remsi: integer(),
    remui: integer(),
    andi: integer(["Commutative", "Idempotent"]),
    ori: integer(["Commutative", "Idempotent"]),
    xori: integer(["Commutative"]),
    maxsi: integer(["Commutative"]),
    maxui: integer(["Commutative"]),
    minsi: integer(["Commutative"]),
    minui: integer(["Commutative"]),
    addui_extended: extended(["Commutative"], boolLike),
    mulsi_extended: extended(["Commutative"], signlessIntegerLike),
    mului_extended: extended(["Commutative"], signlessIntegerLike),
    addf: float(["Commutative"]),
    subf: float(),
    mulf: float(["Commutative"]),
    divf: float(),
    remf: float(),
    maximumf: float(["Commutative"]),
    maxnumf: float(["Commutative"]),
    minimumf: float(["Commutative"]),
    minnumf: float(["Commutative"]),
    negf: {
      ...float(),
      operands: [one("operand", floatLike)],
      assemblyFormat: `$operand ${FASTMATH} attr-dict \`:\` type($result)`,
    },
    extsi: cast(fixed, fixed, widens),
    extui: cast(fixed, fixed, widens),
    trunci: cast(fixed, fixed, narrows, overflow),
    extf: cast(floatLike, floatLike, widens, optionalFastmath),
    truncf: cast(floatLike, floatLike, narrows, { ...roundingMode, ...optionalFastmath }),
    scaling_extf: scaling(optionalFastmath),
    scaling_truncf: scaling({ ...roundingMode, ...optionalFastmath }),
    sitofp: cast(fixed, floatLike, anyCast),
    uitofp: cast(fixed, floatLike, anyCast),
    fptosi: cast(floatLike, fixed, anyCast),
    fptoui: cast(floatLike, fixed, anyCast),
    index_cast: cast(indexCastLike, indexCastLike, changesIndex),
    index_castui: cast(indexCastLike, indexCastLike, changesIndex),
    bitcast: cast(bitcastLike, bitcastLike, keepsBits),
    cmpi: comparison(signlessIntegerLike, CMPI),
    cmpf: comparison(floatLike, CMPF, fastmath),
    select: {
      traits: ["Pure", "Elementwise"],
      interfaces: ["InferTypeOpInterface", "SelectLikeOpInterface"],
      operands: [one("condition", boolLike), one("true_value", anyType), one("false_value", anyType)],
      results: [one("result", anyType)],
      regions: 0,
      successors: 0,
      assemblyFormat: "$condition `,` $true_value `,` $false_value attr-dict `:` custom<Types>",
      directives: { Types: selectTypes },
      verifySignature(op, complain) {
        const [, first, second] = op.operandTypes;
        if (first !== second || op.resultTypes[0] !== first) {
          complain("failed to verify that all of {true_value, false_value, result} have same type");
        }
      },
    },
  },
});

function impure(definition: OpDefinition): OpDefinition {
  return {
    ...definition,
    traits: ["NoMemoryEffect", ...(definition.traits ?? []).filter((trait) => trait !== "Pure")],
  };
}
