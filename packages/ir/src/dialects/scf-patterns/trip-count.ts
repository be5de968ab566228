import { matchConstant } from "../../fold/constants.ts";
import { constantInt, widthOf } from "../../fold/elements.ts";
import type { MixedIndex } from "../memref-slice.ts";
import { Value } from "../../handles.ts";
import type { Operation } from "../../handles.ts";
import { operandGroup } from "../../store/groups.ts";

function widthOfBound(bound: MixedIndex): number {
  return typeof bound === "bigint" ? 64 : widthOf(bound.type);
}

/** Returns the constant value of a bound as an unsigned number, or undefined if the bound is not constant. */
function constantBound(bound: MixedIndex): bigint | undefined {
  return typeof bound === "bigint" ? BigInt.asUintN(64, bound) : constantInt(matchConstant(bound));
}

/** Returns `c` if `upper` is `lower + c` and the addition does not overflow (`computeUbMinusLb`). */
function knownDifference(lower: MixedIndex, upper: MixedIndex, isSigned: boolean): bigint | undefined {
  if (typeof lower === "bigint" || typeof upper === "bigint") return undefined;
  const sum = upper.definingOp;
  if (sum?.name !== "arith.addi" || sum.getOperand(0) !== lower) return undefined;
  const flags = sum.getAttr("overflowFlags")?.byteText ?? "";
  return flags.includes(isSigned ? "nsw" : "nuw") ? constantInt(matchConstant(sum.getOperand(1))) : undefined;
}

/**
 * Returns the number of iterations, unsigned, if it is known (`mlir/lib/Dialect/Utils/StaticValueUtils.cpp`). As in
 * MLIR, a static bound of `scf.forall` (an `i64`) is not compared with a dynamic bound (an `index`).
 */
export function constantTripCount(
  lower: MixedIndex,
  upper: MixedIndex,
  step: MixedIndex,
  isSigned = true,
): bigint | undefined {
  if (lower === upper) return 0n;
  const width = widthOfBound(lower);
  if (typeof lower !== typeof upper || widthOfBound(upper) !== width) return undefined;
  const asNumber = (bits: bigint): bigint => (isSigned ? BigInt.asIntN(width, bits) : bits);
  const stepBits = constantBound(step);
  // As in MLIR, this check treats the step as signed, even in loops with an unsigned comparison.
  if (stepBits !== undefined && BigInt.asIntN(width, stepBits) <= 0n) return 0n;
  const [low, high] = [constantBound(lower), constantBound(upper)];
  let difference: bigint | undefined;
  if (low === undefined && high === undefined) difference = knownDifference(lower, upper, isSigned);
  else if (low !== undefined && high !== undefined)
    difference = asNumber(high) <= asNumber(low) ? 0n : BigInt.asUintN(width, high - low);
  if (difference === undefined) return undefined;
  // As in MLIR, this check treats a difference that comes from an addition as signed.
  if (BigInt.asIntN(width, difference) <= 0n && (isSigned || low === undefined || difference === 0n)) return 0n;
  if (stepBits === undefined) return undefined;
  const [total, by] = [asNumber(difference), asNumber(stepBits)];
  const count = total / by + (total % by === 0n ? 0n : 1n);
  return BigInt.asUintN(width, count);
}

/** Returns the number of iterations of each dimension. The lists contain lower bounds, upper bounds and steps. */
export function tripCounts([lower, upper, step]: readonly (readonly MixedIndex[])[]): readonly (bigint | undefined)[] {
  return lower!.map((bound, i) => constantTripCount(bound, upper![i]!, step![i]!));
}

/** Returns the operands of the operand group that has this name in the operation's definition. */
export function operandsOfGroup(op: Operation, name: string): readonly Value[] {
  const { store } = op;
  const { first, count } = operandGroup(store, op.id, op.operationName, op.operationName.operandGroup(name));
  return Array.from({ length: count }, (_, i) => Value.of(store, store.operandValue[first + i]!));
}
