import type { Operation } from "../handles.ts";
import type { Store } from "../store/store.ts";
import type { PatternRewriter } from "./pattern-rewriter.ts";

/**
 * A local change of the program (`mlir/docs/PatternRewriter.md`). Patterns of an operation are tried by descending
 * benefit, then in the order in which they were given.
 */
export interface OpRewritePattern {
  /** Name in options (`setDebugName`); in MLIR the name of the C++ class. */
  readonly name: string;
  /** Other names, for options (`addDebugLabels`). */
  readonly labels?: readonly string[];
  /** Dialect that defines the pattern. Set for canonicalization patterns. */
  readonly dialect?: string;
  /** Default: 1. Patterns of benefit 0 are never tried. */
  readonly benefit?: number;
  /** Fast check by ids that excludes most operations before a handle is created. Must not change anything. */
  couldMatch?(store: Store, op: number): boolean;
  /**
   * Like `couldMatch`, but depends only on the names of the operations that define the operands. The result is cached
   * by these names.
   */
  couldMatchOperands?(store: Store, op: number): boolean;
  /**
   * Changes the program around `op` through the rewriter, whose insertion point is before `op`, and returns true; or
   * returns false without a change.
   */
  matchAndRewrite(op: Operation, rewriter: PatternRewriter): boolean;
}

/** A pattern with the operations that it applies to. */
export interface RewritePattern extends OpRewritePattern {
  /** Name of the operations to which the pattern applies. Default: all operations. */
  readonly root?: string;
}
