import type { Store } from "./store.ts";

/** Dominator tree of a region. Contains the immediate dominator of each reachable block. */
export interface DominatorTree {
  /** Maps block ids to indices in reverse post-order. The entry has index 0, and unreachable blocks have no index. */
  readonly order: ReadonlyMap<number, number>;
  /** Blocks in reverse post-order. */
  readonly blocks: readonly number[];
  /** Maps each index to the index of the immediate dominator. The entry is mapped to itself. */
  readonly immediate: Int32Array;
  /** Counter when the depth-first walk of the tree enters each block. Queries compare `enter` and `leave`. */
  readonly enter: Int32Array;
  /** Counter when the depth-first walk of the tree leaves each block. */
  readonly leave: Int32Array;
}

/** Returns the successors of a block's terminator, in order. */
export function successorsOf(store: Store, block: number): number[] {
  const last = store.blockLastOp[block]!;
  if (last === 0) return [];
  const first = store.opFirstSuccessor[last]!;
  const found: number[] = [];
  for (let i = 0; i < store.opSuccessorCount[last]!; i++) found.push(store.successorBlock[first + i]!);
  return found;
}

/** Appends new blocks reachable from `entry` to `out` in post-order and to `seen` in pre-order (`llvm::post_order`). */
export function postOrder(store: Store, entry: number, seen: Set<number>, out: number[]): void {
  // A negated id marks a block whose successors were pushed. The block is appended to `out` when its mark is popped.
  const work = [entry];
  for (let block = work.pop(); block !== undefined; block = work.pop()) {
    if (block < 0) out.push(-block);
    if (block < 0 || seen.has(block)) continue;
    seen.add(block);
    work.push(-block);
    for (const successor of successorsOf(store, block).reverse()) work.push(successor);
  }
}

/** Computes the dominator tree of a region (Cooper, Harvey and Kennedy: "A Simple, Fast Dominance Algorithm"). */
export function dominatorTree(store: Store, region: number): DominatorTree {
  const entry = store.regionFirstBlock[region]!;
  const blocks: number[] = [];
  if (entry !== 0) postOrder(store, entry, new Set(), blocks);
  blocks.reverse();
  const order = new Map(blocks.map((block, place) => [block, place]));
  const predecessors: number[][] = blocks.map(() => []);
  blocks.forEach((block, place) => {
    for (const successor of successorsOf(store, block)) predecessors[order.get(successor)!]!.push(place);
  });
  const immediate = new Int32Array(blocks.length).fill(-1);
  if (blocks.length > 0) immediate[0] = 0;
  for (let changed = true; changed;) {
    changed = false;
    for (let place = 1; place < blocks.length; place++) {
      const found = commonDominator(predecessors[place]!, immediate);
      if (immediate[place] !== found) {
        immediate[place] = found;
        changed = true;
      }
    }
  }
  return { order, blocks, immediate, ...intervals(immediate) };
}

function commonDominator(predecessors: readonly number[], immediate: Int32Array): number {
  let found = -1;
  for (const predecessor of predecessors) {
    if (immediate[predecessor] === -1) continue;
    if (found === -1) found = predecessor;
    let other = predecessor;
    while (found !== other) {
      if (found > other) found = immediate[found]!;
      else other = immediate[other]!;
    }
  }
  return found;
}

function intervals(immediate: Int32Array): { readonly enter: Int32Array; readonly leave: Int32Array } {
  const children: number[][] = Array.from(immediate, () => []);
  for (let place = 1; place < immediate.length; place++) children[immediate[place]!]!.push(place);
  const enter = new Int32Array(immediate.length);
  const leave = new Int32Array(immediate.length);
  let time = 0;
  const stack = immediate.length === 0 ? [] : [0];
  while (stack.length > 0) {
    const place = stack.pop()!;
    if (place < 0) {
      leave[~place] = time++;
      continue;
    }
    enter[place] = time++;
    stack.push(~place, ...children[place]!);
  }
  return { enter, leave };
}

/** Returns whether `a` is on all paths from the entry to `b`. Every block dominates all unreachable blocks. */
export function treeDominates(tree: DominatorTree, a: number, b: number): boolean {
  const placeOfB = tree.order.get(b);
  if (placeOfB === undefined) return true;
  const placeOfA = tree.order.get(a);
  if (placeOfA === undefined) return false;
  return tree.enter[placeOfA]! <= tree.enter[placeOfB]! && tree.leave[placeOfB]! <= tree.leave[placeOfA]!;
}
