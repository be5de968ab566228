import { DYNAMIC, DYNAMIC_INDEX } from "../attributes/attribute.ts";
import type { Attribute, Type } from "../attributes/attribute.ts";
import { numbersOf } from "../attributes/parts.ts";
import { matchConstant } from "../fold/constants.ts";
import { constantInt } from "../fold/elements.ts";
import type { Operation, Value } from "../handles.ts";
import type { PatternRewriter } from "../rewrite/pattern-rewriter.ts";
import { indexOfSize, memrefData, saturatedProduct, saturatedSum, stridesOf } from "./memref-layout.ts";
import type { MemRefData, StridedLayout } from "./memref-layout.ts";

/* Offsets, sizes and strides that are partly static (`OffsetSizeAndStrideOpInterface`). */

/** An index: a value, or a static number. */
export type MixedIndex = Value | bigint;

export const SLICE_LISTS = ["offsets", "sizes", "strides"] as const;

/** Offsets, sizes and strides of a slice, in the order of the dimensions. */
export type Slice = Readonly<Record<(typeof SLICE_LISTS)[number], readonly MixedIndex[]>>;

/** Replaces each dynamic entry in a list of static values with the next operand (MLIR's `getMixedValues`). */
export function mixedIndices(statics: readonly bigint[], values: readonly Value[]): readonly MixedIndex[] {
  let next = 0;
  return statics.map((entry) => (entry === DYNAMIC_INDEX ? values[next++]! : entry));
}

export function staticPart(indices: readonly MixedIndex[]): readonly bigint[] {
  return indices.map((index) => (typeof index === "bigint" ? index : DYNAMIC_INDEX));
}

export function dynamicPart(indices: readonly MixedIndex[]): readonly Value[] {
  return indices.filter((index) => typeof index !== "bigint");
}

/** Returns the value of an index if it is static or constant (`getConstantIntValue`). */
export function knownIndex(index: MixedIndex): bigint | undefined {
  if (typeof index === "bigint") return index;
  const constant = constantInt(matchConstant(index));
  return constant === undefined ? undefined : BigInt.asIntN(64, constant);
}

/**
 * Replaces each index by the static number at the same position in `statics`. If the number in `statics` is dynamic and
 * the index has a constant value, replaces the index by this value.
 */
export function withConstants(indices: readonly MixedIndex[], statics: readonly bigint[]): readonly MixedIndex[] {
  return indices.map((index, i) => (statics[i] === DYNAMIC_INDEX ? (knownIndex(index) ?? index) : statics[i]!));
}

export function isSameIndices(left: readonly MixedIndex[], right: readonly MixedIndex[]): boolean {
  return left.length === right.length && left.every((index, i) => index === right[i]);
}

/** Returns the offsets, sizes and strides of an operation whose first operand is the source. */
export function sliceOf(op: Operation): Slice {
  let next = 1;
  const lists = SLICE_LISTS.map((name) => {
    const statics = numbersOf(op.getAttr(`static_${name}`));
    const count = statics.filter((entry) => entry === DYNAMIC_INDEX).length;
    next += count;
    return mixedIndices(statics, op.operands.slice(next - count, next));
  });
  return { offsets: lists[0]!, sizes: lists[1]!, strides: lists[2]! };
}

/**
 * Creates an operation with the name of `op` and another source, slice and result type. Omits discardable attributes.
 */
export function createSlice(
  rewriter: PatternRewriter,
  op: Operation,
  source: Value,
  slice: Slice,
  result: Type,
): Operation {
  const lists = SLICE_LISTS.map((name) => dynamicPart(slice[name]));
  const attributes: Record<string, Attribute> = {
    operandSegmentSizes: rewriter.getDenseI32ArrayAttr([1, ...lists.map((list) => list.length)]),
  };
  for (const name of SLICE_LISTS) attributes[`static_${name}`] = rewriter.getDenseI64ArrayAttr(staticPart(slice[name]));
  return rewriter.createAt(op, op.name, { operands: [source, ...lists.flat()], results: [result], attributes });
}

export function shapeOfIndices(sizes: readonly bigint[]): readonly number[] {
  return sizes.map((size) => (size === DYNAMIC_INDEX ? DYNAMIC : Number(size)));
}

/** Returns a type with another shape and strided layout. */
export function withStrides(type: Type, shape: readonly number[], layout: StridedLayout): Type {
  const { context, data } = type;
  if (data.kind !== "memref" && data.kind !== "unranked-memref") return type;
  const { elementType, memorySpace } = data;
  return context.internType({
    kind: "memref",
    shape,
    elementType,
    layout: context.internAttribute({ kind: "strided", offset: layout.offset, strides: layout.strides }),
    ...(memorySpace === undefined ? {} : { memorySpace }),
  });
}

/**
 * Returns the layout of a slice of a memref, without dropping dimensions. Returns `undefined` if the memref is not
 * strided.
 */
export function layoutOfSlice(
  source: Type,
  offsets: readonly bigint[],
  strides: readonly bigint[],
): StridedLayout | undefined {
  const from = stridesOf(memrefData(source)!);
  if (from === undefined) return undefined;
  const terms = offsets.map((offset, i) => saturatedProduct(offset, from.strides[i]!));
  return {
    offset: terms.reduce(saturatedSum, from.offset),
    strides: from.strides.map((stride, i) => saturatedProduct(stride, strides[i]!)),
  };
}

/**
 * Returns the dimensions of a slice that its result type drops. `strides` are the strides of the source. Returns
 * undefined if the dropped dimensions cannot be determined (`computeMemRefRankReductionMask`).
 */
export function droppedDimensions(
  sizes: readonly bigint[],
  strides: readonly bigint[],
  reduced: MemRefData,
): ReadonlySet<number> | undefined {
  const rank = reduced.shape.length;
  if (sizes.length === rank) return new Set();
  const units = sizes.flatMap((size, i) => (size === 1n ? [i] : []));
  if (units.length + rank === sizes.length) return new Set(units);
  const kept = stridesOf(reduced)?.strides;
  if (kept === undefined) return undefined;
  return droppedByStrides(units, strides, kept) ?? droppedByPosition(sizes, reduced.shape.map(indexOfSize));
}

/** Compares strides to find the dimensions of size one that the result does not have. */
function droppedByStrides(
  units: readonly number[],
  strides: readonly bigint[],
  kept: readonly bigint[],
): ReadonlySet<number> | undefined {
  const count = (list: readonly bigint[], stride: bigint): number => list.filter((other) => other === stride).length;
  const dropped = new Set<number>();
  const left = [...strides];
  for (const i of units) {
    const stride = strides[i]!;
    const difference = count(left, stride) - count(kept, stride);
    if (difference < 0) return undefined;
    if (difference === 0) continue;
    dropped.add(i);
    left.splice(left.indexOf(stride), 1);
  }
  return dropped.size + kept.length === strides.length ? dropped : undefined;
}

/**
 * Matches each dimension of the result, in order, with the next dimension of the source that has the same size.
 * Returns the unmatched dimensions of the source.
 */
function droppedByPosition(sizes: readonly bigint[], kept: readonly bigint[]): ReadonlySet<number> | undefined {
  let next = 0;
  const dropped = new Set<number>();
  for (const [i, size] of sizes.entries())
    if (size === kept[next]) next++;
    else dropped.add(i);
  return next === kept.length ? dropped : undefined;
}

/** Returns an error message if a slice is known to be out of bounds (`verifyInBoundsSlice`). */
export function boundsProblem(
  shape: readonly number[],
  offsets: readonly bigint[],
  sizes: readonly bigint[],
  strides: readonly bigint[],
): string | undefined {
  for (const [i, size] of shape.entries()) {
    const [offset, count, stride] = [offsets[i]!, sizes[i]!, strides[i]!];
    if (size === DYNAMIC || offset === DYNAMIC_INDEX) continue;
    if (offset >= BigInt(size)) return `offset ${i} is out-of-bounds: ${offset} >= ${size}`;
    if (count === DYNAMIC_INDEX || stride === DYNAMIC_INDEX) continue;
    const last = offset + (count - 1n) * stride;
    if (last >= BigInt(size)) return `slice along dimension ${i} runs out-of-bounds: ${last} >= ${size}`;
  }
  return undefined;
}
