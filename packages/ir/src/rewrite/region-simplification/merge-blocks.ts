import { Region, Value } from "../../handles.ts";
import type { Block, Operation, OpOperand } from "../../handles.ts";
import {
  appendSuccessorOperands,
  eraseSuccessorOperand,
  isBranch,
  successorOperands,
} from "../../interfaces/branch.ts";
import { getOrMake } from "../../maps.ts";
import { eraseArgument } from "../../store/arguments.ts";
import { unlinkSuccessor, linkSuccessor } from "../../store/edit.ts";
import type { PatternRewriter } from "../pattern-rewriter.ts";

/* Merges identical blocks, and drops redundant arguments (`mlir/lib/Transforms/Utils/RegionUtils.cpp`). */

type Place = readonly [operation: number, operand: number];

/** Block, with the blocks that are identical to it. */
class Cluster {
  readonly leader: Block;
  readonly #others: Block[] = [];
  readonly #differing = new Map<string, Place>();

  constructor(leader: Block) {
    this.leader = leader;
  }

  /** Adds a block if it is identical to the leader. Returns whether the block was added. */
  add(block: Block): boolean {
    const differing = differences(this.leader, block);
    if (differing === undefined) return false;
    for (const place of differing) this.#differing.set(place.join(), place);
    this.#others.push(block);
    return true;
  }

  merge(rewriter: PatternRewriter): boolean {
    if (this.#others.length === 0) return false;
    const blocks = [this.leader, ...this.#others];
    if (this.#differing.size > 0) {
      if (!blocks.every((block) => jumpsTo(block).every(({ owner }) => isBranch(block.store, owner.id)))) return false;
      this.#passValues(blocks);
    }
    for (const block of this.#others) {
      replaceJumps(block, this.leader);
      rewriter.eraseBlock(block);
    }
    return true;
  }

  /** Adds a block argument for each operand that differs. The predecessors pass the values of the operand to it. */
  #passValues(blocks: readonly Block[]): void {
    const places = [...this.#differing.values()].sort(([a, b], [c, d]) => a - c || b - d);
    const operations = blocks.map((block) => block.operations);
    const passed = operations.map((ops) => places.map(([op, operand]) => ops[op]!.getOperand(operand)));
    const { leader } = this;
    const firstNew = leader.numArguments;
    places.forEach(([op, operand], i) => {
      const value = passed[0]![i]!;
      operations[0]![op]!.setOperand(operand, leader.addArgument(value.type, value.location));
    });
    const kept = withoutRepeated(passed);
    // Two operands that have equal values in every block share one argument.
    places.forEach((_, i) => {
      if (kept[i] !== i) leader.getArgument(firstNew + i).replaceAllUsesWith(leader.getArgument(firstNew + kept[i]!));
    });
    for (let i = places.length - 1; i >= 0; i--) if (kept[i] !== i) leader.eraseArgument(firstNew + i);
    blocks.forEach((block, i) => {
      const values = passed[i]!.filter((_, j) => kept[j] === j).map((value) => value.id);
      for (const { owner, index } of jumpsTo(block)) appendSuccessorOperands(block.store, owner.id, index, values);
    });
  }
}

/** Maps each index `i` to the first index `j` for which every list has equal values at `i` and `j`. */
function withoutRepeated(lists: readonly (readonly Value[])[]): readonly number[] {
  const firstOf = new Map<Value, number>();
  return lists[0]!.map((value, i) => {
    const first = getOrMake(firstOf, value, () => i);
    return lists.every((list) => list[first] === list[i]) ? first : i;
  });
}

/** Returns the uses of a block, newest first: a terminator, and the index of the successor. */
function jumpsTo(block: Block): readonly OpOperand[] {
  return block.predecessors
    .map((predecessor) => predecessor.back!)
    .filter((op, i, all) => all.indexOf(op) === i)
    .flatMap((owner) =>
      owner.successors.flatMap((successor, index) => (successor === block ? [{ owner, index }] : [])),
    );
}

function replaceJumps(from: Block, to: Block): void {
  const { store } = from;
  for (let use = store.blockFirstUse[from.id]!; use !== 0; use = store.blockFirstUse[from.id]!) {
    unlinkSuccessor(store, use);
    linkSuccessor(store, use, to.id);
  }
}

function isSameOperation(a: Operation, b: Operation): boolean {
  const { store } = a;
  return (
    a.operationName === b.operationName &&
    store.opProperties[a.id] === store.opProperties[b.id] &&
    store.opAttributes[a.id] === store.opAttributes[b.id] &&
    a.numOperands === b.numOperands &&
    a.regions.length === b.regions.length &&
    a.numResults === b.numResults &&
    a.resultTypes.every((type, i) => type === b.resultTypes[i])
  );
}

/** Returns whether predecessors can pass a value to a block. A terminator cannot pass its own results. */
function canBePassed(value: Value, block: Block): boolean {
  const definition = value.definingOp;
  const at = value.parentBlock!;
  return definition === undefined || definition !== at.back || !block.predecessors.includes(at);
}

/** Returns the operands that differ, or undefined if the blocks also differ in other ways. */
function differences(leader: Block, block: Block): readonly Place[] | undefined {
  const [a, b] = [leader.arguments, block.arguments];
  if (a.length !== b.length || a.some((argument, i) => argument.type !== b[i]!.type)) return undefined;
  const [first, second] = [leader.operations, block.operations];
  if (first.length !== second.length) return undefined;
  const places: Place[] = [];
  const isInside = (value: Value, of: Block): boolean => value.parentBlock === of;
  // Maps values of `leader` to the corresponding values of `block`.
  const counterpart = new Map<Value, Value>(a.map((argument, i) => [argument, b[i]!]));
  for (let i = 0; i < first.length; i++) {
    const [x, y] = [first[i]!, second[i]!];
    if (!isSameOperation(x, y)) return undefined;
    for (let j = 0; j < x.numOperands; j++) {
      const [left, right] = [x.getOperand(j), y.getOperand(j)];
      if (left === right) continue;
      if (left.type !== right.type || isInside(left, leader) !== isInside(right, block)) return undefined;
      if (isInside(left, leader)) {
        if (counterpart.get(left) !== right) return undefined;
      } else {
        if (!canBePassed(left, leader) || !canBePassed(right, block)) return undefined;
        places.push([i, j]);
      }
    }
    const isUsedElsewhere = (op: Operation, at: Block): boolean =>
      op.results.some((value) => value.isUsedOutsideOfBlock(at));
    if (isUsedElsewhere(y, block) || isUsedElsewhere(x, leader)) return undefined;
    x.results.forEach((value, k) => counterpart.set(value, y.getResult(k)));
  }
  return places;
}

function isMergeable(block: Block): boolean {
  const hasRegions = block.operations.some((op) => op.regions.some((region) => !region.isEmpty));
  return !hasRegions && !block.arguments.some((argument) => argument.isUsedOutsideOfBlock(block));
}

function mergeInRegion(rewriter: PatternRewriter, region: Region): boolean {
  const bySuccessors = new Map<string, Block[]>();
  for (const block of region.blocks.slice(1)) {
    const key = block.successors.map(({ id }) => id).join();
    getOrMake(bySuccessors, key, () => []).push(block);
  }
  let changed = false;
  for (const blocks of bySuccessors.values()) {
    if (blocks.length === 1) continue;
    const clusters: Cluster[] = [];
    for (const block of blocks) {
      if (isMergeable(block) && !clusters.some((cluster) => cluster.add(block))) clusters.push(new Cluster(block));
    }
    for (const cluster of clusters) if (cluster.merge(rewriter)) changed = true;
  }
  return changed;
}

/** Merges blocks in a region and in nested regions. After a merge in a region, processes this region again. */
export function mergeIdenticalBlocks(rewriter: PatternRewriter, top: number): boolean {
  const { store } = rewriter;
  const work = [Region.of(store, top)];
  let changed = false;
  for (let region = work.pop(); region !== undefined; region = work.pop()) {
    if (mergeInRegion(rewriter, region)) {
      work.push(region);
      changed = true;
    }
    for (const block of region.blocks) for (const op of block.operations) work.push(...op.regions);
  }
  return changed;
}

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

/** Replaces arguments that receive one value from all predecessors, in a region and in nested regions. */
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
