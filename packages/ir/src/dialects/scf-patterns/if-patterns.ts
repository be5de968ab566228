import { matchConstant } from "../../fold/constants.ts";
import { isOne } from "../../fold/elements.ts";
import type { FoldAdaptor, FoldResult } from "../../fold/fold-adaptor.ts";
import type { Operation, Region, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import { isNegation } from "../arith-fold/compare-fold.ts";
import { binary, boolAt, make } from "../arith-patterns/build.ts";
import { insertBlock, moveBlocks, removeBlock } from "../../store/edit.ts";
import { hasResults } from "../scf-interfaces.ts";
import { replaceOpWithRegion } from "./inline-patterns.ts";
import { combineIfs, combineNestedIfs, elseBlock, isAlone, thenBlock } from "./combine-ifs.ts";

/* Patterns of `scf.if` (`mlir/lib/Dialect/SCF/IR/SCF.cpp`). */

/** Replaces `if (!c) A else B` by `if (c) B else A`. */
export function foldNegatedCondition(adaptor: FoldAdaptor): FoldResult {
  const { op, store } = adaptor;
  const [thenRegion, elseRegion] = op.regions;
  if (elseRegion!.isEmpty) return undefined;
  const negation = adaptor.definedBy(0, "arith.xori");
  if (!isNegation(negation)) return undefined;
  op.setOperand(0, negation.getOperand(0));
  const block = elseRegion!.front!.id;
  moveBlocks(store, thenRegion!.id, elseRegion!.id, 0);
  removeBlock(store, block);
  insertBlock(store, block, thenRegion!.id, 0);
  return "in-place";
}

/** Replaces a result by an `arith.select` if both regions yield values that are defined outside the regions. */
const toSelect: OpRewritePattern = {
  name: "(anonymous namespace)::ConvertTrivialIfToSelect",
  matchAndRewrite(op, rewriter) {
    const condition = op.getOperand(0);
    const pairs = thenBlock(op).back!.operands.map((value, i) => [value, elseBlock(op)!.back!.getOperand(i)] as const);
    const [thenRegion, elseRegion] = op.regions;
    const isIn = (value: Value, region: Region): boolean => value.parentBlock!.parentRegion === region;
    const stays = pairs.map(([a, b]) => isIn(a, thenRegion!) || isIn(b, elseRegion!));
    if (stays.every(Boolean)) return false;
    const replacement = rewriter.createAt(op, "scf.if", {
      operands: [condition],
      results: op.resultTypes.filter((_, i) => stays[i]),
      regions: 2,
    });
    replacement.getRegion(0).takeBody(thenRegion!);
    replacement.getRegion(1).takeBody(elseRegion!);
    rewriter.setInsertionPoint(replacement);
    let next = 0;
    const results = pairs.map(([a, b], i) => {
      if (stays[i]) return replacement.getResult(next++);
      if (a === b) return a;
      rewriter.locateAt(op.id);
      return make(rewriter, "select", [condition, a, b], a.type);
    });
    [thenBlock(replacement), elseBlock(replacement)!].forEach((block, side) => {
      rewriter.setInsertionPointToEnd(block);
      const operands = pairs.filter((_, i) => stays[i]).map((pair) => pair[side]!);
      rewriter.replaceOpWithNewOp(block.back!, "scf.yield", { operands });
    });
    rewriter.replaceOp(op, results);
    return true;
  },
};

/** Inside each region, replaces the condition by the value that the condition has in this region: true or false. */
const conditionPropagation: OpRewritePattern = {
  name: "(anonymous namespace)::ConditionPropagation",
  matchAndRewrite(op, rewriter) {
    const condition = op.getOperand(0);
    if (matchConstant(condition) !== undefined) return false;
    const end = condition.parentBlock!.parentRegion;
    const sides = new Map<Region, number>();
    const known: (Value | undefined)[] = [undefined, undefined];
    let changed = false;
    for (const { owner, index } of condition.uses) {
      const side = sideOf(owner.parentRegion, op, end, sides);
      if (side < 0) continue;
      known[side] ??= boolAt(rewriter, op, side === 0);
      rewriter.setOperand(owner, index, known[side]);
      changed = true;
    }
    return changed;
  },
};

/** Returns the index of the region of `op` that contains `from`, or -1. The search stops at region `end`. */
function sideOf(from: Region | undefined, op: Operation, end: Region | undefined, known: Map<Region, number>): number {
  const seen: Region[] = [];
  let side = -1;
  for (let region = from; region !== undefined && region !== end; region = region.parentOp.parentRegion) {
    const found = known.get(region) ?? op.regions.indexOf(region);
    seen.push(region);
    if (found < 0 && !known.has(region)) continue;
    side = found;
    break;
  }
  for (const region of seen) known.set(region, side);
  return side;
}

const removeEmptyElse: OpRewritePattern = {
  name: "(anonymous namespace)::RemoveEmptyElseBranch",
  matchAndRewrite(op, rewriter) {
    const otherwise = elseBlock(op);
    if (op.numResults > 0 || otherwise === undefined || !isAlone(otherwise)) return false;
    const replacement = rewriter.createLike(op, { regions: 2 });
    rewriter.inlineRegionBefore(op.getRegion(0), replacement.getRegion(0));
    rewriter.eraseOp(op);
    return true;
  },
};

const staticCondition: OpRewritePattern = {
  name: "(anonymous namespace)::RemoveStaticCondition",
  matchAndRewrite(op, rewriter) {
    const condition = matchConstant(op.getOperand(0))?.data;
    if (condition?.kind !== "integer") return false;
    const region = op.getRegion(condition.value === 0n ? 1 : 0);
    if (!region.isEmpty) return replaceOpWithRegion(rewriter, op, region);
    rewriter.eraseOp(op);
    return true;
  },
};

/** Replaces results whose yielded values are equal, or are the constants true and false. */
const yieldOfCondition: OpRewritePattern = {
  name: "(anonymous namespace)::ReplaceIfYieldWithConditionOrValue",
  couldMatch: hasResults,
  matchAndRewrite(op, rewriter) {
    const [yes, no] = [thenBlock(op).back!, elseBlock(op)!.back!];
    let changed = false;
    const replacementOf = (a: Value, b: Value): Value | undefined => {
      if (a === b) return a;
      const [first, second] = [boolOf(a), boolOf(b)];
      if (first === undefined || second === undefined || first === second) return undefined;
      const condition = op.getOperand(0);
      return first ? condition : binary(rewriter, "xori", condition, boolAt(rewriter, op, true));
    };
    op.results.forEach((result, i) => {
      const value = result.hasUses ? replacementOf(yes.getOperand(i), no.getOperand(i)) : undefined;
      if (value === undefined) return;
      result.replaceAllUsesWith(value);
      changed = true;
    });
    return changed;
  },
};

function boolOf(value: Value): boolean | undefined {
  const constant = matchConstant(value);
  if (constant?.byteText !== "true" && constant?.byteText !== "false") return undefined;
  return isOne(constant);
}

export const ifPatterns: readonly OpRewritePattern[] = [
  combineIfs,
  combineNestedIfs,
  conditionPropagation,
  toSelect,
  removeEmptyElse,
  staticCondition,
  yieldOfCondition,
];
