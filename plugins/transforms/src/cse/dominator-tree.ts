import { postOrder } from "@passwright/ir/store";
import type { DominatorTree, Store } from "@passwright/ir/store";

/** Dominator tree of a region: the entry block, and for each block the blocks that it immediately dominates. */
export interface DominatorChildren {
  /** Entry block of the region. */
  readonly root: number;
  childrenOf(block: number): readonly number[];
}

/**
 * Returns the dominator tree of a region. As in LLVM, a depth-first walk over the successors determines the order of
 * children. This order determines which location CSE copies to a replacement without a location.
 */
export function dominatorChildren(store: Store, region: number, tree: DominatorTree): DominatorChildren {
  const { blocks, order, immediate } = tree;
  const root = store.regionFirstBlock[region]!;
  const children = new Map<number, number[]>();
  const preorder = new Set<number>();
  postOrder(store, root, preorder, []);
  for (const block of preorder) {
    if (block === root) continue;
    const parent = blocks[immediate[order.get(block)!]!]!;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [block]);
    else siblings.push(block);
  }
  return { root, childrenOf: (block) => children.get(block) ?? [] };
}
