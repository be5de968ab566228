import { Region, Value } from "../../handles.ts";
import type { Block } from "../../handles.ts";
import { eraseSuccessorOperand, isBranch, successorOperands } from "../../interfaces/branch.ts";
import { eraseArgument } from "../../store/arguments.ts";
import type { PatternRewriter } from "../pattern-rewriter.ts";
import { jumpsTo } from "./merge-blocks.ts";

/** Returns the value that all predecessors pass to an argument, or `undefined` for different or unknown values. */
function commonValue(block: Block, argument: number): Value | undefined {
  const { store } = block;
  let common: Value | undefined;
  for (const { owner, index } of jumpsTo(block)) {
    if (!isBranch(store, owner.id)) return undefined;
    const { first } = successorOperands(store, owner.id, index);
    const value = Value.of(store, store.operandValue[first + argument]!);
    if (common !== undefined && value !== common) return undefined;
    common = value;
  }
  return common;
}

function dropInBlock(rewriter: PatternRewriter, block: Block): boolean {
  const dropped: number[] = [];
  block.arguments.forEach((argument, i) => {
    const value = commonValue(block, i);
    if (value === undefined) return;
    dropped.push(i);
    rewriter.replaceAllUsesWith(argument, value);
  });
  for (const index of dropped.reverse()) {
    eraseArgument(block.store, block.id, index);
    for (const jump of jumpsTo(block)) eraseSuccessorOperand(block.store, jump.owner.id, jump.index, index);
  }
  return dropped.length > 0;
}

/**
 * Replaces block arguments that receive the same value from all predecessors, in a region and in nested regions
 * (`dropRedundantArguments` in `mlir/lib/Transforms/Utils/RegionUtils.cpp`).
 */
export function dropRedundantArguments(rewriter: PatternRewriter, top: number): boolean {
  const work = [Region.of(rewriter.store, top)];
  let changed = false;
  for (let region = work.pop(); region !== undefined; region = work.pop()) {
    for (const block of region.blocks) {
      if (dropInBlock(rewriter, block)) changed = true;
      for (const op of block.operations) work.push(...op.regions);
    }
  }
  return changed;
}
