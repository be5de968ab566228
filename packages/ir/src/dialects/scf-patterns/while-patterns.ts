import { Operation as OperationHandle } from "../../handles.ts";
import type { Block, Operation, Value } from "../../handles.ts";
import type { OpRewritePattern } from "../../rewrite/pattern.ts";
import { walkRegion } from "../../store/walk.ts";
import { integerPredicate } from "../arith-fold/compare-fold.ts";
import { boolAt } from "../arith-patterns/build.ts";
import { invertPredicate } from "../arith-assembly.ts";
import { elseBlock, thenBlock } from "./combine-ifs.ts";

/* Patterns of `scf.while` (`mlir/lib/Dialect/SCF/IR/SCF.cpp`). */

function before(op: Operation): Block {
  return op.getRegion(0).front!;
}

function after(op: Operation): Block {
  return op.getRegion(1).front!;
}

function handedOn(op: Operation): readonly Value[] {
  return before(op).back!.operands.slice(1);
}

const conditionTruth: OpRewritePattern = {
  name: "(anonymous namespace)::WhileConditionTruth",
  matchAndRewrite(op, rewriter) {
    const condition = before(op).back!.getOperand(0);
    let known: Value | undefined;
    handedOn(op).forEach((value, i) => {
      const argument = after(op).getArgument(i);
      if (value !== condition || !argument.hasUses) return;
      known ??= boolAt(rewriter, op, true);
      rewriter.replaceAllUsesWith(argument, known);
    });
    return known !== undefined;
  },
};

/** Replaces comparisons by `true` or `false`, if they are in the body and repeat or negate the loop condition. */
const comparedAgain: OpRewritePattern = {
  name: "(anonymous namespace)::WhileCmpCond",
  matchAndRewrite(op, rewriter) {
    const comparison = before(op).back!.getOperand(0).definingOp;
    if (comparison?.name !== "arith.cmpi") return false;
    const predicate = integerPredicate(comparison);
    let changed = false;
    handedOn(op).forEach((value, i) => {
      for (const place of [0, 1]) {
        if (value !== comparison.getOperand(place)) continue;
        for (const { owner } of after(op).getArgument(i).uses) {
          if (owner.isErased || owner.name !== "arith.cmpi") continue;
          if (owner.getOperand(1 - place) !== comparison.getOperand(1 - place)) continue;
          const isSame = integerPredicate(owner) === predicate;
          if (!isSame && integerPredicate(owner) !== invertPredicate(predicate)) continue;
          rewriter.replaceOp(owner, [boolAt(rewriter, owner, isSame)]);
          changed = true;
        }
      }
    });
    return changed;
  },
};

/** Reorders the forwarded values of a first region that forwards exactly its arguments, in another order. */
const alignArguments: OpRewritePattern = {
  name: "(anonymous namespace)::WhileOpAlignBeforeArgs",
  matchAndRewrite(op, rewriter) {
    const came = before(op).arguments;
    const given = handedOn(op);
    if (came.length !== given.length || came.every((value, i) => value === given[i])) return false;
    if (new Set(given).size < given.length) return false;
    const places = came.map((value) => given.indexOf(value));
    if (places.includes(-1)) return false;
    const condition = before(op).back!;
    const at = rewriter.insertionPoint;
    rewriter.setInsertionPoint(condition);
    rewriter.replaceOpWithNewOp(condition, "scf.condition", { operands: [condition.getOperand(0), ...came] });
    rewriter.insertAt(at.block, at.before);
    // Returns values of the new loop in the order in which the old first region forwarded its arguments.
    const permuted = (values: readonly Value[]): Value[] => places.map((_, j) => values[places.indexOf(j)]!);
    const types = places.map((place) => op.getResult(place).type);
    const loop = rewriter.createAt(op, "scf.while", { operands: op.operands, results: types, regions: 2 });
    const newBefore = addBlock(loop, 0, came, op);
    const newAfter = addBlock(loop, 1, loop.results, op);
    rewriter.mergeBlocks(before(op), newBefore, newBefore.arguments);
    rewriter.mergeBlocks(after(op), newAfter, permuted(newAfter.arguments));
    rewriter.replaceOp(op, permuted(loop.results));
    return true;
  },
};

function addBlock(loop: Operation, region: number, values: readonly Value[], from: Operation): Block {
  const block = loop.getRegion(region).addBlock();
  values.forEach((value, i) =>
    block.addArgument(value.type, region === 0 ? from.getOperand(i).location : from.location),
  );
  return block;
}

/** Returns the values from the first region that are used in the region of `block`, in the order of the uses. */
function usedFromBefore(op: Operation, block: Block): readonly Value[] {
  const region = op.getRegion(0);
  const found = new Set<Value>();
  walkRegion(op.store, block.parentRegion!.id, (id) => {
    for (const value of OperationHandle.of(op.store, id).operands)
      if (value.parentBlock!.parentRegion === region) found.add(value);
  });
  return [...found];
}

/** Moves an `if` with the condition of the loop from the end of the first region into the body. */
const moveIfDown: OpRewritePattern = {
  name: "(anonymous namespace)::WhileMoveIfDown",
  matchAndRewrite(op, rewriter) {
    const condition = before(op).back!;
    const inner = condition.previous;
    if (inner?.name !== "scf.if" || inner.getOperand(0) !== condition.getOperand(0)) return false;
    const otherwise = elseBlock(inner);
    if (otherwise !== undefined && otherwise.front !== otherwise.back) return false;
    handedOn(op).forEach((value, i) => {
      if (value.definingOp !== inner) return;
      const { index } = value;
      rewriter.replaceAllUsesWith(value, otherwise!.back!.getOperand(index));
      rewriter.replaceAllUsesWith(after(op).getArgument(i), thenBlock(inner).back!.getOperand(index));
    });
    const used = usedFromBefore(op, thenBlock(inner));
    const loop = rewriter.createAt(op, "scf.while", {
      operands: op.operands,
      results: [...op.resultTypes, ...used.map(({ type }) => type)],
      regions: 2,
    });
    const { length } = handedOn(op);
    rewriter.modifyOpInPlace(loop, () => {
      loop.getRegion(0).takeBody(op.getRegion(0));
      loop.getRegion(1).takeBody(op.getRegion(1));
      for (const { type } of used) after(loop).addArgument(type, op.location);
    });
    rewriter.modifyOpInPlace(condition, () => {
      condition.operands = [...condition.operands, ...used];
    });
    const region = inner.getRegion(0);
    used.forEach((value, i) =>
      rewriter.replaceUsesWithIf(value, after(loop).getArgument(length + i), ({ owner }) =>
        region.isAncestor(owner.parentRegion!),
      ),
    );
    rewriter.eraseOp(thenBlock(inner).back!);
    rewriter.inlineBlockBefore(thenBlock(inner), after(loop), after(loop).front);
    rewriter.eraseOp(inner);
    rewriter.replaceOp(op, loop.results.slice(0, op.numResults));
    return true;
  },
};

export const whilePatterns: readonly OpRewritePattern[] = [conditionTruth, comparedAgain, alignArguments, moveIfDown];
