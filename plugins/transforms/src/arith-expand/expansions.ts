import type { OpBuilder, Operation, Value } from "@passwright/ir";
import { expandScalingExtension, expandScalingTruncation } from "./scaling.ts";
import { ArithBuilder } from "./arith-builder.ts";
import type { floatPredicate, integerPredicate } from "./arith-builder.ts";

/**
 * Function that inserts the expansion of an operation before the operation, and returns the value that replaces the
 * result. Returns `undefined`, without a change, if the operation cannot be expanded.
 */
export type Expansion = (op: Operation, builder: OpBuilder) => Value | undefined;

/**
 * Expansions by operation name (`mlir/lib/Dialect/Arith/Transforms/ExpandOps.cpp`). Operations, including constants,
 * are created in MLIR's order, because the printed result depends on this order.
 */
export const expansions: ReadonlyMap<string, Expansion> = new Map<string, Expansion>([
  ["arith.ceildivsi", expandCeilDivSigned],
  ["arith.ceildivui", expandCeilDivUnsigned],
  ["arith.floordivsi", expandFloorDivSigned],
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

/**
 * Creates the quotient, plus one if the remainder is not zero and the signs are equal. In this case, the exact quotient
 * is positive, and rounding towards zero has rounded it down.
 */
function expandCeilDivSigned(op: Operation, builder: OpBuilder): Value {
  const [dividend, divisor] = operandsOf(op);
  const arith = new ArithBuilder(builder);
  const zero = arith.constant(dividend.type, 0);
  const one = arith.constant(dividend.type, 1);
  const quotient = arith.binary("divsi", dividend, divisor);
  const product = arith.binary("muli", quotient, divisor);
  const isInexact = arith.compareIntegers("ne", dividend, product);
  const isDividendNegative = arith.compareIntegers("slt", dividend, zero);
  const isDivisorNegative = arith.compareIntegers("slt", divisor, zero);
  const haveSameSign = arith.compareIntegers("eq", isDividendNegative, isDivisorNegative);
  const isRoundedDown = arith.binary("andi", isInexact, haveSameSign);
  const next = arith.binary("addi", quotient, one);
  return arith.select(isRoundedDown, next, quotient);
}

/** Creates `a == 0 ? 0 : (a - 1) / b + 1`. The case 0 is separate, because the subtraction would wrap around. */
function expandCeilDivUnsigned(op: Operation, builder: OpBuilder): Value {
  const [dividend, divisor] = operandsOf(op);
  const arith = new ArithBuilder(builder);
  const zero = arith.constant(dividend.type, 0);
  const isZero = arith.compareIntegers("eq", dividend, zero);
  const one = arith.constant(dividend.type, 1);
  const lessOne = arith.binary("subi", dividend, one);
  const quotient = arith.binary("divui", lessOne, divisor);
  const next = arith.binary("addi", quotient, one);
  return arith.select(isZero, zero, next);
}

/**
 * Creates the quotient, minus one if the remainder is not zero and the signs differ. In this case, the exact quotient
 * is negative, and rounding towards zero has rounded it up.
 */
function expandFloorDivSigned(op: Operation, builder: OpBuilder): Value {
  const [dividend, divisor] = operandsOf(op);
  const arith = new ArithBuilder(builder);
  const quotient = arith.binary("divsi", dividend, divisor);
  const product = arith.binary("muli", quotient, divisor);
  const isInexact = arith.compareIntegers("ne", dividend, product);
  const zero = arith.constant(dividend.type, 0);
  const isDividendNegative = arith.compareIntegers("slt", dividend, zero);
  const isDivisorNegative = arith.compareIntegers("slt", divisor, zero);
  const haveOtherSigns = arith.compareIntegers("ne", isDividendNegative, isDivisorNegative);
  const isRoundedUp = arith.binary("andi", isInexact, haveOtherSigns);
  const minusOne = arith.constant(dividend.type, -1);
  const previous = arith.binary("addi", quotient, minusOne);
  return arith.select(isRoundedUp, previous, quotient);
}

function expandIntegerExtremum(predicate: keyof typeof integerPredicate): Expansion {
  return (op, builder) => {
    const [left, right] = operandsOf(op);
    const arith = new ArithBuilder(builder);
    return arith.select(arith.compareIntegers(predicate, left, right), left, right);
  };
}

/**
 * Creates a comparison and two selects. The comparison is also true if an operand is NaN, so the first select then
 * returns the left operand. The second select returns the right operand if the operand `checked` is NaN. As a result,
 * maximumf propagates NaN, and maxnumf avoids NaN.
 */
function expandFloatExtremum(predicate: keyof typeof floatPredicate, checked: "left" | "right"): Expansion {
  return (op, builder) => {
    const [left, right] = operandsOf(op);
    const arith = new ArithBuilder(builder);
    const chosen = arith.select(arith.compareFloats(predicate, left, right), left, right);
    const operand = checked === "left" ? left : right;
    const isNan = arith.compareFloats("uno", operand, operand);
    return arith.select(isNan, right, chosen);
  };
}

function operandsOf(op: Operation): [left: Value, right: Value] {
  return [op.getOperand(0), op.getOperand(1)];
}
