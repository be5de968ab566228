import type { Type } from "../../attributes/attribute.ts";
import { DYNAMIC_INDEX } from "../../attributes/attribute.ts";
import type { FoldAdaptor, FoldResult } from "../../fold/fold-adaptor.ts";
import type { Operation } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import { castTo, sourceOfCast } from "../memref-cast.ts";
import { memrefData, stridesOf } from "../memref-layout.ts";
import {
  boundsProblem,
  createSlice,
  droppedDimensions,
  isSameIndices,
  knownIndex,
  layoutOfSlice,
  shapeOfIndices,
  sliceOf,
  staticPart,
  withStrides,
} from "../memref-slice.ts";
import type { MixedIndex, Slice } from "../memref-slice.ts";

/* Folders and patterns of `memref.subview` (`mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`). */

/** Removes a subview of the whole memref. */
export function foldSubview(adaptor: FoldAdaptor): FoldResult {
  const type = adaptor.resultType();
  if (adaptor.operandType(0) !== type) return undefined;
  const { layout, shape } = memrefData(type)!;
  const numbers = layout?.data.kind === "strided" ? [layout.data.offset, ...layout.data.strides] : [];
  if (!shape.some((size) => size < 0) && !numbers.includes(DYNAMIC_INDEX)) return adaptor.operand(0);
  const inner = adaptor.definedBy(0, "memref.subview");
  if (inner === undefined) return undefined;
  const { offsets, sizes, strides } = sliceOf(adaptor.op);
  const isAll =
    offsets.every((offset) => knownIndex(offset) === 0n) && strides.every((stride) => knownIndex(stride) === 1n);
  return isAll && isSameIndices(sizes, sliceOf(inner).sizes) ? adaptor.operand(0) : undefined;
}

/**
 * Returns the type of a slice of `source` without the dimensions that `op` drops. Returns undefined if an offset, size
 * or stride is invalid.
 */
function typeOfSlice(op: Operation, source: Type, { offsets, sizes, strides }: Slice): Type | undefined {
  const lists = [offsets, sizes, strides].map(staticPart) as [readonly bigint[], readonly bigint[], readonly bigint[]];
  const isNegative = (value: bigint): boolean => value < 0n && value !== DYNAMIC_INDEX;
  if (lists[0].some(isNegative) || lists[1].some(isNegative) || lists[2].includes(0n)) return undefined;
  const layout = layoutOfSlice(source, lists[0], lists[2]);
  const from = stridesOf(memrefData(op.operandTypes[0]!)!)!.strides;
  const dropped = droppedDimensions(staticPart(sliceOf(op).sizes), from, memrefData(op.resultTypes[0]!)!);
  if (layout === undefined || dropped === undefined) return undefined;
  const isKept = (_: unknown, i: number): boolean => !dropped.has(i);
  return withStrides(source, shapeOfIndices(lists[1].filter(isKept)), {
    offset: layout.offset,
    strides: layout.strides.filter(isKept),
  });
}

/** Replaces constant operands by static numbers: first offsets, then sizes, then strides. */
const constantArguments: OpRewritePattern = {
  name: "OpWithOffsetSizesAndStridesConstantArgumentFolder",
  matchAndRewrite(op, rewriter) {
    const slice = { ...sliceOf(op) };
    const fold = (list: keyof Slice, isAllowed: (value: bigint) => boolean): boolean => {
      const known = (index: MixedIndex): MixedIndex => {
        const value = knownIndex(index);
        return value !== undefined && isAllowed(value) ? value : index;
      };
      const before = slice[list];
      slice[list] = before.map(known);
      return !isSameIndices(before, slice[list]);
    };
    const isPositive = (value: bigint): boolean => value >= 0n;
    if (!fold("offsets", isPositive) && !fold("sizes", isPositive) && !fold("strides", () => true)) return false;
    const [source] = op.operands;
    const { shape } = memrefData(source!.type)!;
    const isOutside = boundsProblem(
      shape,
      staticPart(slice.offsets),
      staticPart(slice.sizes),
      staticPart(slice.strides),
    );
    const type = typeOfSlice(op, source!.type, slice);
    if (isOutside !== undefined || type === undefined) return false;
    const made = createSlice(rewriter, op, source!, slice, type);
    rewriter.replaceOpWithNewOp(op, "memref.cast", { operands: made.results, results: op.resultTypes });
    return true;
  },
};

/** Moves a cast of the source after the subview. */
const subviewOfCast: OpRewritePattern = {
  name: "(anonymous namespace)::SubViewOpMemRefCastFolder",
  matchAndRewrite(op, rewriter) {
    const source = sourceOfCast(op.getOperand(0));
    if (source === undefined || op.operands.some((operand) => knownIndex(operand) !== undefined)) return false;
    const slice = sliceOf(op);
    const type = typeOfSlice(op, source.type, slice);
    if (type === undefined) return false;
    const made = createSlice(rewriter, op, source, slice, type);
    rewriter.replaceOpWithNewOp(op, "memref.cast", { operands: made.results, results: op.resultTypes });
    return true;
  },
};

function isTrivial(op: Operation): boolean {
  const { offsets, sizes, strides } = sliceOf(op);
  const { shape } = memrefData(op.operandTypes[0]!)!;
  return (
    shape.length === memrefData(op.resultTypes[0]!)!.shape.length &&
    offsets.every((offset) => knownIndex(offset) === 0n) &&
    strides.every((stride) => knownIndex(stride) === 1n) &&
    sizes.every((size, i) => knownIndex(size) === BigInt(shape[i]!))
  );
}

const trivial: OpRewritePattern = {
  name: "(anonymous namespace)::TrivialSubViewOpFolder",
  matchAndRewrite(op, rewriter) {
    if (!isTrivial(op)) return false;
    castTo(rewriter, op, op.getOperand(0));
    return true;
  },
};

export const subviewPatterns: readonly OpRewritePattern[] = [constantArguments, subviewOfCast, trivial];
