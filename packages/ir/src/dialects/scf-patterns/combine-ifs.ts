import type { Block, Operation, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import type { PatternRewriter } from "../../rewrite/pattern-rewriter.ts";
import { isNegation } from "../arith-fold/compare-fold.ts";
import { binary, make } from "../arith-patterns/build.ts";

/** Returns the last block of the first region of an `scf.if`. */
export function thenBlock(op: Operation): Block {
  return op.getRegion(0).blocks.at(-1)!;
}

/** Returns the last block of the second region of an `scf.if`, or undefined if the region is empty. */
export function elseBlock(op: Operation): Block | undefined {
  return op.getRegion(1).blocks.at(-1);
}

/**
 * Blocks of the second of two consecutive `if` operations. `yes` runs if the condition of the first `if` is true, and
 * `no` runs if this condition is false.
 */
interface Sides {
  readonly yes: Block | undefined;
  readonly no: Block | undefined;
}

function negates(value: Value, other: Value): boolean {
  const op = value.definingOp;
  return isNegation(op) && op.getOperand(0) === other;
}

function sidesOf(previous: Operation, next: Operation): Sides | undefined {
  const [before, after] = [previous.getOperand(0), next.getOperand(0)];
  if (negates(after, before) || negates(before, after)) return { yes: elseBlock(next), no: thenBlock(next) };
  return before === after ? { yes: thenBlock(next), no: elseBlock(next) } : undefined;
}

/**
 * In each region of the second `if`, replaces the results of the first `if` by the values that the corresponding region
 * of the first `if` yields.
 */
function replaceResultsInside(rewriter: PatternRewriter, previous: Operation, { yes, no }: Sides): void {
  const yielded = [thenBlock(previous).back!.operands, elseBlock(previous)?.back!.operands ?? []];
  previous.results.forEach((result, i) => {
    for (const { owner, index } of result.uses) {
      const side = [yes, no].findIndex(
        (block) => block !== undefined && block.parentRegion!.isAncestor(owner.parentRegion!),
      );
      if (side >= 0) rewriter.setOperand(owner, index, yielded[side]![i]!);
    }
  });
}

/** Appends the operations of block `more` to `block`. The new terminator yields the values of both blocks. */
function append(rewriter: PatternRewriter, block: Block, more: Block): void {
  const [first, second] = [block.back!, more.back!];
  rewriter.mergeBlocks(more, block);
  rewriter.setInsertionPointToEnd(block);
  rewriter.createAt(second, "scf.yield", { operands: [...first.operands, ...second.operands] });
  rewriter.eraseOp(first);
  rewriter.eraseOp(second);
}

/** Combines two consecutive `if`s whose conditions are equal or opposite. */
export const combineIfs: OpRewritePattern = {
  name: "(anonymous namespace)::CombineIfs",
  couldMatch: (store, op) => store.opPrevious[op] !== 0 && store.opName[store.opPrevious[op]!] === store.opName[op],
  matchAndRewrite(next, rewriter) {
    const previous = next.previous!;
    const sides = sidesOf(previous, next);
    if (sides === undefined) return false;
    replaceResultsInside(rewriter, previous, sides);
    const combined = rewriter.createAt(next, "scf.if", {
      operands: [previous.getOperand(0)],
      results: [...previous.resultTypes, ...next.resultTypes],
      regions: 2,
    });
    rewriter.inlineRegionBefore(previous.getRegion(0), combined.getRegion(0));
    if (sides.yes !== undefined) append(rewriter, thenBlock(combined), sides.yes);
    rewriter.inlineRegionBefore(previous.getRegion(1), combined.getRegion(1));
    if (sides.no !== undefined) {
      const block = elseBlock(combined);
      if (block === undefined) rewriter.inlineRegionBefore(sides.no.parentRegion!, combined.getRegion(1));
      else append(rewriter, block, sides.no);
    }
    const { results } = combined;
    const { numResults } = previous;
    rewriter.replaceOp(previous, results.slice(0, numResults));
    rewriter.replaceOp(next, results.slice(numResults));
    return true;
  },
};

/** Returns whether a region is empty, or its last block contains exactly one operation. */
export function isAlone(block: Block | undefined): boolean {
  return block === undefined || block.front === block.back;
}

/**
 * Returns the values that the combination of two nested `if`s yields, or `undefined` if the `if`s cannot be combined.
 * `selected` contains the indices of the results that depend only on the outer condition.
 */
function mergeYields(
  outer: Operation,
  inner: Operation,
): { readonly yes: readonly Value[]; readonly no: readonly Value[]; readonly selected: readonly number[] } | undefined {
  const yes = [...thenBlock(outer).back!.operands];
  const no = elseBlock(outer)?.back!.operands ?? [];
  const selected: number[] = [];
  for (let i = 0; i < yes.length; i++) {
    const value = yes[i]!;
    if (value.definingOp === inner) {
      if (elseBlock(inner)!.back!.getOperand(value.index) !== no[i]) return undefined;
      yes[i] = thenBlock(inner).back!.getOperand(value.index);
    } else {
      if (value.parentBlock!.parentRegion === outer.getRegion(0)) return undefined;
      selected.push(i);
    }
  }
  return { yes, no, selected };
}

/**
 * Combines two nested `if`s, if the outer `if` contains only the inner `if`. The condition of the new `if` is the
 * conjunction of both conditions.
 */
export const combineNestedIfs: OpRewritePattern = {
  name: "(anonymous namespace)::CombineNestedIfs",
  matchAndRewrite(op, rewriter) {
    const inner = thenBlock(op).front;
    if (inner?.name !== "scf.if" || inner.next !== thenBlock(op).back) return false;
    if (!isAlone(elseBlock(op)) || !isAlone(elseBlock(inner))) return false;
    const yields = mergeYields(op, inner);
    if (yields === undefined) return false;
    rewriter.locateAt(op.id);
    const condition = binary(rewriter, "andi", op.getOperand(0), inner.getOperand(0));
    const combined = rewriter.create("scf.if", { operands: [condition], results: op.resultTypes, regions: 2 });
    const block = combined.getRegion(0).addBlock();
    const results = [...combined.results];
    rewriter.setInsertionPoint(combined);
    for (const i of yields.selected) {
      const [yes, no] = [yields.yes[i]!, yields.no[i]!];
      results[i] = make(rewriter, "select", [op.getOperand(0), yes, no], yes.type);
    }
    rewriter.mergeBlocks(thenBlock(inner), block);
    rewriter.setInsertionPointToEnd(block);
    rewriter.replaceOpWithNewOp(block.back!, "scf.yield", { operands: yields.yes });
    if (yields.no.length > 0) {
      rewriter.setInsertionPointToEnd(combined.getRegion(1).addBlock());
      rewriter.createAt(op, "scf.yield", { operands: yields.no });
    }
    rewriter.replaceOp(op, results);
    return true;
  },
};
