import { type Store } from "./store.ts";

/*
 * Walks over all operations nested in a region, by ids, without recursion: programs nest deeper than the call stack is.
 * What comes next is looked up before an operation is visited, so that one may be erased or moved.
 */

/** The first operation of a list of blocks that has one; 0 for none. */
function firstFrom(store: Store, block: number): number {
  let at = block;
  while (at !== 0 && store.blockFirstOp[at] === 0) at = store.blockNext[at]!;
  return at === 0 ? 0 : store.blockFirstOp[at]!;
}

/** The operation behind one in its region. */
function following(store: Store, op: number): number {
  const next = store.opNext[op]!;
  return next !== 0 ? next : firstFrom(store, store.blockNext[store.opBlock[op]!]!);
}

/** Operations before their contents (`WalkOrder::PreOrder`). `visit` answers whether to go into it. */
export function walkPreOrder(store: Store, region: number, visit: (op: number) => boolean): void {
  // Per level what comes next: an operation, and the region whose list it is in, for the regions that follow.
  const nexts = [firstFrom(store, store.regionFirstBlock[region]!)];
  const regions = [0];
  while (nexts.length > 0) {
    const level = nexts.length - 1;
    const op = nexts[level]!;
    if (op === 0) {
      const next = regions[level] === 0 ? 0 : store.regionNext[regions[level]!]!;
      if (next === 0) {
        nexts.pop();
        regions.pop();
      } else {
        regions[level] = next;
        nexts[level] = firstFrom(store, store.regionFirstBlock[next]!);
      }
      continue;
    }
    nexts[level] = following(store, op);
    if (!visit(op)) continue;
    const inner = store.opFirstRegion[op]!;
    if (inner === 0) continue;
    regions.push(inner);
    nexts.push(firstFrom(store, store.regionFirstBlock[inner]!));
  }
}

/** Operations behind their contents (`WalkOrder::PostOrder`). */
export function walkPostOrder(store: Store, region: number, visit: (op: number) => void): void {
  const owners = [0];
  const nexts = [firstFrom(store, store.regionFirstBlock[region]!)];
  const regions = [0];
  while (nexts.length > 0) {
    const level = nexts.length - 1;
    const op = nexts[level]!;
    if (op === 0) {
      const next = regions[level] === 0 ? 0 : store.regionNext[regions[level]!]!;
      if (next !== 0) {
        regions[level] = next;
        nexts[level] = firstFrom(store, store.regionFirstBlock[next]!);
        continue;
      }
      nexts.pop();
      regions.pop();
      const owner = owners.pop()!;
      if (owner !== 0) visit(owner);
      continue;
    }
    nexts[level] = following(store, op);
    const inner = store.opFirstRegion[op]!;
    if (inner === 0) {
      visit(op);
      continue;
    }
    owners.push(op);
    regions.push(inner);
    nexts.push(firstFrom(store, store.regionFirstBlock[inner]!));
  }
}

/** An operation and all in it, contents first, as `Operation.walk` does. */
export function walkIds(store: Store, op: number, visit: (op: number) => void): void {
  for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
    walkPostOrder(store, region, visit);
  }
  visit(op);
}
