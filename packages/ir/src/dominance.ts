import { traitBit } from "./dialects/traits.ts";
import type { Block, Operation, Value } from "./handles.ts";
import { getOrMake } from "./maps.ts";
import { dominatorTree, treeDominates } from "./store/dominance.ts";
import type { DominatorTree } from "./store/dominance.ts";
import type { Store } from "./store/store.ts";
import { defineAnalysis } from "@passwright/core";
import type { Analysis } from "@passwright/core";

/**
 * Dominance of blocks, operations and values (`mlir/include/mlir/IR/Dominance.h`). Dominator trees are computed per
 * region on demand, and are valid until blocks or successors change. Moving an operation inside a block does not affect
 * the trees, because queries use the current order of operations.
 */
export class DominanceInfo {
  readonly #store: Store;
  /** Dominator trees by region. Created on demand, because most regions have one block and do not need a tree. */
  #trees: Map<number, DominatorTree> | undefined;

  constructor(op: Pick<Operation, "store">) {
    this.#store = op.store;
  }

  /** Drops the cached dominator trees. Must be called after blocks or successors have changed. */
  invalidate(): void {
    this.#trees = undefined;
  }

  /** Returns the dominator tree of a region. Works on ids. */
  treeOf(region: number): DominatorTree {
    const trees = (this.#trees ??= new Map<number, DominatorTree>());
    return getOrMake(trees, region, () => dominatorTree(this.#store, region));
  }

  /** Returns whether a block can be reached from the entry block of its region. */
  isReachableFromEntry(block: Block): boolean {
    const region = block.parentRegion;
    return region === undefined || block.isEntryBlock || this.treeOf(region.id).order.has(block.id);
  }

  /** Returns whether `a` is `b` or dominates `b`. For a nested `b`, uses the block around `b` in the region of `a`. */
  dominates(a: Block, b: Block): boolean {
    return a === b || this.properlyDominatesBlock(a, b);
  }

  /** Returns whether `a` and `b` are different blocks and every path to `b` goes through `a`. */
  properlyDominatesBlock(a: Block, b: Block): boolean {
    const { blockRegion, opBlock, regionOwner } = this.#store;
    const region = blockRegion[a.liveId]!;
    let inner = b.liveId;
    while (inner > 0 && blockRegion[inner] !== region) inner = opBlock[regionOwner[blockRegion[inner]!]!]!;
    if (inner <= 0) return false;
    if (inner === a.id) return b !== a;
    return treeDominates(this.treeOf(region), a.id, inner);
  }

  /** Returns whether a value, or each result of an operation, is available before `op` on every path. */
  properlyDominates(a: Operation | Value, op: Operation): boolean {
    if ("operands" in a) return this.opProperlyDominates(a.liveId, op.liveId, true);
    return this.valueProperlyDominates(a.liveId, op.liveId);
  }

  /** Returns whether a value is available before an operation. A result is not available in its operation's regions. */
  valueProperlyDominates(value: number, op: number): boolean {
    const owner = this.#store.valueOwner[value]!;
    if (owner > 0) return this.opProperlyDominates(owner, op, false);
    const store = this.#store;
    const block = -owner;
    const ancestor = ancestorInRegion(store, store.blockRegion[block]!, op);
    if (ancestor === 0) return false;
    const at = store.opBlock[ancestor]!;
    return at === block || treeDominates(this.treeOf(store.blockRegion[block]!), block, at);
  }

  /**
   * Returns whether operation `a` dominates `b`. `enclosing` determines whether `a` dominates the operations nested in
   * it. In a graph region, an operation always dominates itself and the operations nested in it.
   */
  opProperlyDominates(a: number, b: number, enclosing: boolean): boolean {
    const store = this.#store;
    const block = store.opBlock[a]!;
    if (block <= 0) return false;
    const region = store.blockRegion[block]!;
    const ancestor = ancestorInRegion(store, region, b);
    if (ancestor === 0) return false;
    if (ancestor === a && a !== b && enclosing) return true;
    const at = store.opBlock[ancestor]!;
    if (at === block) return !hasSsaDominance(store, region) || store.isBefore(a, ancestor);
    return treeDominates(this.treeOf(region), block, at);
  }
}

/** Returns `op` or the ancestor of `op` that is directly in the region, or 0 if `op` is outside of the region. */
function ancestorInRegion(store: Store, region: number, op: number): number {
  for (let at = op; at !== 0; at = store.parentOp(at)) if (store.blockRegion[store.opBlock[at]!] === region) return at;
  return 0;
}

/** Returns whether definitions must dominate uses. Regions of unregistered operations can be graph regions. */
export function hasSsaDominance(store: Store, region: number): boolean {
  const name = store.nameOf(store.regionOwner[region]!);
  return name.isRegistered && (name.traitBits & traitBit.GraphRegion) === 0;
}

/** Analysis with a {@link DominanceInfo}. Preserved unless blocks, successors or operations with regions change. */
export const dominance: Analysis<Operation, DominanceInfo> = defineAnalysis({
  name: "@passwright/ir/DominanceInfo",
  displayName: "DominanceInfo",
  summary: "Which blocks, operations and values come before which on every way",
  compute: (op: Operation) => new DominanceInfo(op),
});
