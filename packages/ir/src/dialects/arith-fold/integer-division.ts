import { matchConstant } from "../../fold/constants.ts";
import { elementsOf } from "../../fold/elements.ts";
import type { Elements } from "../../fold/elements.ts";
import type { Operation } from "../../handles.ts";
import type { Speculatability } from "../op-interfaces.ts";

/** Divides two unsigned bit patterns. Returns `undefined` if the division is undefined, or if MLIR does not fold it. */
type Division = (a: bigint, b: bigint, of: Elements) => bigint | undefined;

function signed(value: bigint, { width }: Elements): bigint {
  return BigInt.asIntN(width, value);
}

/** Returns a signed number as an unsigned bit pattern, or `undefined` if the number does not fit into the width. */
function fitting(value: bigint, { width }: Elements): bigint | undefined {
  return BigInt.asIntN(width, value) === value ? BigInt.asUintN(width, value) : undefined;
}

export const divideUnsigned: Division = (a, b) => (b === 0n ? undefined : a / b);

export const divideSigned: Division = (a, b, of) => (b === 0n ? undefined : fitting(signed(a, of) / signed(b, of), of));

export const ceilDivideUnsigned: Division = (a, b, of) => {
  if (b === 0n) return undefined;
  const quotient = a / b + (a % b === 0n ? 0n : 1n);
  return BigInt.asUintN(of.width, quotient) === quotient ? quotient : undefined;
};

/** Divides and rounds up. As in MLIR, does not fold if an operand is the smallest number and the dividend is not 0. */
export const ceilDivideSigned: Division = (a, b, of) => {
  if (b === 0n) return undefined;
  if (a === 0n) return a;
  const [x, y] = [signed(a, of), signed(b, of)];
  const smallest = -(1n << BigInt(of.width - 1));
  if (x === smallest || y === smallest) return undefined;
  const quotient = x / y;
  return BigInt.asUintN(of.width, quotient * y !== x && x < 0n === y < 0n ? quotient + 1n : quotient);
};

export const floorDivideSigned: Division = (a, b, of) => {
  if (b === 0n) return undefined;
  const [x, y] = [signed(a, of), signed(b, of)];
  const quotient = x / y;
  return fitting(quotient * y !== x && x < 0n !== y < 0n ? quotient - 1n : quotient, of);
};

export const remainderUnsigned: Division = (a, b) => (b === 0n ? undefined : a % b);

export const remainderSigned: Division = (a, b, of) =>
  b === 0n ? undefined : BigInt.asUintN(of.width, signed(a, of) % signed(b, of));

/** Requires divisors that are known not to be 0 (`getDivUISpeculatability`). */
export function unsignedDivision(op: Operation): Speculatability {
  const divisors = elementsOf(matchConstant(op.getOperand(1)));
  // MLIR checks the range of the unsigned elements. This range contains zero only if an element is zero.
  return divisors?.bits.includes(0n) === false ? "speculatable" : "not-speculatable";
}

/** Requires divisors that are known not to be 0 or -1 (`getDivSISpeculatability`). */
export function signedDivision(op: Operation): Speculatability {
  const divisors = elementsOf(matchConstant(op.getOperand(1)));
  // As a signed number, the `i1` value true is -1, although it is stored as 1.
  const values = divisors?.bits.map((bits) => signed(bits, divisors)) ?? [0n];
  // MLIR checks the range from the smallest to the largest element. If this range includes both negative and positive
  // numbers, it contains 0 and -1, even if no element is 0 or -1.
  const isSafe = values.every((value) => value > 0n) || values.every((value) => value < -1n);
  return isSafe ? "speculatable" : "not-speculatable";
}
