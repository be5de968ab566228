import { DYNAMIC } from "../../attributes/attribute.ts";
import type { FoldAdaptor, FoldResult } from "../../fold/fold-adaptor.ts";
import { isZero } from "../../fold/elements.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import { memrefData } from "../memref-layout.ts";
import { knownIndex } from "../memref-slice.ts";

/* Folders and patterns of `memref.view` (`mlir/lib/Dialect/MemRef/IR/MemRefOps.cpp`). */

export function foldView(adaptor: FoldAdaptor): FoldResult {
  const type = adaptor.resultType();
  const isSame = adaptor.operandType(0) === type && !memrefData(type)!.shape.includes(DYNAMIC);
  return isSame && isZero(adaptor.constant(1)) ? adaptor.operand(0) : undefined;
}

/** Moves constant sizes from the operands of a view into its type. */
const constantSizes: OpRewritePattern = {
  name: "(anonymous namespace)::ViewOpShapeFolder",
  matchAndRewrite(op, rewriter) {
    const type = op.resultTypes[0]!;
    const [source, shift, ...sizes] = op.operands;
    const known = sizes.map((size) => {
      const value = knownIndex(size);
      return value === undefined || value < 0n ? undefined : value;
    });
    if (known.every((size) => size === undefined)) return false;
    const data = memrefData(type)!;
    let next = 0;
    const shape = data.shape.map((size) => (size === DYNAMIC ? Number(known[next++] ?? DYNAMIC) : size));
    const made = rewriter.createAt(op, op.name, {
      operands: [source!, shift!, ...sizes.filter((_, i) => known[i] === undefined)],
      results: [type.context.internType({ ...data, shape })],
    });
    rewriter.replaceOpWithNewOp(op, "memref.cast", { operands: made.results, results: [type] });
    return true;
  },
};

/**
 * Replaces a view of a cast by a view of the cast's source. Unlike in MLIR, the source must have a rank, because a view
 * of unranked memory is invalid.
 */
const viewOfCast: OpRewritePattern = {
  name: "(anonymous namespace)::ViewOpMemrefCastFolder",
  matchAndRewrite(op, rewriter) {
    const cast = op.getOperand(0).definingOp;
    if (cast?.name !== "memref.cast" || memrefData(cast.operandTypes[0]!) === undefined) return false;
    const operands = [cast.getOperand(0), ...op.operands.slice(1)];
    rewriter.replaceOpWithNewOp(op, op.name, { operands, results: op.resultTypes });
    return true;
  },
};

export const viewPatterns: readonly OpRewritePattern[] = [constantSizes, viewOfCast];
