import { matchConstant } from "../../fold/constants.ts";
import { constantInt } from "../../fold/elements.ts";
import type { Operation, Region, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import type { PatternRewriter } from "../../rewrite/pattern-rewriter.ts";
import { constantTripCount } from "./trip-count.ts";

/* Patterns that replace operations by the contents of a region (`mlir/lib/Dialect/SCF/IR/SCF.cpp`). */

/** Replaces an operation by the block of a region. If the numbers of yielded values differ, results must be unused. */
export function replaceOpWithRegion(
  rewriter: PatternRewriter,
  op: Operation,
  region: Region,
  values: readonly Value[] = [],
): boolean {
  const block = region.front!;
  const terminator = block.back!;
  const yieldsAll = terminator.numOperands === op.numResults;
  if (!yieldsAll && op.results.some((value) => value.hasUses)) return false;
  rewriter.inlineBlockBefore(block, op.block!, op, values);
  if (yieldsAll) rewriter.replaceOp(op, terminator.operands);
  else rewriter.eraseOp(op);
  rewriter.eraseOp(terminator);
  return true;
}

/** Removes loops that have no iterations or no effects, and inlines loops with one iteration. */
export const forPatterns: readonly OpRewritePattern[] = [
  {
    name: "(anonymous namespace)::SimplifyTrivialLoops",
    matchAndRewrite(op, rewriter) {
      const [lower, upper, step, ...initial] = op.operands;
      const count = constantTripCount(lower!, upper!, step!, !op.hasAttr("unsignedCmp"));
      if (count === 0n) {
        rewriter.replaceOp(op, initial);
        return true;
      }
      const region = op.getRegion(0);
      if (count === 1n) return replaceOpWithRegion(rewriter, op, region, [lower!, ...initial]);
      if (count === undefined) return false;
      const { front, back } = region.front!;
      const yielded = back!.operands;
      if (front !== back || yielded.some((value) => region.isAncestor(value.parentBlock!.parentRegion!))) return false;
      rewriter.replaceOp(op, yielded);
      return true;
    },
  },
];

const singleBlock: OpRewritePattern = {
  name: "SingleBlockExecuteInliner",
  matchAndRewrite(op, rewriter) {
    const region = op.getRegion(0);
    if (!region.hasOneBlock || op.hasAttr("no_inline")) return false;
    return replaceOpWithRegion(rewriter, op, region);
  },
};

/** Inlines all blocks of the region of an operation, if the enclosing region is allowed to have several blocks. */
const multiBlock: OpRewritePattern = {
  name: "MultiBlockExecuteInliner",
  matchAndRewrite(op, rewriter) {
    const parent = op.parentOp;
    if (op.hasAttr("no_inline")) return false;
    const { operationName } = parent!;
    if (!operationName.hasInterface("FunctionOpInterface") && parent!.name !== op.name) return false;
    const region = op.getRegion(0);
    const before = op.block!;
    const after = rewriter.splitBlock(op);
    rewriter.setInsertionPointToEnd(before);
    rewriter.createAt(op, "cf.br", { successors: [region.front!] });
    for (const block of region.blocks) {
      const last = block.back!;
      if (last.name !== "scf.yield") continue;
      rewriter.setInsertionPoint(last);
      rewriter.createAt(last, "cf.br", { operands: last.operands, successors: [after] });
      rewriter.eraseOp(last);
    }
    rewriter.inlineRegionBefore(region, after.parentRegion!, after);
    for (const { type, location } of op.results) after.addArgument(type, location);
    rewriter.replaceOp(op, after.arguments);
    return true;
  },
};

export const executeRegionPatterns: readonly OpRewritePattern[] = [singleBlock, multiBlock];

export const indexSwitchPatterns: readonly OpRewritePattern[] = [
  {
    name: "FoldConstantCase",
    matchAndRewrite(op, rewriter) {
      const value = constantInt(matchConstant(op.getOperand(0)));
      const cases = op.getAttr("cases")?.data;
      if (value === undefined || cases?.kind !== "dense-array") return false;
      const place = cases.values.findIndex((known) => BigInt.asUintN(64, BigInt(known)) === value);
      // The first region is the default region.
      const block = op.getRegion(place + 1).front!;
      const terminator = block.back!;
      const values = terminator.operands;
      rewriter.inlineBlockBefore(block, op.block!, op);
      rewriter.eraseOp(terminator);
      rewriter.replaceOp(op, values);
      return true;
    },
  },
];
