import { type Store } from "@passwright/ir/store";

/** Which block each reachable block of a region is immediately dominated by, as the children of each. */
export interface DominatorTree {
  /** The region's entry block. */
  readonly root: number;
  childrenOf(block: number): readonly number[];
}

/**
 * The dominator tree of a region by the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm"):
 * functions are small, and walking up the tree beats the better bounds. Blocks that the entry does not reach are not in
 * it, as in MLIR. Children come in the order in which a depth-first walk over the successors first meets them.
 */
export function dominatorTree(store: Store, region: number): DominatorTree {
  const { preorder, postorder } = depthFirst(store, region);
  const dominators = immediateDominators(store, postorder);
  const children = new Map<number, number[]>();
  for (const block of preorder.slice(1)) {
    const parent = dominators.get(block) as number;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [block]);
    else siblings.push(block);
  }
  return { root: preorder[0] as number, childrenOf: (block) => children.get(block) ?? [] };
}

function depthFirst(store: Store, region: number): { preorder: readonly number[]; postorder: readonly number[] } {
  const entry = store.regionFirstBlock[region]!;
  const seen = new Set([entry]);
  const preorder = [entry];
  const postorder: number[] = [];
  const path = [{ block: entry, successors: successorsOf(store, entry), next: 0 }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const successor = top.successors[top.next++];
    if (successor === undefined) {
      postorder.push(top.block);
      path.pop();
    } else if (!seen.has(successor)) {
      seen.add(successor);
      preorder.push(successor);
      path.push({ block: successor, successors: successorsOf(store, successor), next: 0 });
    }
  }
  return { preorder, postorder };
}

function successorsOf(store: Store, block: number): readonly number[] {
  const terminator = store.blockLastOp[block]!;
  if (terminator === 0) return [];
  const first = store.opFirstSuccessor[terminator]!;
  return Array.from({ length: store.opSuccessorCount[terminator]! }, (_, i) => store.successorBlock[first + i]!);
}

function immediateDominators(store: Store, postorder: readonly number[]): ReadonlyMap<number, number> {
  const number = new Map(postorder.map((block, i) => [block, i]));
  const predecessors = new Map<number, number[]>(postorder.map((block) => [block, []]));
  for (const block of postorder) for (const next of successorsOf(store, block)) predecessors.get(next)!.push(block);

  const entry = postorder.at(-1)!;
  const dominators = new Map([[entry, entry]]);
  const meet = (a: number, b: number): number => {
    while (a !== b) {
      while (number.get(a)! < number.get(b)!) a = dominators.get(a)!;
      while (number.get(b)! < number.get(a)!) b = dominators.get(b)!;
    }
    return a;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (let i = postorder.length - 2; i >= 0; i--) {
      const block = postorder[i]!;
      const known = predecessors.get(block)!.filter((predecessor) => dominators.has(predecessor));
      const dominator = known.reduce(meet);
      if (dominators.get(block) === dominator) continue;
      dominators.set(block, dominator);
      changed = true;
    }
  }
  return dominators;
}
