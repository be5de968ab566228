import { DYNAMIC, DYNAMIC_INDEX } from "../attributes/attribute.ts";
import type { Attribute, Type, TypeData } from "../attributes/attribute.ts";
import { elementTypeOf } from "../attributes/dense.ts";
import type { Operation } from "../handles.ts";
import type { Complain } from "./define-dialect.ts";

type Ranked = Extract<TypeData, { kind: "memref" }>;

/** The verifier of `memref.cast` (`CastOp::areCastCompatible` in `mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`). */
export function verifyMemRefCast(op: Operation, complain: Complain): void {
  const [from, to] = [op.operandTypes[0]!, op.resultTypes[0]!];
  if (areCastCompatible(from, to)) return;
  complain(`operand type '${from.toString()}' and result type '${to.toString()}' are cast incompatible`);
}

function areCastCompatible(from: Type, to: Type): boolean {
  const [a, b] = [from.data, to.data];
  if (elementTypeOf(from) !== elementTypeOf(to) || spaceOf(a) !== spaceOf(b)) return false;
  if (a.kind !== "memref" || b.kind !== "memref") return a.kind !== b.kind;
  if (a.shape.length !== b.shape.length) return false;
  return a.shape.every((size, i) => mayBeSame(size, b.shape[i]!, DYNAMIC)) && haveCompatibleLayouts(a, b);
}

function spaceOf(data: TypeData): Attribute | undefined {
  return "memorySpace" in data ? data.memorySpace : undefined;
}

function mayBeSame<T>(left: T, right: T, unknown: T): boolean {
  return left === right || left === unknown || right === unknown;
}

/** A layout by a map has no strides that are known here, and goes with any. */
function haveCompatibleLayouts(a: Ranked, b: Ranked): boolean {
  if (a.layout === b.layout) return true;
  const [left, right] = [stridesOf(a), stridesOf(b)];
  if (left === undefined || right === undefined) return true;
  return (
    mayBeSame(left.offset, right.offset, DYNAMIC_INDEX) &&
    left.strides.every((stride, i) => mayBeSame(stride, right.strides[i]!, DYNAMIC_INDEX))
  );
}

function stridesOf({ layout, shape }: Ranked): { offset: bigint; strides: readonly bigint[] } | undefined {
  if (layout?.data.kind === "strided") return layout.data;
  if (layout !== undefined) return undefined;
  // Without a layout the last dimension is dense, and each one before is as far as all behind it.
  const strides: bigint[] = [];
  let stride = 1n;
  for (const size of [...shape].reverse()) {
    strides.unshift(stride);
    stride = size === DYNAMIC || stride === DYNAMIC_INDEX ? DYNAMIC_INDEX : stride * BigInt(size);
  }
  return { offset: 0n, strides };
}
