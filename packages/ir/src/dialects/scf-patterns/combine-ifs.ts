import type { Block, Operation, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import type { PatternRewriter } from "../../rewrite/pattern-rewriter.ts";
import { isNegation } from "../arith-fold/compare-fold.ts";
import { binary, make } from "../arith-patterns/build.ts";

export function thenBlock(op: Operation): Block {
  return op.getRegion(0).blocks.at(-1)!;
}

export function elseBlock(op: Operation): Block | undefined {
  return op.getRegion(1).blocks.at(-1);
}

/** Blocks of the second of two consecutive `if`s: for a true condition of the first `if`, and for a false condition. */
type Sides = readonly [yes: Block | undefined, no: Block | undefined];

function negates(value: Value, other: Value): boolean {
  const op = value.definingOp;
  return isNegation(op) && op.getOperand(0) === other;
}

function sidesOf(previous: Operation, next: Operation): Sides | undefined {
  const [before, after] = [previous.getOperand(0), next.getOperand(0)];
  if (negates(after, before) || negates(before, after)) return [elseBlock(next), thenBlock(next)];
  return before === after ? [thenBlock(next), elseBlock(next)] : undefined;
}

/** Replaces uses of the results of the first `if` in the second `if` by the values that the same side yields. */
function replaceResultsInside(rewriter: PatternRewriter, previous: Operation, sides: Sides): void {
  const yielded = [thenBlock(previous).back!.operands, elseBlock(previous)?.back!.operands ?? []];
  previous.results.forEach((result, i) => {
    for (const { owner, index } of result.uses) {
      const side = sides.findIndex(
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
    const [yes, no] = sides;
    replaceResultsInside(rewriter, previous, sides);
    const combined = rewriter.createAt(next, "scf.if", {
      operands: [previous.getOperand(0)],
      results: [...previous.resultTypes, ...next.resultTypes],
      regions: 2,
    });
    rewriter.inlineRegionBefore(previous.getRegion(0), combined.getRegion(0));
    if (yes !== undefined) append(rewriter, thenBlock(combined), yes);
    rewriter.inlineRegionBefore(previous.getRegion(1), combined.getRegion(1));
    if (no !== undefined) {
      const block = elseBlock(combined);
      if (block === undefined) rewriter.inlineRegionBefore(no.parentRegion!, combined.getRegion(1));
      else append(rewriter, block, no);
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

/** Returns the values that the first region of the combined `if` yields, or `undefined` if no combination is possible. */
function mergeYields(outer: Operation, inner: Operation): readonly Value[] | undefined {
  const yes = [...thenBlock(outer).back!.operands];
  for (const [i, value] of yes.entries()) {
    if (value.definingOp === inner) {
      if (elseBlock(inner)!.back!.getOperand(value.index) !== elseBlock(outer)!.back!.getOperand(i)) return undefined;
      yes[i] = thenBlock(inner).back!.getOperand(value.index);
    } else if (value.parentBlock!.parentRegion === outer.getRegion(0)) return undefined;
  }
  return yes;
}

/** Combines two nested `if`s with the conjunction of the conditions, if the outer `if` contains only the inner `if`. */
export const combineNestedIfs: OpRewritePattern = {
  name: "(anonymous namespace)::CombineNestedIfs",
  matchAndRewrite(op, rewriter) {
    const inner = thenBlock(op).front;
    if (inner?.name !== "scf.if" || inner.next !== thenBlock(op).back) return false;
    if (!isAlone(elseBlock(op)) || !isAlone(elseBlock(inner))) return false;
    const yes = mergeYields(op, inner);
    if (yes === undefined) return false;
    const no = elseBlock(op)?.back!.operands ?? [];
    rewriter.locateAt(op.id);
    const condition = binary(rewriter, "andi", op.getOperand(0), inner.getOperand(0));
    const combined = rewriter.create("scf.if", { operands: [condition], results: op.resultTypes, regions: 2 });
    const block = combined.getRegion(0).addBlock();
    const results = [...combined.results];
    rewriter.setInsertionPoint(combined);
    thenBlock(op).back!.operands.forEach((value, i) => {
      if (value.definingOp === inner) return;
      results[i] = make(rewriter, "select", [op.getOperand(0), value, no[i]!], value.type);
    });
    rewriter.mergeBlocks(thenBlock(inner), block);
    rewriter.setInsertionPointToEnd(block);
    rewriter.replaceOpWithNewOp(block.back!, "scf.yield", { operands: yes });
    if (no.length > 0) {
      rewriter.setInsertionPointToEnd(combined.getRegion(1).addBlock());
      rewriter.createAt(op, "scf.yield", { operands: no });
    }
    rewriter.replaceOp(op, results);
    return true;
  },
};
