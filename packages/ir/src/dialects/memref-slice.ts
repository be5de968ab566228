import { DYNAMIC, DYNAMIC_INDEX } from "../attributes/attribute.ts";
import type { Type } from "../attributes/attribute.ts";
import { numbersOf } from "../attributes/parts.ts";
import type { OpBuilder } from "../builder.ts";
import { matchConstant } from "../fold/constants.ts";
import { constantInt } from "../fold/elements.ts";
import type { Operation, Value } from "../handles.ts";
import { constantOf } from "./arith-patterns/build.ts";
import type { Complain } from "./define-dialect.ts";
import { indexOfSize, memrefData, saturatedProduct, saturatedSum, stridesOf, withStrides } from "./memref-types.ts";
import type { MemRefData, StridedLayout } from "./memref-types.ts";
import { verifySame } from "./memref-verify.ts";
import { BARE } from "./region-edges.ts";

/* Offsets, sizes and strides that are partly static (`OffsetSizeAndStrideOpInterface`). */

export type MixedIndex = Value | bigint;

export const SLICE_LISTS = ["offsets", "sizes", "strides"] as const;

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

/** Returns the value of an index. For a static index, creates a constant at the location of `op`. */
export function valueOfIndex(rewriter: OpBuilder, op: Operation, index: MixedIndex): Value {
  if (typeof index !== "bigint") return index;
  const type = rewriter.getIndexType();
  rewriter.locateAt(op.liveId);
  return constantOf(rewriter, rewriter.getIntegerAttr(type, index), type);
}

/** Replaces each index by the static number at the same position in `statics`, or else by its constant value. */
export function withConstants(indices: readonly MixedIndex[], statics: readonly bigint[] = []): readonly MixedIndex[] {
  return indices.map((index, i) => {
    const known = statics[i] ?? DYNAMIC_INDEX;
    return known === DYNAMIC_INDEX ? (knownIndex(index) ?? index) : known;
  });
}

export function isSameIndices(left: readonly MixedIndex[], right: readonly MixedIndex[]): boolean {
  return left.length === right.length && left.every((index, i) => index === right[i]);
}

/** Returns the offsets, sizes and strides of an operation whose first operand is the source. */
export function sliceOf(op: Operation): Slice {
  let next = 1;
  const lists = slicesOf(op).map((statics) => {
    const count = statics.filter((entry) => entry === DYNAMIC_INDEX).length;
    next += count;
    return mixedIndices(statics, op.operands.slice(next - count, next));
  });
  return { offsets: lists[0]!, sizes: lists[1]!, strides: lists[2]! };
}

export function shapeOfIndices(sizes: readonly bigint[]): readonly number[] {
  return sizes.map((size) => (size === DYNAMIC_INDEX ? DYNAMIC : Number(size)));
}

/** Returns the layout of a slice with all its dimensions, or `undefined` if the memref is not strided. */
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

/** Returns the dimensions that the type `reduced` of a slice lacks, if known (`computeMemRefRankReductionMask`). */
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

/** Matches equal sizes in order. Returns the unmatched dimensions, or `undefined` if a size in `kept` is unmatched. */
function droppedByPosition<T>(sizes: readonly T[], kept: readonly T[]): ReadonlySet<number> | undefined {
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

/* Verifiers of operations with offsets, sizes and strides (`mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`). */

function slicesOf(op: Operation): readonly (readonly bigint[])[] {
  return SLICE_LISTS.map((name) => numbersOf(op.getAttr(`static_${name}`)));
}

/** `ranks` contains the allowed numbers of offsets, sizes and strides (`detail::verifyOffsetSizeAndStrideOp`). */
function verifySlice(op: Operation, ranks: readonly [number, number, number], complain: Complain): void {
  const lists = slicesOf(op);
  const segments = numbersOf(op.getAttr("operandSegmentSizes")).slice(1).map(Number);
  const unknown = lists.map((list) => list.filter((value) => value === DYNAMIC_INDEX).length);
  for (const [i, name] of SLICE_LISTS.entries()) {
    if (segments[i] === unknown[i]) continue;
    const entries = `dynamic entries in 'static_${name}' (${segments[i]} vs ${unknown[i]})`;
    complain(`expected the number of '${name}' to match the number of ${entries}`, BARE);
  }
  const [offsets, sizes, strides] = lists.map((list) => list.length) as [number, number, number];
  const suffix = "so the rank of the result type is well-formed.";
  if (!(offsets === 1 && ranks[0] === 1) && offsets !== sizes)
    complain(`expected mixed offsets rank to match mixed sizes rank (${offsets} vs ${sizes}) ${suffix}`, BARE);
  if (sizes !== strides)
    complain(`expected mixed sizes rank to match mixed strides rank (${sizes} vs ${strides}) ${suffix}`, BARE);
  for (const [i, list] of lists.entries()) {
    const name = SLICE_LISTS[i]!.slice(0, -1);
    if (list.length !== ranks[i]) complain(`expected ${ranks[i]} ${name} values, got ${list.length}`, BARE);
  }
  for (const i of [0, 1]) {
    const negative = lists[i]!.find((value) => value < 0n && value !== DYNAMIC_INDEX);
    if (negative !== undefined) complain(`expected ${SLICE_LISTS[i]} to be non-negative, but got ${negative}`, BARE);
  }
}

export function verifySubview(op: Operation, complain: Complain): void {
  const [source, result] = [op.operandTypes[0]!, op.resultTypes[0]!];
  const [base, found] = [memrefData(source)!, memrefData(result)!];
  const rank = base.shape.length;
  verifySlice(op, [rank, rank, rank], complain);
  const [offsets, sizes, strides] = slicesOf(op) as [bigint[], bigint[], bigint[]];
  verifySame("memory spaces", op, "base memref", "subview", complain);
  const layout = layoutOfSlice(source, offsets, strides);
  if (layout === undefined) return complain(`base type '${source.toString()}' is not strided`, BARE);
  const expected = withStrides(source, shapeOfIndices(sizes), layout);
  const problem = findReductionProblem(memrefData(expected)!, layout, found);
  if (problem === "element type") {
    const element = `'${base.elementType.toString()}', but got '${result.toString()}'`;
    complain(`expected result element type to be ${element}`, BARE);
  } else if (problem === "rank")
    complain(`expected result rank to be smaller or equal to the source rank, but got '${result.toString()}'`, BARE);
  else if (problem !== undefined) {
    const mismatch = `or a rank-reduced version. (mismatch of result ${problem}), but got '${result.toString()}'`;
    complain(`expected result type to be '${expected.toString()}' ${mismatch}`, BARE);
  }
  const outside = boundsProblem(base.shape, offsets, sizes, strides);
  if (outside !== undefined) complain(outside, BARE);
}

/** Returns the first property of `found` that is not a rank-reduced form of `expected` (`isRankReducedType`). */
function findReductionProblem(expected: MemRefData, layout: StridedLayout, found: MemRefData): string | undefined {
  if (found.shape.length > expected.shape.length) return "rank";
  const extra = droppedByPosition(expected.shape, found.shape);
  if (extra === undefined || [...extra].some((i) => expected.shape[i] !== 1)) return "sizes";
  if (expected.elementType !== found.elementType) return "element type";
  const actual = stridesOf(found);
  if (actual === undefined || actual.offset !== layout.offset) return "layout";
  const dropped = droppedDimensions(expected.shape.map(indexOfSize), layout.strides, found);
  const kept = layout.strides.filter((_, i) => dropped?.has(i) !== true);
  return dropped === undefined || kept.join() !== actual.strides.join() ? "layout" : undefined;
}

export function verifyReinterpretCast(op: Operation, complain: Complain): void {
  const found = memrefData(op.resultTypes[0]!)!;
  const rank = found.shape.length;
  verifySlice(op, [1, rank, rank], complain);
  const [offsets, sizes, strides] = slicesOf(op) as [bigint[], bigint[], bigint[]];
  verifySame("memory spaces", op, "source", "result", complain);
  verifySame("element types", op, "source", "result", complain);
  const expect = (what: string, expected: bigint, given: bigint, place: string): void => {
    if (given === DYNAMIC_INDEX || given === expected) return;
    const wanted = expected === DYNAMIC_INDEX ? "dynamic" : String(expected);
    complain(`expected result type with ${what} = ${wanted} instead of ${given}${place}`, BARE);
  };
  found.shape.forEach((size, i) => expect("size", sizes[i]!, indexOfSize(size), ` in dim = ${i}`));
  const layout = stridesOf(found)!;
  expect("offset", offsets[0]!, layout.offset, "");
  layout.strides.forEach((stride, i) => expect("stride", strides[i]!, stride, ` in dim = ${i}`));
}
