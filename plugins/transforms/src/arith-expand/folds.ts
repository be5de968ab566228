import type { OpBuilder, Operation, Value } from "@passwright/ir";
import { ArithBuilder } from "./arith-builder.ts";
import { isNan, isNegativeInfinity, isPositiveInfinity } from "./float-order.ts";
import type { IeeeFormat } from "./float-order.ts";
import * as floats from "./float-order.ts";
import { attributeOf, combineLanes, findConstant, findLanes } from "./lanes.ts";
import type { ElementFormat, Lanes } from "./lanes.ts";
import * as integers from "./integer-order.ts";
import { ceilDivSigned, ceilDivUnsigned, floorDivSigned } from "./rounding-division.ts";
import type { Quotient } from "./rounding-division.ts";

/** Folding rules of an operation. The rules work on the bits of one element. */
interface Fold {
  /**
   * Whether a constant can be moved to the right operand. If true, the result for two equal operands must be this
   * operand.
   */
  readonly isCommutative: boolean;
  /** Whether only the last element can prevent folding (see {@link combineLanes}). */
  readonly lastDecides?: boolean;
  /** Returns whether the operation returns the left operand if the right operand is the given number. */
  isNeutral(bits: bigint, format: ElementFormat): boolean;
  /** Returns whether the operation returns the right operand if the right operand is the given number. */
  isAbsorbing(bits: bigint, format: ElementFormat): boolean;
  /** Combines two constants. Returns `undefined` if the operation must not be folded. */
  combine(left: bigint, right: bigint, format: ElementFormat): bigint | undefined;
}

/** Maps names of operations to folds (`mlir/lib/Dialect/Arith/IR/ArithOps.cpp`). */
const folds: ReadonlyMap<string, Fold> = new Map<string, Fold>([
  ["arith.ceildivsi", division(ceilDivSigned)],
  ["arith.ceildivui", division(ceilDivUnsigned)],
  ["arith.floordivsi", { ...division(floorDivSigned), lastDecides: true }],
  ["arith.maximumf", floatExtremum(floats.larger, isNegativeInfinity)],
  ["arith.minimumf", floatExtremum(floats.smaller, isPositiveInfinity)],
  ["arith.maxnumf", floatExtremum(floats.largerNumber, isNan)],
  ["arith.minnumf", floatExtremum(floats.smallerNumber, isNan)],
  ["arith.maxsi", integerExtremum(integers.largestSigned, integers.leastSigned)],
  ["arith.minsi", integerExtremum(integers.leastSigned, integers.largestSigned)],
  ["arith.maxui", integerExtremum(integers.largestUnsigned, integers.leastUnsigned)],
  ["arith.minui", integerExtremum(integers.leastUnsigned, integers.largestUnsigned)],
]);

/**
 * Returns the folded value of an operation: an operand, or a new constant. Returns `undefined` if the operation cannot
 * be folded. Moves a constant left operand of a commutative operation to the right, even if the operation cannot be
 * folded.
 */
export function fold(op: Operation, builder: OpBuilder): Value | undefined {
  const rule = folds.get(op.name);
  if (rule === undefined) return undefined;
  const folded = tryFold(op, rule);
  if (folded === undefined) return rule.isCommutative && moveConstantBehind(op) ? fold(op, builder) : undefined;
  return "bits" in folded ? new ArithBuilder(builder).constantOf(folded.type, attributeOf(folded)) : folded;
}

function tryFold(op: Operation, rule: Fold): Value | Lanes | undefined {
  const [left, right] = [op.getOperand(0), op.getOperand(1)];
  if (rule.isCommutative && left === right) return right;
  const second = findLanes(right);
  if (second === undefined) return undefined;
  const { bits, format } = second;
  if (bits.length === 1 && rule.isAbsorbing(bits[0] as bigint, format)) return right;
  if (bits.length === 1 && rule.isNeutral(bits[0] as bigint, format)) return left;
  const first = findLanes(left);
  return first && combineLanes(first, second, (a, b) => rule.combine(a, b, format), rule.lastDecides ?? false);
}

function moveConstantBehind(op: Operation): boolean {
  const [left, right] = [op.getOperand(0), op.getOperand(1)];
  if (findConstant(left) === undefined || findConstant(right) !== undefined) return false;
  op.operands = [right, left];
  return true;
}

function division(quotient: Quotient): Fold {
  return {
    isCommutative: false,
    isNeutral: (bits) => bits === 1n,
    isAbsorbing: () => false,
    combine: (left, right, format) => (format.kind === "integer" ? quotient(left, right, format.width) : undefined),
  };
}

function floatExtremum(choose: floats.SelectFloat, isNeutral: (bits: bigint, format: IeeeFormat) => boolean): Fold {
  return {
    isCommutative: true,
    isNeutral: (bits, format) => format.kind === "float" && isNeutral(bits, format),
    isAbsorbing: () => false,
    combine: (left, right, format) => (format.kind === "float" ? choose(left, right, format) : undefined),
  };
}

/**
 * Defines the folds of an integer maximum or minimum. The end `towards` of the integer range is absorbing, and the end
 * `away` is neutral.
 */
function integerExtremum(towards: integers.End, away: integers.End): Fold {
  return {
    isCommutative: true,
    isNeutral: (bits, format) => format.kind === "integer" && bits === away.of(format.width),
    isAbsorbing: (bits, format) => format.kind === "integer" && bits === towards.of(format.width),
    combine: (left, right, format) =>
      format.kind === "integer" ? (towards.isCloser(left, right, format.width) ? left : right) : undefined,
  };
}
