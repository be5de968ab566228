import type { DominanceInfo } from "@passwright/ir";
import type { Store } from "@passwright/ir/store";
import { dominatorChildren } from "../cse/dominator-tree.ts";

/** Control flow in a region. Valid as long as the blocks and their successors do not change. */
export class RegionBlocks {
  readonly #store: Store;
  readonly #frontiers: ReadonlyMap<number, readonly number[]>;
  readonly root: number;
  /** Maps each block to the blocks that it immediately dominates. */
  readonly children: ReadonlyMap<number, readonly number[]>;

  constructor(store: Store, region: number, info: DominanceInfo) {
    this.#store = store;
    const tree = info.treeOf(region);
    this.root = tree.blocks[0]!;
    this.children = dominatorChildren(store, tree);
    const frontiers = new Map<number, number[]>();
    for (const [place, block] of tree.blocks.entries()) {
      for (const predecessor of this.predecessorsOf(block)) {
        let at = tree.order.get(predecessor);
        while (at !== undefined && at !== tree.immediate[place]) {
          const runner = tree.blocks[at]!;
          const frontier = frontiers.get(runner);
          if (frontier === undefined) frontiers.set(runner, [block]);
          else if (frontier[frontier.length - 1] !== block) frontier.push(block);
          at = tree.immediate[at]!;
        }
      }
    }
    this.#frontiers = frontiers;
  }

  predecessorsOf(block: number): number[] {
    const store = this.#store;
    const found: number[] = [];
    for (let use = store.blockFirstUse[block]!; use !== 0; use = store.successorNext[use]!) {
      found.push(store.opBlock[store.successorOwner[use]!]!);
    }
    return found;
  }

  /** Returns the blocks of `liveIn` that several definitions of a value reach, so that the blocks need an argument. */
  mergePoints(defining: ReadonlySet<number>, liveIn: ReadonlySet<number>): Set<number> {
    const found = new Set<number>();
    const pending = [...defining];
    for (let block = pending.pop(); block !== undefined; block = pending.pop()) {
      for (const next of this.#frontiers.get(block) ?? []) {
        if (!liveIn.has(next) || found.has(next)) continue;
        found.add(next);
        pending.push(next);
      }
    }
    return found;
  }

  /** Returns the blocks at whose start a value is live: `reading`, and blocks between a definition and `reading`. */
  liveIn(reading: Iterable<number>, defining: ReadonlySet<number>): Set<number> {
    const found = new Set<number>();
    const pending = [...reading];
    for (let block = pending.pop(); block !== undefined; block = pending.pop()) {
      if (found.has(block)) continue;
      found.add(block);
      for (const predecessor of this.predecessorsOf(block)) if (!defining.has(predecessor)) pending.push(predecessor);
    }
    return found;
  }
}
