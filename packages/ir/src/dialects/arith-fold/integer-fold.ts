import { DYNAMIC } from "../../attributes/attribute.ts";
import type { Attribute, Type } from "../../attributes/attribute.ts";
import { elementTypeOf, shapeOf } from "../../attributes/dense.ts";
import { constantInt, isAllOnes, isOne, isZero, splatOf, widthOf } from "../../fold/elements.ts";
import type { Elements } from "../../fold/elements.ts";
import type { FoldAdaptor, FoldResult } from "../../fold/fold-adaptor.ts";
import { constantOfValue } from "../../fold/constants.ts";
import type { Value } from "../../handles.ts";
import { boolTypeLike } from "../arith-assembly.ts";
import { combine } from "./combine.ts";
import type { Combine, CombineOptions, Folder } from "./combine.ts";
import * as division from "./integer-division.ts";

function ints(op: FoldAdaptor, calculate: Combine, options?: CombineOptions): Attribute | undefined {
  const left = op.constant(0);
  const right = op.constant(1);
  return left === undefined && right === undefined ? undefined : combine("integer", left, right, calculate, options);
}

function wrap(value: bigint, { width }: Elements): bigint {
  return BigInt.asUintN(width, value);
}

/**
 * Returns `x` if an operation cancels `y`, as in `(x + y) - y`. The inner operation has this name and defines the
 * operand at index `at`. `places` are the possible indices of `y` in the inner operation.
 */
function cancelled(op: FoldAdaptor, at: number, name: string, places: readonly number[]): Value | undefined {
  const inner = op.definedById(at, name);
  if (inner === 0) return undefined;
  for (const place of places)
    if (op.isOperandOf(inner, place, 1 - at)) return op.valueOf(op.operandIdOf(inner, 1 - place));
  return undefined;
}

const add: Combine = (a, b, of) => wrap(a + b, of);
const multiply: Combine = (a, b, of) => wrap(a * b, of);

const [RIGHT, BOTH] = [[1], [1, 0]];

export const addi: Folder = (op) => {
  if (isZero(op.constant(1))) return op.operand(0);
  // Folds (a - b) + b and b + (a - b) to a.
  const original = cancelled(op, 0, "arith.subi", RIGHT) ?? cancelled(op, 1, "arith.subi", RIGHT);
  return original ?? ints(op, add);
};

export const subi: Folder = (op) => {
  if (op.isSameOperand(0, 1) && hasStaticShape(op.resultType())) return splatOf(op.resultType(), 0n);
  if (isZero(op.constant(1))) return op.operand(0);
  // Folds (a + b) - b to a, and (a + b) - a to b.
  return cancelled(op, 0, "arith.addi", BOTH) ?? ints(op, (a, b, of) => wrap(a - b, of));
};

function hasStaticShape(type: Type): boolean {
  if (elementTypeOf(type) === undefined) return true;
  const shape = shapeOf(type);
  return shape !== undefined && !shape.includes(DYNAMIC);
}

export const muli: Folder = (op) => {
  const right = op.constant(1);
  if (isZero(right)) return op.operand(1);
  if (isOne(right)) return op.operand(0);
  return ints(op, multiply);
};

/** As in MLIR, recognizes only a zero of a constant operation, and not a zero that an analysis found. */
export const adduiExtended: Folder = (op) => {
  if (isZero(constantOfValue(op.store, op.operandId(1)))) return [op.operand(0), splatOf(op.resultType(1), 0n)];
  const resultType = boolTypeLike(op.resultType());
  return lowAndHigh(op, add, (a, b, { width }) => (a + b) >> BigInt(width), { resultType });
};

export const mulsiExtended: Folder = (op) => {
  const right = op.constant(1);
  if (right !== undefined && isZero(right)) return [right, right];
  return lowAndHigh(op, multiply, (a, b, of) =>
    wrap((BigInt.asIntN(of.width, a) * BigInt.asIntN(of.width, b)) >> BigInt(of.width), of),
  );
};

export const muluiExtended: Folder = (op) => {
  const right = op.constant(1);
  if (right !== undefined && isZero(right)) return [right, right];
  if (isOne(right)) return [op.operand(0), splatOf(op.operandType(0), 0n)];
  return lowAndHigh(op, multiply, (a, b, { width }) => (a * b) >> BigInt(width));
};

function lowAndHigh(op: FoldAdaptor, low: Combine, high: Combine, options?: CombineOptions): FoldResult {
  const first = ints(op, low);
  return first === undefined ? undefined : [first, ints(op, high, options)!];
}

/** Returns a factor of the dividend if the divisor is the other factor. The product must have the overflow flag. */
function factorOf(op: FoldAdaptor, flag: "nsw" | "nuw"): Value | undefined {
  const product = op.definedBy(0, "arith.muli");
  if (product?.getAttr("overflowFlags")?.byteText.includes(flag) !== true) return undefined;
  return cancelled(op, 0, "arith.muli", BOTH);
}

function dividing(quotient: Combine, flag?: "nsw" | "nuw", options?: CombineOptions): Folder {
  return (op) => {
    if (isOne(op.constant(1))) return op.operand(0);
    return (flag && factorOf(op, flag)) ?? ints(op, quotient, options);
  };
}

export const divui: Folder = dividing(division.divideUnsigned, "nuw");
export const divsi: Folder = dividing(division.divideSigned, "nsw");
export const ceildivui: Folder = dividing(division.ceilDivideUnsigned);
export const ceildivsi: Folder = dividing(division.ceilDivideSigned);
export const floordivsi: Folder = dividing(division.floorDivideSigned, undefined, { lastDecides: true });

function remaining(remainder: Combine): Folder {
  return (op) => (isOne(op.constant(1)) ? splatOf(op.resultType(), 0n) : ints(op, remainder));
}

export const remui: Folder = remaining(division.remainderUnsigned);
export const remsi: Folder = remaining(division.remainderSigned);

/** Returns the id of the operation that defines an operand and inverts all bits of the other operand, or 0. */
function isNot(op: FoldAdaptor, operand: number): number {
  const flip = op.definedById(operand, "arith.xori");
  if (flip === 0 || !op.isOperandOf(flip, 0, 1 - operand)) return 0;
  return isAllOnes(constantOfValue(op.store, op.operandIdOf(flip, 1))) ? flip : 0;
}

export const andi: Folder = (op) => {
  const right = op.constant(1);
  if (isZero(right)) return op.operand(1);
  if (isAllOnes(right)) return op.operand(0);
  if (isNot(op, 1) !== 0 || isNot(op, 0) !== 0) return splatOf(op.resultType(), 0n);
  // Folds a & (a & b) to a & b.
  for (let inner = 0; inner < 2; inner++) {
    const and = op.definedById(inner, "arith.andi");
    if (and !== 0 && (op.isOperandOf(and, 0, 1 - inner) || op.isOperandOf(and, 1, 1 - inner))) return op.operand(inner);
  }
  return ints(op, (a, b) => a & b);
};

export const ori: Folder = (op) => {
  const right = op.constant(1);
  if (isZero(right)) return op.operand(0);
  if (isAllOnes(right)) return right;
  const flip = isNot(op, 1) || isNot(op, 0);
  return flip === 0 ? ints(op, (a, b) => a | b) : op.valueOf(op.operandIdOf(flip, 1));
};

export const xori: Folder = (op) => {
  if (isZero(op.constant(1))) return op.operand(0);
  if (op.isSameOperand(0, 1)) return splatOf(op.resultType(), 0n);
  // Folds (x ^ a) ^ a and a ^ (x ^ a) to x.
  const original = cancelled(op, 0, "arith.xori", BOTH) ?? cancelled(op, 1, "arith.xori", BOTH);
  return original ?? ints(op, (a, b) => a ^ b);
};

/** Makes the folder of a shift by fewer than all bits. For vectors, MLIR checks only the last element. */
function shifting(shift: (a: bigint, by: bigint, of: Elements) => bigint): Folder {
  return (op) => {
    if (isZero(op.constant(1))) return op.operand(0);
    let isDefined = false;
    const result = ints(op, (a, by, of) => {
      isDefined = by < BigInt(of.width);
      return shift(a, isDefined ? by : BigInt(of.width), of);
    });
    return isDefined ? result : undefined;
  };
}

export const shli: Folder = shifting((a, by, of) => wrap(a << by, of));
export const shrui: Folder = shifting((a, by) => a >> by);
export const shrsi: Folder = shifting((a, by, of) => wrap(BigInt.asIntN(of.width, a) >> by, of));

/** Makes the folder of a maximum or minimum, given the numbers that determine the result or do not influence it. */
function extremum(absorbing: (width: number) => bigint, neutral: (width: number) => bigint, choose: Combine): Folder {
  return (op) => {
    if (op.isSameOperand(0, 1)) return op.operand(1);
    const right = constantInt(op.constant(1));
    if (right !== undefined) {
      const width = widthOf(op.resultType());
      if (right === absorbing(width)) return op.operand(1);
      if (right === neutral(width)) return op.operand(0);
    }
    return ints(op, choose);
  };
}

const largestSigned = (width: number): bigint => (1n << BigInt(width - 1)) - 1n;
const smallestSigned = (width: number): bigint => 1n << BigInt(width - 1);
const largestUnsigned = (width: number): bigint => (1n << BigInt(width)) - 1n;
const smallestUnsigned = (): bigint => 0n;

function isLess(a: bigint, b: bigint, { width }: Elements): boolean {
  return BigInt.asIntN(width, a) < BigInt.asIntN(width, b);
}

export const maxsi: Folder = extremum(largestSigned, smallestSigned, (a, b, of) => (isLess(a, b, of) ? b : a));
export const minsi: Folder = extremum(smallestSigned, largestSigned, (a, b, of) => (isLess(b, a, of) ? b : a));
export const maxui: Folder = extremum(largestUnsigned, smallestUnsigned, (a, b) => (a < b ? b : a));
export const minui: Folder = extremum(smallestUnsigned, largestUnsigned, (a, b) => (b < a ? b : a));
