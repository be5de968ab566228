import { DYNAMIC_INDEX } from "../attributes/attribute.ts";
import { numbersOf } from "../attributes/parts.ts";
import type { Operation } from "../handles.ts";
import type { Complain } from "./define-dialect.ts";
import { indexOfSize, memrefData, stridesOf } from "./memref-layout.ts";
import type { MemRefData, StridedLayout } from "./memref-layout.ts";
import {
  boundsProblem,
  droppedDimensions,
  layoutOfSlice,
  shapeOfIndices,
  SLICE_LISTS,
  withStrides,
} from "./memref-slice.ts";
import { verifySame } from "./memref-verify.ts";
import { BARE } from "./region-edges.ts";

/*
 * Verifiers of operations with offsets, sizes and strides: `OffsetSizeAndStrideOpInterface`, `memref.subview` and
 * `memref.reinterpret_cast`.
 */

/** Returns the static offsets, sizes and strides of an operation. */
function slicesOf(op: Operation): readonly (readonly bigint[])[] {
  return SLICE_LISTS.map((name) => numbersOf(op.getAttr(`static_${name}`)));
}

/**
 * Verifies offsets, sizes and strides (`detail::verifyOffsetSizeAndStrideOp`). `ranks` contains the allowed numbers of
 * offsets, sizes and strides.
 */
function verifySlice(op: Operation, ranks: readonly [number, number, number], complain: Complain): void {
  const lists = slicesOf(op);
  const segments = numbersOf(op.getAttr("operandSegmentSizes")).slice(1).map(Number);
  const unknown = lists.map((list) => list.filter((value) => value === DYNAMIC_INDEX).length);
  for (const [i, name] of SLICE_LISTS.entries()) {
    if (segments[i] === unknown[i]) continue;
    const counts = `(${segments[i]} vs ${unknown[i]})`;
    complain(
      `expected the number of '${name}' to match the number of dynamic entries in 'static_${name}' ${counts}`,
      BARE,
    );
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

/** Verifies an operation as `SubViewOp::verify` in MLIR does. */
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

/**
 * Checks that a type is a rank-reduced form of another type (`isRankReducedType`). Returns the name of the first
 * property that does not match, or `undefined` if all match.
 */
function findReductionProblem(expected: MemRefData, layout: StridedLayout, found: MemRefData): string | undefined {
  if (found.shape.length > expected.shape.length) return "rank";
  if (!isReducedShape(expected.shape, found.shape)) return "sizes";
  if (expected.elementType !== found.elementType) return "element type";
  const actual = stridesOf(found);
  if (actual === undefined || actual.offset !== layout.offset) return "layout";
  const dropped = droppedDimensions(expected.shape.map(indexOfSize), layout.strides, found);
  const kept = layout.strides.filter((_, i) => dropped?.has(i) !== true);
  return dropped === undefined || kept.join() !== actual.strides.join() ? "layout" : undefined;
}

/** Returns whether `reduced` is `shape` without some of the dimensions of size one. */
function isReducedShape(shape: readonly number[], reduced: readonly number[]): boolean {
  let next = 0;
  for (const size of shape) {
    if (next < reduced.length && size === reduced[next]) next++;
    else if (size !== 1) return false;
  }
  return next === reduced.length;
}

/** Verifies an operation as `ReinterpretCastOp::verify` in MLIR does. */
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
