import type { OpBuilder, Operation, Value } from "@passwright/ir";
import { expandScalingExtension, expandScalingTruncation } from "./scaling.ts";
import { ArithBuilder } from "./arith-builder.ts";
import type { floatPredicate, integerPredicate } from "./arith-builder.ts";

/**
 * Function that expands an operation: inserts other operations before the operation, and returns the value that
 * replaces the result. If the operation cannot be expanded, the function changes nothing and returns `undefined`.
 */
export type Expansion = (op: Operation, builder: OpBuilder) => Value | undefined;

/**
 * Expansions by operation name (`mlir/lib/Dialect/Arith/Transforms/ExpandOps.cpp`). Operations, including constants,
 * are created in MLIR's order, because the printed result depends on this order.
 */
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
  return (op, builder) => expand(new ArithBuilder(builder), op.getOperand(0), op.getOperand(1));
}

/**
 * Creates the quotient, plus one if the remainder is not zero and the signs are equal. If the signs are equal, the
 * exact quotient is positive, so rounding towards zero rounds this quotient down.
 */
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
  return arith.compareIntegers("ne", dividend, arith.binary("muli", quotient, divisor));
}

function compareSigns(arith: ArithBuilder, predicate: "eq" | "ne", left: Value, right: Value, zero: Value): Value {
  const isLeftNegative = arith.compareIntegers("slt", left, zero);
  return arith.compareIntegers(predicate, isLeftNegative, arith.compareIntegers("slt", right, zero));
}

/** Creates `a == 0 ? 0 : (a - 1) / b + 1`. The case 0 is separate, because the subtraction would wrap around. */
function expandCeilDivUnsigned(arith: ArithBuilder, dividend: Value, divisor: Value): Value {
  const zero = arith.constant(dividend.type, 0);
  const isZero = arith.compareIntegers("eq", dividend, zero);
  const one = arith.constant(dividend.type, 1);
  const lessOne = arith.binary("subi", dividend, one);
  const quotient = arith.binary("divui", lessOne, divisor);
  return arith.select(isZero, zero, arith.binary("addi", quotient, one));
}

/**
 * Creates the quotient, minus one if the remainder is not zero and the signs differ. If the signs differ, the exact
 * quotient is negative, so rounding towards zero rounds this quotient up.
 */
function expandFloorDivSigned(arith: ArithBuilder, dividend: Value, divisor: Value): Value {
  const quotient = arith.binary("divsi", dividend, divisor);
  const isInexact = compareProduct(arith, dividend, quotient, divisor);
  const zero = arith.constant(dividend.type, 0);
  const haveOtherSigns = compareSigns(arith, "ne", dividend, divisor, zero);
  const isRoundedUp = arith.binary("andi", isInexact, haveOtherSigns);
  const minusOne = arith.constant(dividend.type, -1);
  return arith.select(isRoundedUp, arith.binary("addi", quotient, minusOne), quotient);
}

function expandIntegerExtremum(predicate: keyof typeof integerPredicate): Expansion {
  return ofTwo((arith, left, right) => arith.select(arith.compareIntegers(predicate, left, right), left, right));
}

/**
 * Creates a comparison and two selects. The comparison is also true if an operand is NaN, so the first select then
 * returns the left operand. The second select returns the right operand if the operand `checked` is NaN. As a result,
 * maximumf propagates NaN, and maxnumf avoids NaN.
 */
function expandFloatExtremum(predicate: keyof typeof floatPredicate, checked: "left" | "right"): Expansion {
  return ofTwo((arith, left, right) => {
    const chosen = arith.select(arith.compareFloats(predicate, left, right), left, right);
    const operand = checked === "left" ? left : right;
    return arith.select(arith.compareFloats("uno", operand, operand), right, chosen);
  });
}
