import type { Operation } from "@passwright/ir";
import { eraseBlock } from "@passwright/ir/store";

/**
 * Replaces the attributes and contents of `op` with the attributes and contents of `result`. The handle `op` stays
 * valid, but handles to its old contents become invalid.
 */
export function adopt(op: Operation, result: Operation, isWhole: boolean): void {
  const { store } = op;
  // Copies only the ids of attributes, because both operations have the same context, in which an id identifies the
  // same attribute for all stores.
  store.opProperties[op.liveId] = result.store.opProperties[result.liveId]!;
  store.opAttributes[op.liveId] = result.store.opAttributes[result.liveId]!;
  for (const region of op.regions) {
    for (const block of region.blocks.toReversed()) eraseBlock(store, block.liveId);
  }
  const copy = result.clone({ into: store });
  copy.regions.forEach((region, index) => op.regions[index]?.takeBody(region));
  copy.erase();
  if (isWhole) store.resources.length = 0;
  store.resources.push(...result.store.resources);
}
