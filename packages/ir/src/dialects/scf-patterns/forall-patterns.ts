import { numbersOf } from "../../attributes/parts.ts";
import type { Operation, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import type { PatternRewriter } from "../../rewrite/pattern-rewriter.ts";
import { constantOf } from "../arith-patterns/build.ts";
import { dynamicPart, isSameIndices, knownIndex, mixedIndices, staticPart } from "../memref-slice.ts";
import { replaceOpWithRegion } from "./inline-patterns.ts";
import { cloneBody } from "./parallel-patterns.ts";
import { constantTripCount, operandsOfGroup } from "./trip-count.ts";
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

function foldList(list: readonly MixedIndex[]): readonly MixedIndex[] {
  return list.map((bound) => knownIndex(bound) ?? bound);
}

const controlOperands: OpRewritePattern = {
  name: "(anonymous namespace)::ForallOpControlOperandsFolder",
  matchAndRewrite(op, rewriter) {
    const lists = boundsOf(op);
    // As in MLIR, folds only the first list that contains a constant.
    const place = lists.findIndex((list) => !isSameIndices(foldList(list), list));
    if (place < 0) return false;
    lists[place] = foldList(lists[place]!);
    const outputs = operandsOfGroup(op, "outputs");
    rewriter.modifyOpInPlace(op, () => setBounds(rewriter, op, lists, outputs));
    return true;
  },
};

function valueOf(rewriter: PatternRewriter, op: Operation, bound: MixedIndex): Value {
  if (typeof bound !== "bigint") return bound;
  const type = rewriter.getIndexType();
  rewriter.locateAt(op.liveId);
  return constantOf(rewriter, rewriter.getIntegerAttr(type, bound), type);
}

/** Removes dimensions that have one iteration. Removes the whole loop if a dimension has no iterations. */
const collapseDimensions: OpRewritePattern = {
  name: "(anonymous namespace)::ForallOpSingleOrZeroIterationDimsFolder",
  matchAndRewrite(op, rewriter) {
    const mapping = op.getAttr("mapping")?.data;
    if (op.numResults > 0 || (mapping?.kind === "array" && mapping.elements.length > 0)) return false;
    const [lower, upper, step] = boundsOf(op);
    const counts = lower!.map((bound, i) => constantTripCount(bound, upper![i]!, step![i]!));
    const body = op.getRegion(0).front!;
    const known = new Map<Value, Value>();
    for (const [i, count] of counts.entries()) {
      if (count === 0n) {
        rewriter.eraseOp(op);
        return true;
      }
      if (count === 1n) known.set(body.getArgument(i), valueOf(rewriter, op, lower![i]!));
    }
    if (known.size === counts.length) {
      const values = lower!.map((bound) => valueOf(rewriter, op, bound));
      return replaceOpWithRegion(rewriter, op, op.getRegion(0), values);
    }
    if (known.size === 0) return false;
    const kept = [lower!, upper!, step!].map((list) => list.filter((_, i) => counts[i] !== 1n));
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
    const [lower, upper, step] = boundsOf(op);
    let changed = false;
    lower!.forEach((bound, i) => {
      const induction = op.getRegion(0).front!.getArgument(i);
      if (!induction.hasUses || constantTripCount(bound, upper![i]!, step![i]!) !== 1n) return;
      rewriter.replaceAllUsesWith(induction, valueOf(rewriter, op, bound));
      changed = true;
    });
    return changed;
  },
};

export const forallPatterns: readonly OpRewritePattern[] = [controlOperands, collapseDimensions, constantInduction];
