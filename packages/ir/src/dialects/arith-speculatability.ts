import type { Attribute } from "../attributes/attribute.ts";
import { denseElements, elementBits, elementTypeOf } from "../attributes/dense.ts";
import { constantOfValue } from "../fold/constants.ts";
import type { Operation } from "../handles.ts";
import type { Speculatability } from "./op-interfaces.ts";

/*
 * Division by zero, and of the least integer by -1, is undefined: it may run only where the divisor is known to be neither
 * (`mlir/lib/Dialect/Arith/IR/ArithOps.cpp`, `getDivUISpeculatability`, `getDivSISpeculatability`).
 */

export function unsignedDivision(op: Operation): Speculatability {
  const divisors = divisorsOf(op);
  // The range from the least to the largest, so that zero is in it only as the least.
  return divisors !== undefined && divisors.every((value) => value !== 0n) ? "speculatable" : "not-speculatable";
}

export function signedDivision(op: Operation): Speculatability {
  const divisors = divisorsOf(op);
  if (divisors === undefined) return "not-speculatable";
  const isPositive = divisors.every((value) => value > 0n);
  // A range is what MLIR looks at: one from below -1 to above 0 holds both.
  return isPositive || divisors.every((value) => value < -1n) ? "speculatable" : "not-speculatable";
}

/** What the second operand is, element by element, with sign; undefined if it is no constant. */
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
  // One bit that is set is -1, although it is held as 1.
  return values.map((value) => BigInt.asIntN(width, value));
}
