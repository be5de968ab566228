import type { ReducibleParts } from "@passwright/core";
import { OpBuilder } from "../builder.ts";
import { targetOf } from "../dialects/cf-patterns.ts";
import { casesOf, rebuild } from "../dialects/cf-switch-patterns.ts";
import { Value } from "../handles.ts";
import type { Block, Operation, Region } from "../handles.ts";
import { functionTypeOf, without } from "../function-signature.ts";
import { eraseSuccessorOperand, isBranch } from "../interfaces/branch.ts";
import { PatternRewriter } from "../rewrite/pattern-rewriter.ts";
import { constantBefore, eraseArguments, substitute } from "./substitute.ts";

/** Returns an edit that is applied completely or not at all. */
const one = (drop: () => void): ReducibleParts => ({ size: 1, drop });

/**
 * Returns edits that replace a terminator by a branch to one successor, by a return, or by the contents of its only
 * successor or of a block without predecessors. For a switch, also returns edits that remove cases.
 */
export function terminatorParts(op: Operation): ReducibleParts[] {
  const { successors, block } = op;
  const rest = block?.isEntryBlock === true && block.back === op ? (block.parentRegion?.blocks.slice(1) ?? []) : [];
  const continued = rest
    .filter(({ predecessors }) => predecessors.length === 0)
    .map((next) => one(() => continueWith(op, next, constantsFor(next, op))));
  if (successors.length === 0) return continued;
  const [only] = successors;
  const isPlain = op.name === "cf.br";
  const branches = isPlain ? [] : successors.map((_, index) => one(() => branchTo(op, index)));
  const merge = isPlain && only !== undefined && !only.isEntryBlock && only.predecessors.length === 1;
  return [
    ...(op.name === "cf.switch" ? [caseParts(op)] : []),
    ...(op.parentOp?.name === "func.func" ? [one(() => returnInstead(op))] : []),
    ...branches,
    ...(merge ? [one(() => continueWith(op, only, op.operands))] : []),
    ...continued,
  ];
}

function caseParts(op: Operation): ReducibleParts {
  const cases = casesOf(op);
  return {
    size: cases.length,
    drop(indexes) {
      const rewriter = new PatternRewriter(op.store);
      rewriter.setInsertionPoint(op);
      rebuild(rewriter, op, targetOf(op.store, op.id, 0), without(cases, indexes));
    },
  };
}

/** Replaces a terminator by the operations of a block. The values replace the arguments of the block. */
function continueWith(terminator: Operation, next: Block, values: readonly Value[]): void {
  const { block, store } = terminator;
  terminator.erase();
  new PatternRewriter(store).mergeBlocks(next, block as Block, values);
}

function constantsFor(block: Block, at: Operation): Value[] {
  return block.arguments.map(({ type }) => constantBefore(type, at));
}

function branchTo(op: Operation, index: number): void {
  const { store, liveId } = op;
  const successor = op.successors[index] as Block;
  const operands = isBranch(store, liveId)
    ? targetOf(store, liveId, index).values.map((value) => Value.of(store, value))
    : constantsFor(successor, op);
  OpBuilder.before(op).create("cf.br", { operands, successors: [successor] });
  op.erase();
}

function returnInstead(op: Operation): void {
  const { results } = functionTypeOf(op.store, op.store.parentOp(op.liveId)) ?? { results: [] };
  const operands = results.map((type) => constantBefore(type, op));
  OpBuilder.before(op).create("func.return", { operands });
  op.erase();
}

/** Returns edits that remove unreachable blocks, and block arguments, from an operation. */
export function blockParts(op: Operation): ReducibleParts[] {
  const later = op.regions.flatMap(({ blocks }) => blocks.slice(1));
  const reachable = new Set(op.regions.flatMap(({ front }) => front ?? []));
  // The loop also visits the blocks that its body adds to the set.
  for (const block of reachable) for (const successor of block.successors) reachable.add(successor);
  const unreachable = later.filter((block) => !reachable.has(block));
  const values = later.flatMap((block) => block.arguments);
  return [
    { size: unreachable.length, drop: (indexes) => eraseBlocks(unreachable.filter((_, index) => indexes.has(index))) },
    {
      size: values.length,
      drop(indexes) {
        for (const index of [...indexes].sort((left, right) => right - left))
          eraseArgumentAndPassed(values[index] as Value);
      },
    },
  ];
}

/** Returns edits that remove the contents of regions that are allowed to be empty, such as the `else` of `scf.if`. */
export function regionParts(op: Operation): ReducibleParts {
  const filled = op.regions.filter(({ front }) => front !== undefined);
  return {
    size: filled.length,
    drop: (indexes) => filled.forEach(({ blocks }, index) => indexes.has(index) && eraseBlocks(blocks)),
  };
}

export function inlineBlocks(op: Operation, region: Region): void {
  const block = op.block as Block;
  const front = region.front as Block;
  for (const value of [...front.arguments, ...op.results]) substitute(value, op);
  const rewriter = new PatternRewriter(op.store);
  const after = rewriter.splitBlock(op);
  rewriter.setInsertionPointToEnd(block);
  rewriter.createAt(op, "cf.br", { successors: [front] });
  for (const argument of [...front.arguments].reverse()) front.eraseArgument(argument.index);
  for (const { back: last } of region.blocks) {
    if (last === undefined || last.successors.length > 0) continue;
    rewriter.setInsertionPoint(last);
    rewriter.createAt(last, "cf.br", { successors: [after] });
    rewriter.eraseOp(last);
  }
  rewriter.inlineRegionBefore(region, after.parentRegion as Region, after);
  rewriter.eraseOp(op);
}

function eraseBlocks(blocks: readonly Block[]): void {
  const entry = blocks[0]?.parentRegion?.front?.front;
  for (const block of blocks) {
    for (const value of [...block.arguments, ...block.operations.flatMap((op) => op.results)])
      if (value.hasUses && entry !== undefined) value.replaceAllUsesWith(constantBefore(value.type, entry));
    for (const op of [...block.operations].reverse()) op.erase();
  }
  for (const block of blocks) block.erase();
}

function eraseArgumentAndPassed(argument: Value): void {
  const block = argument.parentBlock as Block;
  const { index } = argument;
  for (const predecessor of block.predecessors) {
    const terminator = predecessor.terminator as Operation;
    terminator.successors.forEach((successor, at) => {
      if (successor === block) eraseSuccessorOperand(terminator.store, terminator.liveId, at, index);
    });
  }
  eraseArguments(block, [index]);
}
