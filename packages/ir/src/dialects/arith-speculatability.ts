import type { Attribute } from "../attributes/attribute.ts";
import { denseElements, elementBits, elementTypeOf } from "../attributes/dense.ts";
import { constantOfValue } from "../fold/constants.ts";
import type { Operation } from "../handles.ts";
import type { Speculatability } from "./op-interfaces.ts";

/*
 * Division by zero is undefined, and so is signed division of the smallest integer by -1. A division is speculatable
 * only if the divisor is known not to be zero and, for signed division, not to be -1
 * (`mlir/lib/Dialect/Arith/IR/ArithOps.cpp`, `getDivUISpeculatability`, `getDivSISpeculatability`).
 */

export function unsignedDivision(op: Operation): Speculatability {
  const divisors = divisorsOf(op);
  // MLIR checks the range of the unsigned elements. This range contains zero only if an element is zero.
  return divisors !== undefined && divisors.every((value) => value !== 0n) ? "speculatable" : "not-speculatable";
}

export function signedDivision(op: Operation): Speculatability {
  const divisors = divisorsOf(op);
  if (divisors === undefined) return "not-speculatable";
  const isPositive = divisors.every((value) => value > 0n);
  // MLIR checks the range from the smallest to the largest element. If this range includes both negative and positive
  // numbers, it contains 0 and -1, even if no element is 0 or -1.
  return isPositive || divisors.every((value) => value < -1n) ? "speculatable" : "not-speculatable";
}

/** Returns the elements of the second operand as signed numbers, or `undefined` if the operand is not constant. */
function divisorsOf(op: Operation): readonly bigint[] | undefined {
  const constant = constantOfValue(op.store, op.getOperand(1).id);
  return constant === undefined ? undefined : integersOf(constant);
}

function integersOf(constant: Attribute): readonly bigint[] | undefined {
  const { data } = constant;
  if (data.kind !== "integer" && data.kind !== "dense") return undefined;
  const element = data.kind === "integer" ? data.type : elementTypeOf(data.type);
  const width = element === undefined ? undefined : elementBits(element);
  if (width === undefined) return undefined;
  const values = data.kind === "integer" ? [data.value] : denseElements(constant);
  // As a signed number, the `i1` value true is -1, although it is stored as 1.
  return values.map((value) => BigInt.asIntN(width, value));
}
