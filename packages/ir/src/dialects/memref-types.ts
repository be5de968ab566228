import { affineConstant, binaryExpr, isIdentity, isSymbolicOrConstant } from "../attributes/affine.ts";
import type { AffineExpr, AffineMap } from "../attributes/affine.ts";
import { DYNAMIC, DYNAMIC_INDEX } from "../attributes/attribute.ts";
import type { Attribute, Type, TypeData } from "../attributes/attribute.ts";
import { elementTypeOf } from "../attributes/dense.ts";
import type { TypeConstraint } from "./op-structure.ts";
import { isNumber, isSignlessOrIndex } from "./type-constraints.ts";

export type MemRefData = Extract<TypeData, { kind: "memref" }>;

/** Offset and strides of a memref. Dynamic numbers are {@link DYNAMIC_INDEX}. */
export interface StridedLayout {
  readonly offset: bigint;
  readonly strides: readonly bigint[];
}

export function memrefData({ data }: Type): MemRefData | undefined {
  return data.kind === "memref" ? data : undefined;
}

export function memorySpaceOf({ data }: Type): Attribute | undefined {
  return "memorySpace" in data ? data.memorySpace : undefined;
}

export function dynamicCount(sizes: readonly (number | undefined)[]): number {
  return sizes.filter((size) => size === DYNAMIC).length;
}

/** Converts a size of a shape to a 64-bit number, in which {@link DYNAMIC_INDEX} marks a dynamic size. */
export function indexOfSize(size: number): bigint {
  return size === DYNAMIC ? DYNAMIC_INDEX : BigInt(size);
}

/** As in `SaturatedInteger`, the product is dynamic if a factor is dynamic, unless the other factor is zero. */
export function saturatedProduct(left: bigint, right: bigint): bigint {
  if (left === 0n || right === 0n) return 0n;
  return left === DYNAMIC_INDEX || right === DYNAMIC_INDEX ? DYNAMIC_INDEX : left * right;
}

export function saturatedSum(left: bigint, right: bigint): bigint {
  return left === DYNAMIC_INDEX || right === DYNAMIC_INDEX ? DYNAMIC_INDEX : left + right;
}

/** Returns the offset and strides of a memref if its layout is strided (`MemRefType::getStridesAndOffset`). */
export function stridesOf({ layout, shape }: MemRefData): StridedLayout | undefined {
  if (layout === undefined) return { offset: 0n, strides: contiguousStrides(shape) };
  if (layout.data.kind === "strided") return layout.data;
  if (layout.data.kind !== "affine-map") return undefined;
  const known = (expr: AffineExpr): bigint => (expr.kind === "constant" ? expr.value : DYNAMIC_INDEX);
  const [offset, ...strides] = termsOf(layout.data.map).map(known);
  return offset === undefined ? undefined : { offset, strides };
}

/** Returns whether the memref has no layout, or an identity layout (`MemRefLayoutAttrInterface::isIdentity`). */
export function hasIdentityLayout({ layout }: MemRefData): boolean {
  return layout === undefined || (layout.data.kind === "strided" && isIdentity(mapOfStrides(layout.data)));
}

/** Returns the strides of a contiguous memref. Each stride is the product of the sizes of all later dimensions. */
function contiguousStrides(shape: readonly number[]): readonly bigint[] {
  const strides: bigint[] = [];
  let stride = 1n;
  for (const size of [...shape].reverse()) {
    strides.unshift(stride);
    // As in MLIR, a dimension whose size is dynamic or zero makes the strides of all earlier dimensions dynamic.
    stride = size <= 0 || stride === DYNAMIC_INDEX ? DYNAMIC_INDEX : stride * BigInt(size);
  }
  return strides;
}

/** Returns the offset and the strides of a map whose only result is linear in the dimensions, or else an empty list. */
function termsOf(map: AffineMap): readonly AffineExpr[] {
  const [result] = map.results;
  const terms = Array.from({ length: 1 + map.dims }, () => affineConstant(0n));
  return map.results.length === 1 && addTerms(result!, affineConstant(1n), terms) ? terms : [];
}

function addTerms(expr: AffineExpr, factor: AffineExpr, terms: AffineExpr[]): boolean {
  switch (expr.kind) {
    case "+":
      return addTerms(expr.left, factor, terms) && addTerms(expr.right, factor, terms);
    case "*":
      return isSymbolicOrConstant(expr.left)
        ? addTerms(expr.right, binaryExpr("*", factor, expr.left), terms)
        : addTerms(expr.left, binaryExpr("*", factor, expr.right), terms);
    case "dim":
      terms[expr.position + 1] = binaryExpr("+", terms[expr.position + 1]!, factor);
      return true;
    case "symbol":
    case "constant":
      terms[0] = binaryExpr("+", terms[0]!, binaryExpr("*", expr, factor));
      return true;
    default:
      return false;
  }
}

/** Returns the map of a strided layout, with a symbol for each dynamic number (`makeStridedLinearLayoutMap`). */
function mapOfStrides({ offset, strides }: StridedLayout): AffineMap {
  let symbols = 0;
  const exprOf = (value: bigint): AffineExpr =>
    value === DYNAMIC_INDEX ? { kind: "symbol", position: symbols++ } : affineConstant(value);
  const start = exprOf(offset);
  const terms = strides.map((stride, position) => binaryExpr("*", { kind: "dim", position }, exprOf(stride)));
  // As in MLIR, the offset is the last operand of the sum if all strides are static, and otherwise the first.
  const isLinear = !strides.includes(DYNAMIC_INDEX);
  const result = (isLinear ? [...terms, start] : [start, ...terms]).reduce((sum, term) => binaryExpr("+", sum, term));
  return { dims: strides.length, symbols, results: [result] };
}

/** Converts a layout to an affine map, or removes it if the elements are contiguous (`canonicalizeStridedLayout`). */
export function withCanonicalLayout(type: Type): Type {
  const data = memrefData(type);
  const layout = data && stridesOf(data);
  if (data === undefined || layout === undefined || data.layout === undefined) return type;
  const { layout: _, ...rest } = data;
  const { context } = type;
  // A stride that the type does not determine can differ from the contiguous stride.
  const isKnown = layout.offset === 0n && !layout.strides.includes(DYNAMIC_INDEX);
  if (isKnown && contiguousStrides(data.shape).join() === layout.strides.join()) return context.internType(rest);
  return context.internType({
    ...rest,
    layout: context.internAttribute({ kind: "affine-map", map: mapOfStrides(layout) }),
  });
}

export function symbolCount({ layout }: MemRefData): number {
  if (layout?.data.kind === "affine-map") return layout.data.map.symbols;
  if (layout?.data.kind !== "strided") return 0;
  return mapOfStrides(layout.data).symbols;
}

/** Returns a memref type with another shape, and the given strides. Without `layout`, the type has no layout. */
export function withStrides({ context, data }: Type, shape: readonly number[], layout?: StridedLayout): Type {
  const { elementType, memorySpace } = data as MemRefData;
  return context.internType({
    kind: "memref",
    shape,
    elementType,
    ...(layout && {
      layout: context.internAttribute({ kind: "strided", offset: layout.offset, strides: layout.strides }),
    }),
    ...(memorySpace && { memorySpace }),
  });
}

/** Returns whether a memref type can be cast to another type (`CastOp::areCastCompatible`). */
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

/* Constraints on memref types, with MLIR's descriptions. */

function memrefThat(description: string, accepts: (data: MemRefData) => boolean): TypeConstraint {
  return {
    description,
    accepts(type) {
      const data = memrefData(type);
      return data !== undefined && accepts(data);
    },
    kinds: ["memref"],
  };
}

export const stridedMemRef: TypeConstraint = memrefThat(
  "strided memref of any type values",
  (data) => stridesOf(data) !== undefined,
);
export const stridedScalarMemRef: TypeConstraint = memrefThat(
  "strided memref of any type values of rank 0",
  (data) => stridesOf(data) !== undefined && data.shape.length === 0,
);
export const staticMemRef: TypeConstraint = memrefThat(
  "statically shaped memref of any type values",
  ({ shape }) => !shape.includes(DYNAMIC),
);
export const vectorMemRef: TypeConstraint = memrefThat(
  "1D memref of any type values",
  ({ shape }) => shape.length === 1,
);
export const byteVectorMemRef: TypeConstraint = memrefThat(
  "1D memref of 8-bit signless integer values",
  ({ shape, elementType }) => shape.length === 1 && elementType.byteText === "i8",
);
export const indexVectorMemRef: TypeConstraint = memrefThat(
  "1D memref of signless integer or index values",
  ({ shape, elementType }) => shape.length === 1 && isSignlessOrIndex(elementType),
);
export const numberMemRef: TypeConstraint = memrefThat(
  "memref of signless integer or floating-point values",
  ({ elementType }) => isNumber(elementType),
);
export const memrefWithDimensions: TypeConstraint = {
  description: "unranked.memref of any type values or non-0-ranked.memref of any type values",
  accepts: (type) => type.kind === "unranked-memref" || (memrefData(type)?.shape.length ?? 0) > 0,
};
