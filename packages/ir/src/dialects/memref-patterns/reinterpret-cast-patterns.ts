import type { FoldAdaptor, FoldResult } from "../../fold/fold-adaptor.ts";
import type { Operation, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import { castTo } from "../memref-cast.ts";
import { indexOfSize, memrefData, stridesOf } from "../memref-layout.ts";
import {
  withConstants,
  createSlice,
  isSameIndices,
  knownIndex,
  shapeOfIndices,
  sliceOf,
  staticPart,
  withStrides,
} from "../memref-slice.ts";
import type { Slice } from "../memref-slice.ts";

/*
 * Folders and patterns of `memref.reinterpret_cast` and `memref.extract_strided_metadata`
 * (`mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`).
 */

/** Returns the source of the cast, or of the subview at offset zero, that defines the operand. */
function viewedMemory(adaptor: FoldAdaptor): Value | undefined {
  const inner = adaptor.definedBy(0, "memref.reinterpret_cast") ?? adaptor.definedBy(0, "memref.cast");
  if (inner !== undefined) return inner.getOperand(0);
  const subview = adaptor.definedBy(0, "memref.subview");
  if (subview === undefined || !sliceOf(subview).offsets.every((offset) => knownIndex(offset) === 0n)) return undefined;
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

/**
 * Replaces entries of a slice by known numbers: by the static number in the type of the sliced memref, or by the value
 * of the entry if the entry is a constant.
 */
function sliceWithConstants({ offsets, sizes, strides }: Slice, { type }: Value): Slice {
  const data = memrefData(type)!;
  const layout = stridesOf(data)!;
  return {
    offsets: withConstants(offsets, [layout.offset]),
    sizes: withConstants(sizes, data.shape.map(indexOfSize)),
    strides: withConstants(strides, layout.strides),
  };
}

/** Returns the offset, sizes and strides that `memref.extract_strided_metadata` returns. */
function metadataOf(op: Operation): Slice {
  const [, offset, ...rest] = op.results;
  const rank = rest.length / 2;
  const slice = { offsets: [offset!], sizes: rest.slice(0, rank), strides: rest.slice(rank) };
  return sliceWithConstants(slice, op.getOperand(0));
}

/**
 * Simplifies a cast of the base memref that `memref.extract_strided_metadata` returns. If the cast restores the
 * original offset, sizes and strides, replaces the cast by the original memref. Otherwise, makes the original memref
 * the source of the cast.
 */
const castOfMetadata: OpRewritePattern = {
  name: "(anonymous namespace)::ReinterpretCastOpExtractStridedMetadataFolder",
  matchAndRewrite(op, rewriter) {
    const metadata = op.getOperand(0).definingOp;
    if (metadata?.name !== "memref.extract_strided_metadata") return false;
    const source = metadata.getOperand(0);
    const [found, wanted] = [metadataOf(metadata), sliceWithConstants(sliceOf(op), op.getResult(0))];
    const isSame = (["offsets", "sizes", "strides"] as const).every((list) => isSameIndices(found[list], wanted[list]));
    if (isSame) castTo(rewriter, op, source);
    else rewriter.setOperand(op, 0, source);
    return true;
  },
};

function staticCount({ offsets, sizes, strides }: Slice): number {
  return [...offsets, ...sizes, ...strides].filter((index) => typeof index === "bigint").length;
}

/** Replaces constant operands by static offsets, sizes and strides. */
const constantArguments: OpRewritePattern = {
  name: "(anonymous namespace)::ReinterpretCastOpConstantFolder",
  matchAndRewrite(op, rewriter) {
    const slice = sliceOf(op);
    const known = sliceWithConstants(slice, op.getResult(0));
    if (staticCount(known) === staticCount(slice)) return false;
    const source = op.getOperand(0);
    const sizes = staticPart(known.sizes);
    const type = withStrides(source.type, shapeOfIndices(sizes), {
      offset: staticPart(known.offsets)[0]!,
      strides: staticPart(known.strides),
    });
    const made = createSlice(rewriter, op, source, known, type);
    rewriter.replaceOpWithNewOp(op, "memref.cast", { operands: made.results, results: op.resultTypes });
    return true;
  },
};

export const reinterpretCastPatterns: readonly OpRewritePattern[] = [castOfMetadata, constantArguments];

/**
 * Replaces results by constants if their values are known, and extracts metadata from the source of a cast instead of
 * the cast. In MLIR, this is a folder, although it creates operations.
 */
const constantMetadata: OpRewritePattern = {
  name: "memref::ExtractStridedMetadataOp::fold",
  matchAndRewrite(op, rewriter) {
    const { offsets, sizes, strides } = metadataOf(op);
    const known = [...offsets, ...sizes, ...strides];
    let changed = false;
    op.results.slice(1).forEach((result, i) => {
      const value = known[i];
      if (typeof value !== "bigint" || !result.hasUses) return;
      const constant = rewriter.createAt(op, "arith.constant", {
        results: [result.type],
        attributes: { value: rewriter.getIntegerAttr(result.type, value) },
      });
      rewriter.replaceAllUsesWith(result, constant.getResult(0));
      changed = true;
    });
    const cast = op.getOperand(0).definingOp;
    if (cast?.name !== "memref.cast" || memrefData(cast.operandTypes[0]!) === undefined) return changed;
    rewriter.setOperand(op, 0, cast.getOperand(0));
    return true;
  },
};

export const metadataPatterns: readonly OpRewritePattern[] = [constantMetadata];
