import type { Operation, Value } from "@passwright/ir";
import { withElementType } from "./arith-builder.ts";
import type { ArithBuilder, Flags, Predicate } from "./arith-builder.ts";

/** Expands an operation. Returns the value that replaces its result, or changes nothing and returns `undefined`. */
export type Expansion = (arith: ArithBuilder, op: Operation) => Value | undefined;

/** Expansions by name (`mlir/lib/Dialect/Arith/Transforms/ExpandOps.cpp`). They create operations in MLIR's order. */
export const expansions: ReadonlyMap<string, Expansion> = new Map<string, Expansion>([
  ["arith.ceildivsi", ofTwo(expandCeilDivSigned)],
  ["arith.ceildivui", ofTwo(expandCeilDivUnsigned)],
  ["arith.floordivsi", ofTwo(expandFloorDivSigned)],
  ["arith.maxsi", expandIntegerExtremum("sgt")],
  ["arith.maxui", expandIntegerExtremum("ugt")],
  ["arith.minsi", expandIntegerExtremum("slt")],
  ["arith.minui", expandIntegerExtremum("ult")],
  ["arith.maximumf", expandFloatExtremum("ugt", "right")],
  ["arith.minimumf", expandFloatExtremum("ult", "right")],
  ["arith.maxnumf", expandFloatExtremum("ugt", "left")],
  ["arith.minnumf", expandFloatExtremum("ult", "left")],
  ["arith.scaling_extf", expandScalingExtension],
  ["arith.scaling_truncf", expandScalingTruncation],
]);

function ofTwo(expand: (arith: ArithBuilder, left: Value, right: Value) => Value): Expansion {
  return (arith, op) => expand(arith, op.getOperand(0), op.getOperand(1));
}

/** Creates the quotient, plus one if the remainder is not zero and equal signs made the division round down. */
function expandCeilDivSigned(arith: ArithBuilder, dividend: Value, divisor: Value): Value {
  const zero = arith.constant(dividend.type, 0);
  const one = arith.constant(dividend.type, 1);
  const quotient = arith.binary("divsi", dividend, divisor);
  const isInexact = compareProduct(arith, dividend, quotient, divisor);
  const haveSameSign = compareSigns(arith, "eq", dividend, divisor, zero);
  const isRoundedDown = arith.binary("andi", isInexact, haveSameSign);
  return arith.select(isRoundedDown, arith.binary("addi", quotient, one), quotient);
}

function compareProduct(arith: ArithBuilder, dividend: Value, quotient: Value, divisor: Value): Value {
  return arith.compare("cmpi", "ne", dividend, arith.binary("muli", quotient, divisor));
}

function compareSigns(arith: ArithBuilder, predicate: "eq" | "ne", left: Value, right: Value, zero: Value): Value {
  const isLeftNegative = arith.compare("cmpi", "slt", left, zero);
  return arith.compare("cmpi", predicate, isLeftNegative, arith.compare("cmpi", "slt", right, zero));
}

/** Creates `a == 0 ? 0 : (a - 1) / b + 1`. The case 0 is separate, because the subtraction would wrap around. */
function expandCeilDivUnsigned(arith: ArithBuilder, dividend: Value, divisor: Value): Value {
  const zero = arith.constant(dividend.type, 0);
  const isZero = arith.compare("cmpi", "eq", dividend, zero);
  const one = arith.constant(dividend.type, 1);
  const lessOne = arith.binary("subi", dividend, one);
  const quotient = arith.binary("divui", lessOne, divisor);
  return arith.select(isZero, zero, arith.binary("addi", quotient, one));
}

/** Creates the quotient, minus one if the remainder is not zero and different signs made the division round up. */
function expandFloorDivSigned(arith: ArithBuilder, dividend: Value, divisor: Value): Value {
  const quotient = arith.binary("divsi", dividend, divisor);
  const isInexact = compareProduct(arith, dividend, quotient, divisor);
  const zero = arith.constant(dividend.type, 0);
  const haveOtherSigns = compareSigns(arith, "ne", dividend, divisor, zero);
  const isRoundedUp = arith.binary("andi", isInexact, haveOtherSigns);
  const minusOne = arith.constant(dividend.type, -1);
  return arith.select(isRoundedUp, arith.binary("addi", quotient, minusOne), quotient);
}

function expandIntegerExtremum(predicate: Predicate<"cmpi">): Expansion {
  return ofTwo((arith, left, right) => arith.select(arith.compare("cmpi", predicate, left, right), left, right));
}

/**
 * Creates a comparison, which is also true for NaN, and two selects. The second select returns the right operand if the
 * operand `checked` is NaN. As a result, maximumf propagates NaN, and maxnumf avoids NaN.
 */
function expandFloatExtremum(predicate: Predicate<"cmpf">, checked: "left" | "right"): Expansion {
  return ofTwo((arith, left, right) => {
    const chosen = arith.select(arith.compare("cmpf", predicate, left, right), left, right);
    const operand = checked === "left" ? left : right;
    return arith.select(arith.compare("cmpf", "uno", operand, operand), right, chosen);
  });
}

function expandScalingExtension(arith: ArithBuilder, op: Operation): Value | undefined {
  const { type } = op.getResult(0);
  const flags = flagsOf(op, "fastmath");
  const scale = exponentOf(op.getOperand(1), arith, flags);
  if (scale === undefined) return undefined;
  const factor = arith.create("extf", [scale], type, flags);
  const input = arith.create("extf", [op.getOperand(0)], type, flags);
  return arith.binary("mulf", input, factor, flags);
}

function expandScalingTruncation(arith: ArithBuilder, op: Operation): Value | undefined {
  const input = op.getOperand(0);
  const flags = flagsOf(op, "fastmath");
  const scale = exponentOf(op.getOperand(1), arith, flags);
  if (scale === undefined) return undefined;
  const divisor = arith.create("extf", [scale], input.type, flags);
  const quotient = arith.binary("divf", input, divisor, flags);
  return arith.create("truncf", [quotient], op.getResult(0).type, flagsOf(op, "fastmath", "roundingmode"));
}

/** Returns the scale as f8E8M0FNU, a format that has only an exponent. Truncates scales in wider formats. */
function exponentOf(scale: Value, arith: ArithBuilder, flags: Flags): Value | undefined {
  const { data, context } = scale.type;
  const element = "elementType" in data ? data.elementType : scale.type;
  const exponent = context.internType({ kind: "float", name: "f8E8M0FNU" });
  if (element === exponent) return scale;
  // Refuses narrower formats, for which the meaning is undefined.
  if (element.data.kind !== "float" || /^f[468]E/.test(element.data.name)) return undefined;
  return arith.create("truncf", [scale], withElementType(scale.type, exponent), flags);
}

function flagsOf(op: Operation, ...names: readonly string[]): Flags {
  return Object.fromEntries(op.attrs.flatMap(({ name, value }) => (names.includes(name) ? [[name, value]] : [])));
}
