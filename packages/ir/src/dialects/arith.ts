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
import { type TraitName } from "./traits.ts";

type Attributes = Readonly<Record<string, AttributeDefinition>>;

const overflow: Attributes = { overflowFlags: { default: "#arith.overflow<none>" } };
const fastmath: Attributes = { fastmath: { default: "#arith.fastmath<none>" } };
const exact: Attributes = { isExact: { optional: true } };
const nonNegative: Attributes = { nonNeg: { optional: true } };

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
  };
}

function integer(traits: readonly TraitName[] = [], attributes: Attributes = {}): OpDefinition {
  return binary(signlessIntegerLike, traits, attributes);
}

function float(traits: readonly TraitName[] = []): OpDefinition {
  return binary(floatLike, traits, fastmath);
}

/** Two results, the second of which is an overflow bit or a high half. */
function extended(traits: readonly TraitName[], second: TypeConstraint): OpDefinition {
  return {
    traits: ["Pure", "Elementwise", ...traits],
    operands: [one("lhs", signlessIntegerLike), one("rhs", signlessIntegerLike)],
    results: [one("first", signlessIntegerLike), one("second", second)],
    regions: 0,
    successors: 0,
  };
}

function cast(from: TypeConstraint, to: TypeConstraint, attributes: Attributes = {}): OpDefinition {
  return {
    traits: ["Pure", "Elementwise"],
    interfaces: ["CastOpInterface"],
    attributes,
    operands: [one("in", from)],
    results: [one("out", to)],
    regions: 0,
    successors: 0,
  };
}

function comparison(type: TypeConstraint, attributes: Attributes = {}): OpDefinition {
  return {
    traits: ["Pure", "SameTypeOperands", "Elementwise"],
    interfaces: ["InferTypeOpInterface"],
    attributes: { predicate: {}, ...attributes },
    operands: [one("lhs", type), one("rhs", type)],
    results: [one("result", boolLike)],
    regions: 0,
    successors: 0,
  };
}

const fixed = signlessFixedWidthIntegerLike;

/** `mlir/include/mlir/Dialect/Arith/IR/ArithOps.td` */
export const arith: DialectDefinition = defineDialect({
  name: "arith",
  ops: {
    constant: {
      traits: ["ConstantLike", "Pure"],
      interfaces: ["OpAsmOpInterface", "InferTypeOpInterface"],
      attributes: { value: {} },
      operands: [],
      results: [one("result", anyType)],
      regions: 0,
      successors: 0,
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
    negf: { ...float(), operands: [one("operand", floatLike)] },
    extsi: cast(fixed, fixed),
    extui: cast(fixed, fixed, nonNegative),
    trunci: cast(fixed, fixed, overflow),
    extf: cast(floatLike, floatLike, { fastmath: { optional: true } }),
    truncf: cast(floatLike, floatLike, { roundingmode: { optional: true }, fastmath: { optional: true } }),
    scaling_extf: {
      ...cast(floatLike, floatLike, { fastmath: { optional: true } }),
      operands: [one("in", floatLike), one("scale", floatLike)],
    },
    scaling_truncf: {
      ...cast(floatLike, floatLike, { roundingmode: { optional: true }, fastmath: { optional: true } }),
      operands: [one("in", floatLike), one("scale", floatLike)],
    },
    sitofp: cast(fixed, floatLike),
    uitofp: cast(fixed, floatLike, nonNegative),
    fptosi: cast(floatLike, fixed),
    fptoui: cast(floatLike, fixed),
    index_cast: cast(indexCastLike, indexCastLike),
    index_castui: cast(indexCastLike, indexCastLike, nonNegative),
    bitcast: cast(bitcastLike, bitcastLike),
    cmpi: comparison(signlessIntegerLike),
    cmpf: comparison(floatLike, fastmath),
    select: {
      traits: ["Pure", "Elementwise"],
      interfaces: ["InferTypeOpInterface", "SelectLikeOpInterface"],
      operands: [one("condition", boolLike), one("true_value", anyType), one("false_value", anyType)],
      results: [one("result", anyType)],
      regions: 0,
      successors: 0,
      verify(op, complain) {
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
