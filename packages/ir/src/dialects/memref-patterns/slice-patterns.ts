import { DYNAMIC_INDEX } from "../../attributes/attribute.ts";
import type { Attribute, Type } from "../../attributes/attribute.ts";
import { OpBuilder } from "../../builder.ts";
import type { FoldAdaptor, FoldResult } from "../../fold/fold-adaptor.ts";
import type { Operation, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import type { PatternRewriter } from "../../rewrite/pattern-rewriter.ts";
import { castTo, sourceOfCast } from "../memref-fold.ts";
import { memrefData, stridesOf, indexOfSize, withStrides } from "../memref-types.ts";
import {
  boundsProblem,
  droppedDimensions,
  dynamicPart,
  isSameIndices,
  knownIndex,
  layoutOfSlice,
  shapeOfIndices,
  SLICE_LISTS,
  sliceOf,
  staticPart,
  valueOfIndex,
  withConstants,
} from "../memref-slice.ts";
import type { MixedIndex, Slice } from "../memref-slice.ts";

/* Folders and patterns of subviews, reinterpreting casts and metadata (`mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`). */

function areAll(indices: readonly MixedIndex[], value: bigint): boolean {
  return indices.every((index) => knownIndex(index) === value);
}

type Lists = readonly [readonly bigint[], readonly bigint[], readonly bigint[]];

function staticLists(slice: Slice): Lists {
  return SLICE_LISTS.map((name) => staticPart(slice[name])) as unknown as Lists;
}

function isSameSlice(left: Slice, right: Slice): boolean {
  return SLICE_LISTS.every((list) => isSameIndices(left[list], right[list]));
}

/** Replaces an operation by the same operation on another slice, without discardable attributes. Casts the result. */
function replaceSlice(rewriter: PatternRewriter, op: Operation, source: Value, slice: Slice, type: Type): true {
  const lists = SLICE_LISTS.map((name) => dynamicPart(slice[name]));
  const attributes: Record<string, Attribute> = {
    operandSegmentSizes: rewriter.getDenseI32ArrayAttr([1, ...lists.map((list) => list.length)]),
  };
  for (const name of SLICE_LISTS) attributes[`static_${name}`] = rewriter.getDenseI64ArrayAttr(staticPart(slice[name]));
  const made = rewriter.createAt(op, op.name, { operands: [source, ...lists.flat()], results: [type], attributes });
  rewriter.replaceOpWithNewOp(op, "memref.cast", { operands: made.results, results: op.resultTypes });
  return true;
}

export function foldSubview(adaptor: FoldAdaptor): FoldResult {
  const type = adaptor.resultType();
  if (adaptor.operandType(0) !== type) return undefined;
  const { layout, shape } = memrefData(type)!;
  const numbers = layout?.data.kind === "strided" ? [layout.data.offset, ...layout.data.strides] : [];
  if (!shape.some((size) => size < 0) && !numbers.includes(DYNAMIC_INDEX)) return adaptor.operand(0);
  const inner = adaptor.definedBy(0, "memref.subview");
  if (inner === undefined) return undefined;
  const { offsets, sizes, strides } = sliceOf(adaptor.op);
  const isAll = areAll(offsets, 0n) && areAll(strides, 1n);
  return isAll && isSameIndices(sizes, sliceOf(inner).sizes) ? adaptor.operand(0) : undefined;
}

/** Returns the type of a slice without the dimensions that `op` drops, or `undefined` if the slice is invalid. */
function typeOfSlice(op: Operation, source: Type, slice: Slice): Type | undefined {
  const [offsets, sizes, strides] = staticLists(slice);
  const isNegative = (value: bigint): boolean => value < 0n && value !== DYNAMIC_INDEX;
  if (offsets.some(isNegative) || sizes.some(isNegative) || strides.includes(0n)) return undefined;
  const layout = layoutOfSlice(source, offsets, strides);
  const from = stridesOf(memrefData(op.operandTypes[0]!)!)!.strides;
  const dropped = droppedDimensions(staticPart(sliceOf(op).sizes), from, memrefData(op.resultTypes[0]!)!);
  if (layout === undefined || dropped === undefined) return undefined;
  const isKept = (_: unknown, i: number): boolean => !dropped.has(i);
  return withStrides(source, shapeOfIndices(sizes.filter(isKept)), {
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
    const isOutside = boundsProblem(memrefData(source!.type)!.shape, ...staticLists(slice)) !== undefined;
    const type = typeOfSlice(op, source!.type, slice);
    return !isOutside && type !== undefined && replaceSlice(rewriter, op, source!, slice, type);
  },
};

const subviewOfCast: OpRewritePattern = {
  name: "(anonymous namespace)::SubViewOpMemRefCastFolder",
  matchAndRewrite(op, rewriter) {
    const source = sourceOfCast(op.getOperand(0));
    if (source === undefined || op.operands.some((operand) => knownIndex(operand) !== undefined)) return false;
    const slice = sliceOf(op);
    const type = typeOfSlice(op, source.type, slice);
    return type !== undefined && replaceSlice(rewriter, op, source, slice, type);
  },
};

function isTrivial(op: Operation): boolean {
  const { offsets, sizes, strides } = sliceOf(op);
  const { shape } = memrefData(op.operandTypes[0]!)!;
  return (
    shape.length === memrefData(op.resultTypes[0]!)!.shape.length &&
    areAll(offsets, 0n) &&
    areAll(strides, 1n) &&
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

/** Returns the source of the cast, or of the subview at offset zero, that defines the operand. */
function viewedMemory(adaptor: FoldAdaptor): Value | undefined {
  const inner = adaptor.definedBy(0, "memref.reinterpret_cast") ?? adaptor.definedBy(0, "memref.cast");
  if (inner !== undefined) return inner.getOperand(0);
  const subview = adaptor.definedBy(0, "memref.subview");
  if (subview === undefined || !areAll(sliceOf(subview).offsets, 0n)) return undefined;
  return subview.getOperand(0);
}

export function foldReinterpretCast(adaptor: FoldAdaptor): FoldResult {
  const memory = viewedMemory(adaptor);
  if (memory !== undefined) {
    adaptor.op.setOperand(0, memory);
    return "in-place";
  }
  const type = adaptor.resultType();
  if (adaptor.operandType(0) !== type || memrefData(type)!.shape.some((size) => size < 0)) return undefined;
  return sliceOf(adaptor.op).offsets[0] === 0n ? adaptor.operand(0) : undefined;
}

/** Replaces entries of a slice by static numbers in the type of the memref, or by constant values of the entries. */
function sliceWithConstants({ offsets, sizes, strides }: Slice, { type }: Value): Slice {
  const data = memrefData(type)!;
  const layout = stridesOf(data)!;
  return {
    offsets: withConstants(offsets, [layout.offset]),
    sizes: withConstants(sizes, data.shape.map(indexOfSize)),
    strides: withConstants(strides, layout.strides),
  };
}

function metadataOf(op: Operation): Slice {
  const [, offset, ...rest] = op.results;
  const rank = rest.length / 2;
  const slice = { offsets: [offset!], sizes: rest.slice(0, rank), strides: rest.slice(rank) };
  return sliceWithConstants(slice, op.getOperand(0));
}

/** Replaces a cast of the base of a memref by the memref, or casts the memref itself if the cast changes the slice. */
const castOfMetadata: OpRewritePattern = {
  name: "(anonymous namespace)::ReinterpretCastOpExtractStridedMetadataFolder",
  matchAndRewrite(op, rewriter) {
    const metadata = op.getOperand(0).definingOp;
    if (metadata?.name !== "memref.extract_strided_metadata") return false;
    const source = metadata.getOperand(0);
    const [found, wanted] = [metadataOf(metadata), sliceWithConstants(sliceOf(op), op.getResult(0))];
    if (isSameSlice(found, wanted)) castTo(rewriter, op, source);
    else rewriter.setOperand(op, 0, source);
    return true;
  },
};

const constantCastArguments: OpRewritePattern = {
  name: "(anonymous namespace)::ReinterpretCastOpConstantFolder",
  matchAndRewrite(op, rewriter) {
    const slice = sliceOf(op);
    const known = sliceWithConstants(slice, op.getResult(0));
    if (isSameSlice(known, slice)) return false;
    const source = op.getOperand(0);
    const [offsets, sizes, strides] = staticLists(known);
    const type = withStrides(source.type, shapeOfIndices(sizes), { offset: offsets[0]!, strides });
    return replaceSlice(rewriter, op, source, known, type);
  },
};

export const reinterpretCastPatterns: readonly OpRewritePattern[] = [castOfMetadata, constantCastArguments];

/** Replaces uses of results by constants. As in MLIR, this folder creates the constants itself. */
export function foldMetadata({ op }: FoldAdaptor): FoldResult {
  const { offsets, sizes, strides } = metadataOf(op);
  const known = [...offsets, ...sizes, ...strides];
  let folded: FoldResult;
  op.results.slice(1).forEach((result, i) => {
    const value = known[i];
    if (typeof value !== "bigint" || !result.hasUses) return;
    result.replaceAllUsesWith(valueOfIndex(OpBuilder.before(op), op, value));
    folded = "in-place";
  });
  const cast = op.getOperand(0).definingOp;
  if (cast?.name !== "memref.cast" || memrefData(cast.operandTypes[0]!) === undefined) return folded;
  op.setOperand(0, cast.getOperand(0));
  return "in-place";
}
