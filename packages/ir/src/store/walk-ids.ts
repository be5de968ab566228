import type { Store } from "./store.ts";
import { walk } from "./walk.ts";

/** Appends the operations of a region's blocks to a list, in order, without nested operations. Returns the list. */
export function operationsOfRegion(store: Store, region: number, found: number[] = []): number[] {
  for (let block = store.regionFirstBlock[region]!; block !== 0; block = store.blockNext[block]!) {
    for (let op = store.blockFirstOp[block]!; op !== 0; op = store.opNext[op]!) found.push(op);
  }
  return found;
}

/** Appends the operations in the regions of an operation to a list, like {@link operationsOfRegion}. */
export function operationsIn(store: Store, op: number, found: number[] = []): number[] {
  for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!)
    operationsOfRegion(store, region, found);
  return found;
}

/** Visits an operation and its contents, contents first, as `Operation.walk` does. */
export function walkIds(store: Store, op: number, visit: (op: number) => void): void {
  walk(store, op, visit);
}
