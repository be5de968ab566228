import { Block } from "../../handles.ts";
import { postOrder } from "../../store/dominance.ts";
import { dropUses, unlinkSuccessor } from "../../store/edit.ts";
import { regionsOf } from "../../store/groups.ts";
import type { Store } from "../../store/store.ts";
import type { PatternRewriter } from "../pattern-rewriter.ts";
import { dropRedundantArguments, mergeIdenticalBlocks } from "./merge-blocks.ts";
import { eraseDeadInBlock, isGraph } from "./region-dce.ts";
import type { RegionDce } from "./region-dce.ts";

/** Simplifies control flow in a region. `isNested` is false if no operation has regions. Returns whether it changed. */
export function simplifyRegion(dce: RegionDce, region: number, mergeBlocks: boolean, isNested: boolean): boolean {
  const { rewriter } = dce;
  const { blockNext, regionFirstBlock } = rewriter.store;
  const first = regionFirstBlock[region]!;
  if (!mergeBlocks && !isNested && blockNext[first] === 0 && !isGraph(rewriter.store, region))
    return eraseDeadInBlock(rewriter, first);
  const changes = [eraseUnreachableBlocks(rewriter, region), dce.run(region)];
  if (mergeBlocks) changes.push(mergeIdenticalBlocks(rewriter, region), dropRedundantArguments(rewriter, region));
  return changes.includes(true);
}

/** Erases unreachable blocks in a region and in nested regions. Returns whether any block was erased. */
export function eraseUnreachableBlocks(rewriter: PatternRewriter, top: number): boolean {
  const { store } = rewriter;
  let erased = false;
  const regions = [top];
  while (regions.length > 0) {
    const region = regions.pop()!;
    const first = store.regionFirstBlock[region]!;
    if (first === 0) continue;
    const isSingle = store.blockNext[first] === 0;
    const reachable = new Set<number>();
    if (!isSingle) postOrder(store, first, reachable, []);
    for (let block = first; block !== 0;) {
      const next = store.blockNext[block]!;
      if (isSingle || reachable.has(block)) {
        for (let op = store.blockFirstOp[block]!; op !== 0; op = store.opNext[op]!)
          regions.push(...regionsOf(store, op));
      } else {
        isolate(store, block);
        rewriter.eraseBlock(Block.of(store, block));
        erased = true;
      }
      block = next;
    }
  }
  return erased;
}

/** Removes all uses of an unreachable block and of its values. All users are in unreachable blocks too. */
function isolate(store: Store, block: number): void {
  const firstArgument = store.blockFirstArgument[block]!;
  for (let i = 0; i < store.blockArgumentCount[block]!; i++) dropUses(store, firstArgument + i);
  for (let op = store.blockFirstOp[block]!; op !== 0; op = store.opNext[op]!) {
    const first = store.opFirstResult[op]!;
    for (let i = 0; i < store.opResultCount[op]!; i++) dropUses(store, first + i);
  }
  for (let use = store.blockFirstUse[block]!; use !== 0; use = store.blockFirstUse[block]!) unlinkSuccessor(store, use);
}
