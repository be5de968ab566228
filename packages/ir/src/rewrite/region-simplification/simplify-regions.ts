import type { PatternRewriter } from "../pattern-rewriter.ts";
import { mergeIdenticalBlocks } from "./merge-blocks.ts";
import { dropRedundantArguments } from "./redundant-arguments.ts";
import { eraseDeadInBlock, isGraph, RegionDce } from "./region-dce.ts";
import { eraseUnreachableBlocks } from "./unreachable-blocks.ts";

/**
 * Simplifies the control flow of a region and of nested regions: erases unreachable blocks, dead block arguments and
 * dead operations, and, if `mergeBlocks` is set, merges identical blocks (`simplifyRegions` in
 * `mlir/lib/Transforms/Utils/RegionUtils.cpp`).
 */
export class RegionSimplifier {
  readonly #rewriter: PatternRewriter;
  readonly #dce: RegionDce;

  constructor(rewriter: PatternRewriter) {
    this.#rewriter = rewriter;
    this.#dce = new RegionDce(rewriter);
  }

  /** Simplifies a region that has no nested regions. Does not merge blocks. */
  runFlat(region: number): boolean {
    const { blockNext, regionFirstBlock } = this.#rewriter.store;
    const first = regionFirstBlock[region]!;
    if (first === 0) return false;
    return blockNext[first] === 0 && !isGraph(this.#rewriter.store, region)
      ? eraseDeadInBlock(this.#rewriter, first)
      : this.run(region, false);
  }

  /** Simplifies a region. Returns whether anything changed. */
  run(region: number, mergeBlocks: boolean): boolean {
    const erasedBlocks = eraseUnreachableBlocks(this.#rewriter, region);
    const erasedOperations = this.#dce.run(region);
    if (!mergeBlocks) return erasedBlocks || erasedOperations;
    const mergedBlocks = mergeIdenticalBlocks(this.#rewriter, region);
    const droppedArguments = dropRedundantArguments(this.#rewriter, region);
    return erasedBlocks || erasedOperations || mergedBlocks || droppedArguments;
  }
}
