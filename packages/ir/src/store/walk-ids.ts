import type { Store } from "./store.ts";

/*
 * Walks over operations nested in a region, by ids. The walks do not use recursion, because programs can be nested
 * deeper than the call stack allows. A walk determines the next operation before it visits the current operation, so
 * that the visit can erase or move the current operation.
 */

/** Appends the operations of a region's blocks to a list, in order, without nested operations. Returns the list. */
export function operationsOfRegion(store: Store, region: number, found: number[] = []): number[] {
  for (let block = store.regionFirstBlock[region]!; block !== 0; block = store.blockNext[block]!) {
    for (let op = store.blockFirstOp[block]!; op !== 0; op = store.opNext[op]!) found.push(op);
  }
  return found;
}

/** Returns the operations in the regions of an operation, in order, without the operations nested in them. */
export function operationsIn(store: Store, op: number): number[] {
  const found: number[] = [];
  for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!)
    operationsOfRegion(store, region, found);
  return found;
}

/** Returns the first operation of a list of blocks, or 0 if none exists. */
function firstInBlocks(store: Store, from: number): number {
  for (let block = from; block !== 0; block = store.blockNext[block]!) {
    if (store.blockFirstOp[block] !== 0) return store.blockFirstOp[block]!;
  }
  return 0;
}

/** Returns the first operation in a list of regions, or 0 if none exists. */
function firstInRegions(store: Store, from: number): number {
  for (let region = from; region !== 0; region = store.regionNext[region]!) {
    const op = firstInBlocks(store, store.regionFirstBlock[region]!);
    if (op !== 0) return op;
  }
  return 0;
}

/**
 * Returns the operation that a pre-order walk of the region `top` visits after `op` and the contents of `op`. Returns 0
 * at the end of the walk.
 */
function nextBehind(store: Store, op: number, top: number): number {
  for (let at = op; ;) {
    let next = store.opNext[at]!;
    if (next !== 0) return next;
    const block = store.opBlock[at]!;
    next = firstInBlocks(store, store.blockNext[block]!);
    if (next !== 0) return next;
    const region = store.blockRegion[block]!;
    if (region === top) return 0;
    next = firstInRegions(store, store.regionNext[region]!);
    if (next !== 0) return next;
    at = store.regionOwner[region]!;
  }
}

/**
 * Visits operations before their contents (`WalkOrder::PreOrder`). The visit returns whether to visit the contents, to
 * skip them, or to stop the walk. Returns false if the walk was stopped.
 */
export function walkPreOrder(store: Store, region: number, visit: (op: number) => "into" | "over" | "stop"): boolean {
  for (let op = firstInBlocks(store, store.regionFirstBlock[region]!); op !== 0;) {
    const behind = nextBehind(store, op, region);
    const next = visit(op);
    if (next === "stop") return false;
    const inner = next === "into" ? firstInRegions(store, store.opFirstRegion[op]!) : 0;
    op = inner === 0 ? behind : inner;
  }
  return true;
}

/** Visits operations after their contents (`WalkOrder::PostOrder`). */
export function walkPostOrder(store: Store, region: number, visit: (op: number) => void): void {
  const owners = [0];
  const nexts = [firstInBlocks(store, store.regionFirstBlock[region]!)];
  const regions = [0];
  while (nexts.length > 0) {
    const level = nexts.length - 1;
    const op = nexts[level]!;
    if (op === 0) {
      const next = regions[level] === 0 ? 0 : store.regionNext[regions[level]!]!;
      if (next !== 0) {
        regions[level] = next;
        nexts[level] = firstInBlocks(store, store.regionFirstBlock[next]!);
        continue;
      }
      nexts.pop();
      regions.pop();
      const owner = owners.pop()!;
      if (owner !== 0) visit(owner);
      continue;
    }
    const behind = store.opNext[op]!;
    nexts[level] = behind === 0 ? firstInBlocks(store, store.blockNext[store.opBlock[op]!]!) : behind;
    const inner = store.opFirstRegion[op]!;
    if (inner === 0) {
      visit(op);
      continue;
    }
    owners.push(op);
    regions.push(inner);
    nexts.push(firstInBlocks(store, store.regionFirstBlock[inner]!));
  }
}

/** Visits an operation and its contents, contents first, as `Operation.walk` does. */
export function walkIds(store: Store, op: number, visit: (op: number) => void): void {
  for (let region = store.opFirstRegion[op]!; region !== 0; region = store.regionNext[region]!) {
    walkPostOrder(store, region, visit);
  }
  visit(op);
}
