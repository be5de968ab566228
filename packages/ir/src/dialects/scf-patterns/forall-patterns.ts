import { numbersOf } from "../../attributes/parts.ts";
import type { Operation, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import type { PatternRewriter } from "../../rewrite/pattern-rewriter.ts";
import { dynamicPart, isSameIndices, mixedIndices, staticPart, valueOfIndex, withConstants } from "../memref-slice.ts";
import { replaceOpWithRegion } from "./inline-patterns.ts";
import { cloneBody } from "./parallel-patterns.ts";
import { operandsOfGroup, tripCounts } from "./trip-count.ts";
import type { MixedIndex } from "../memref-slice.ts";
import { DYNAMIC, STATIC } from "../scf-assembly.ts";

/* Patterns of `scf.forall` (`mlir/lib/Dialect/SCF/IR/SCF.cpp`), for loops without tensors. */

/** Returns the lower bounds, upper bounds and steps: numbers for static bounds, and values for dynamic bounds. */
function boundsOf(op: Operation): (readonly MixedIndex[])[] {
  return STATIC.map((name, i) => mixedIndices(numbersOf(op.getAttr(name)), operandsOfGroup(op, DYNAMIC[i]!)));
}

/** Sets the attributes of a loop to static bounds, and its operands to dynamic bounds and to `outputs`. */
function setBounds(
  rewriter: PatternRewriter,
  loop: Operation,
  lists: readonly (readonly MixedIndex[])[],
  outputs: readonly Value[] = [],
): void {
  const values = lists.map(dynamicPart);
  loop.operands = [...values.flat(), ...outputs];
  STATIC.forEach((name, i) => loop.setAttr(name, rewriter.getDenseI64ArrayAttr(staticPart(lists[i]!))));
  const sizes = [...values, outputs].map((list) => list.length);
  loop.setAttr("operandSegmentSizes", rewriter.getDenseI32ArrayAttr(sizes));
}

const controlOperands: OpRewritePattern = {
  name: "(anonymous namespace)::ForallOpControlOperandsFolder",
  matchAndRewrite(op, rewriter) {
    const lists = boundsOf(op);
    // As in MLIR, folds only the first list that contains a constant.
    const place = lists.findIndex((list) => !isSameIndices(withConstants(list), list));
    if (place < 0) return false;
    lists[place] = withConstants(lists[place]!);
    const outputs = operandsOfGroup(op, "outputs");
    rewriter.modifyOpInPlace(op, () => setBounds(rewriter, op, lists, outputs));
    return true;
  },
};

/** Removes dimensions that have one iteration. Removes the whole loop if a dimension has no iterations. */
const collapseDimensions: OpRewritePattern = {
  name: "(anonymous namespace)::ForallOpSingleOrZeroIterationDimsFolder",
  matchAndRewrite(op, rewriter) {
    const mapping = op.getAttr("mapping")?.data;
    if (op.numResults > 0 || (mapping?.kind === "array" && mapping.elements.length > 0)) return false;
    const bounds = boundsOf(op);
    const counts = tripCounts(bounds);
    if (counts.includes(0n)) {
      rewriter.eraseOp(op);
      return true;
    }
    const body = op.getRegion(0).front!;
    const known = new Map<Value, Value>();
    bounds[0]!.forEach((lower, i) => {
      if (counts[i] === 1n) known.set(body.getArgument(i), valueOfIndex(rewriter, op, lower));
    });
    if (known.size === counts.length) return replaceOpWithRegion(rewriter, op, op.getRegion(0), [...known.values()]);
    if (known.size === 0) return false;
    const kept = bounds.map((list) => list.filter((_, i) => counts[i] !== 1n));
    const loop = rewriter.createLike(op, { operands: [], regions: 1 });
    setBounds(rewriter, loop, kept);
    cloneBody(rewriter, op, loop, known);
    rewriter.eraseOp(op);
    return true;
  },
};

const constantInduction: OpRewritePattern = {
  name: "(anonymous namespace)::ForallOpReplaceConstantInductionVar",
  matchAndRewrite(op, rewriter) {
    const bounds = boundsOf(op);
    const counts = tripCounts(bounds);
    let changed = false;
    bounds[0]!.forEach((lower, i) => {
      const induction = op.getRegion(0).front!.getArgument(i);
      if (!induction.hasUses || counts[i] !== 1n) return;
      rewriter.replaceAllUsesWith(induction, valueOfIndex(rewriter, op, lower));
      changed = true;
    });
    return changed;
  },
};

export const forallPatterns: readonly OpRewritePattern[] = [controlOperands, collapseDimensions, constantInduction];
