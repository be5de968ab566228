import type { Store } from "../store/store.ts";
import { postOrder } from "../store/dominance.ts";

/**
 * Returns the operations of a tree with definitions before uses. MLIR erases them in the reverse order
 * (`RewriterBase::eraseOp` in `mlir/lib/IR/PatternMatch.cpp`).
 */
export function reverseEraseOrder(store: Store, top: number): number[] {
  if (store.opFirstRegion[top] === 0) return [top];
  const order: number[] = [];
  const work = [top];
  while (work.length > 0) {
    const op = work.pop()!;
    order.push(op);
    const inner: number[] = [];
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
      for (const block of reverseOrderOfBlocks(store, region)) {
        for (let at = store.blockFirstOp[block]!; at !== 0; at = store.opNext[at]!) inner.push(at);
      }
    }
    for (let i = inner.length - 1; i >= 0; i--) work.push(inner[i]!);
  }
  return order;
}

/**
 * Sorts the blocks of a region: each block precedes the blocks that are reached only through it. Unreachable blocks
 * come first.
 */
function reverseOrderOfBlocks(store: Store, region: number): readonly number[] {
  const first = store.regionFirstBlock[region]!;
  if (first === 0) return [];
  if (store.blockNext[first] === 0) return [first];
  const seen = new Set<number>();
  const order: number[] = [];
  for (let block = first; block !== 0; block = store.blockNext[block]!) postOrder(store, block, seen, order);
  return order.reverse();
}
