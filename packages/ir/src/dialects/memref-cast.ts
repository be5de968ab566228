import { DYNAMIC, DYNAMIC_INDEX } from "../attributes/attribute.ts";
import type { Type } from "../attributes/attribute.ts";
import { elementTypeOf } from "../attributes/dense.ts";
import type { Operation, Value } from "../handles.ts";
import type { PatternRewriter } from "../rewrite/pattern-rewriter.ts";
import { memorySpaceOf, memrefData, stridesOf } from "./memref-layout.ts";
import type { MemRefData } from "./memref-layout.ts";

/**
 * Returns whether a memref type can be cast to another type (`CastOp::areCastCompatible` in
 * `mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`).
 */
export function areMemRefCastCompatible(from: Type, to: Type): boolean {
  if (elementTypeOf(from) !== elementTypeOf(to) || memorySpaceOf(from) !== memorySpaceOf(to)) return false;
  const [a, b] = [memrefData(from), memrefData(to)];
  if (a === undefined || b === undefined) return a !== b;
  if (a.shape.length !== b.shape.length) return false;
  return a.shape.every((size, i) => mayBeSame(size, b.shape[i]!, DYNAMIC)) && haveCompatibleLayouts(a, b);
}

function mayBeSame<T>(left: T, right: T, unknown: T): boolean {
  return left === right || left === unknown || right === unknown;
}

/** Returns whether two layouts are compatible. A layout without strides is compatible only with itself. */
function haveCompatibleLayouts(a: MemRefData, b: MemRefData): boolean {
  if (a.layout === b.layout) return true;
  const [left, right] = [stridesOf(a), stridesOf(b)];
  if (left === undefined || right === undefined) return false;
  return (
    mayBeSame(left.offset, right.offset, DYNAMIC_INDEX) &&
    left.strides.every((stride, i) => mayBeSame(stride, right.strides[i]!, DYNAMIC_INDEX))
  );
}

/** Returns the source of a value's defining cast, unless the cast makes dynamic sizes or layout numbers static. */
export function sourceOfCast(value: Value): Value | undefined {
  const cast = value.definingOp;
  return cast?.name === "memref.cast" && canFoldIntoConsumer(cast) ? cast.getOperand(0) : undefined;
}

/** Returns whether users of a cast can use the source of the cast instead (`CastOp::canFoldIntoConsumerOp`). */
function canFoldIntoConsumer(cast: Operation): boolean {
  const [from, to] = [memrefData(cast.operandTypes[0]!), memrefData(cast.resultTypes[0]!)];
  const [left, right] = [from && stridesOf(from), to && stridesOf(to)];
  if (left === undefined || right === undefined) return false;
  const isLoss = (known: bigint, other: bigint): boolean => known !== DYNAMIC_INDEX || other === DYNAMIC_INDEX;
  return (
    from!.shape.every((size, i) => size !== DYNAMIC || to!.shape[i] === DYNAMIC) &&
    isLoss(left.offset, right.offset) &&
    left.strides.every((stride, i) => isLoss(stride, right.strides[i]!))
  );
}

/** Replaces the result of an operation by a value. Casts the value if its type differs. */
export function castTo(rewriter: PatternRewriter, op: Operation, value: Value): void {
  if (value.type === op.resultTypes[0]) rewriter.replaceOp(op, [value]);
  else rewriter.replaceOpWithNewOp(op, "memref.cast", { operands: [value], results: op.resultTypes });
}
