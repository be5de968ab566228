import { postOrder } from "@passwright/ir/store";
import type { DominatorTree, Store } from "@passwright/ir/store";

/** Returns the blocks that each block immediately dominates, in LLVM's order, which affects the locations after CSE. */
export function dominatorChildren(
  store: Store,
  { blocks, order, immediate }: DominatorTree,
): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  const preorder = new Set<number>();
  postOrder(store, blocks[0]!, preorder, []);
  for (const block of preorder) {
    const parent = blocks[immediate[order.get(block)!]!]!;
    if (parent === block) continue;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [block]);
    else siblings.push(block);
  }
  return children;
}
