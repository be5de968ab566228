import { numbersOf } from "../../attributes/parts.ts";
import type { Operation, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import type { PatternRewriter } from "../../rewrite/pattern-rewriter.ts";
import { constantOf } from "../arith-patterns/build.ts";
import { dynamicPart, isSameIndices, knownIndex, mixedIndices, staticPart } from "../memref-slice.ts";
import { cloneBody } from "./parallel-patterns.ts";
import { constantTripCount, operandsOfGroup } from "./trip-count.ts";
import type { MixedIndex as Bound } from "../memref-slice.ts";

/* Patterns of `scf.forall` (`mlir/lib/Dialect/SCF/IR/SCF.cpp`), for loops without tensors. */

const LISTS = [
  ["staticLowerBound", "dynamicLowerBound"],
  ["staticUpperBound", "dynamicUpperBound"],
  ["staticStep", "dynamicStep"],
] as const;

/** Returns all bounds of one kind: numbers for static bounds, and values for dynamic bounds. */
function mixed(op: Operation, [fixed, dynamic]: (typeof LISTS)[number]): readonly Bound[] {
  return mixedIndices(numbersOf(op.getAttr(fixed)), operandsOfGroup(op, dynamic));
}

/** Sets the attributes of a loop to static bounds, and its operands to dynamic bounds and to `outputs`. */
function setBounds(
  rewriter: PatternRewriter,
  loop: Operation,
  lists: readonly (readonly Bound[])[],
  outputs: readonly Value[] = [],
): void {
  const values = lists.map(dynamicPart);
  loop.operands = [...values.flat(), ...outputs];
  LISTS.forEach(([name], i) => loop.setAttr(name, rewriter.getDenseI64ArrayAttr(staticPart(lists[i]!))));
  const sizes = [...values, outputs].map((list) => list.length);
  loop.setAttr("operandSegmentSizes", rewriter.getDenseI32ArrayAttr(sizes));
}

/** Replaces constant values in a list by numbers. */
function foldList(list: readonly Bound[]): readonly Bound[] {
  return list.map((bound) => knownIndex(bound) ?? bound);
}

const controlOperands: OpRewritePattern = {
  name: "(anonymous namespace)::ForallOpControlOperandsFolder",
  matchAndRewrite(op, rewriter) {
    const lists = LISTS.map((list) => mixed(op, list));
    // As in MLIR, folds only the first list that contains a constant.
    const place = lists.findIndex((list) => !isSameIndices(foldList(list), list));
    if (place < 0) return false;
    lists[place] = foldList(lists[place]!);
    const outputs = operandsOfGroup(op, "outputs");
    rewriter.modifyOpInPlace(op, () => setBounds(rewriter, op, lists, outputs));
    return true;
  },
};

function valueOf(rewriter: PatternRewriter, op: Operation, bound: Bound): Value {
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
    const [lower, upper, step] = LISTS.map((list) => mixed(op, list));
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
    if (known.size === counts.length) return promote(rewriter, op, lower!);
    if (known.size === 0) return false;
    const kept = [lower!, upper!, step!].map((list) => list.filter((_, i) => counts[i] !== 1n));
    const loop = rewriter.createLike(op, { operands: [], regions: 1 });
    setBounds(rewriter, loop, kept);
    cloneBody(rewriter, op, loop, known);
    rewriter.eraseOp(op);
    return true;
  },
};

/** Replaces a loop with one iteration by its body. */
function promote(rewriter: PatternRewriter, op: Operation, lower: readonly Bound[]): true {
  const body = op.getRegion(0).front!;
  const terminator = body.back!;
  const values = lower.map((bound) => valueOf(rewriter, op, bound));
  rewriter.inlineBlockBefore(body, op.block!, op, values);
  rewriter.eraseOp(terminator);
  rewriter.eraseOp(op);
  return true;
}

/** Replaces an induction variable by its only value, if the dimension has only one iteration. */
const constantInduction: OpRewritePattern = {
  name: "(anonymous namespace)::ForallOpReplaceConstantInductionVar",
  matchAndRewrite(op, rewriter) {
    const [lower, upper, step] = LISTS.map((list) => mixed(op, list));
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
