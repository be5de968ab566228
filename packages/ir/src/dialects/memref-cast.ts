import { DYNAMIC, DYNAMIC_INDEX } from "../attributes/attribute.ts";
import type { Type } from "../attributes/attribute.ts";
import { elementTypeOf } from "../attributes/dense.ts";
import { memorySpaceOf, memrefData, stridesOf } from "./memref-layout.ts";
import type { MemRefData } from "./memref-layout.ts";

/** `CastOp::areCastCompatible` in `mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp` */
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

/** A layout that is not strided is not compatible with any other one. */
function haveCompatibleLayouts(a: MemRefData, b: MemRefData): boolean {
  if (a.layout === b.layout) return true;
  const [left, right] = [stridesOf(a), stridesOf(b)];
  if (left === undefined || right === undefined) return false;
  return (
    mayBeSame(left.offset, right.offset, DYNAMIC_INDEX) &&
    left.strides.every((stride, i) => mayBeSame(stride, right.strides[i]!, DYNAMIC_INDEX))
  );
}
