import { Operation } from "@passwright/ir";
import type { Store } from "@passwright/ir/store";

/**
 * Returns `top` and nested operations that have one of the given names. Outer operations come before inner operations.
 * Omits operations in unreachable blocks. Works on ids, so that only matching operations need a handle.
 */
export function reachableOperations(top: Operation, names: ReadonlySet<string>): readonly Operation[] {
  const { store } = top;
  const isWanted = store.context.names.map((name) => names.has(name.text));
  const found: Operation[] = [];
  const pending = [top.id];
  for (let op = pending.pop(); op !== undefined; op = pending.pop()) {
    if (isWanted[store.opName[op]!] === true) found.push(Operation.of(store, op));
    const inside: number[] = [];
    for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
      for (const block of reachableBlocks(store, store.regionFirstBlock[region]!)) {
        for (let inner = store.blockFirstOp[block]!; inner !== 0; inner = store.opNext[inner]!) inside.push(inner);
      }
    }
    for (let i = inside.length - 1; i >= 0; i--) pending.push(inside[i]!);
  }
  return found;
}

function reachableBlocks(store: Store, entry: number): Iterable<number> {
  // The loop also visits elements that are added during the iteration.
  const reached = new Set(entry === 0 ? [] : [entry]);
  for (const block of reached) {
    const terminator = store.blockLastOp[block]!;
    if (terminator === 0) continue;
    const first = store.opFirstSuccessor[terminator]!;
    for (let i = 0; i < store.opSuccessorCount[terminator]!; i++) reached.add(store.successorBlock[first + i]!);
  }
  return reached;
}
