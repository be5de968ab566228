import type { Operation } from "../handles.ts";
import type { Store } from "../store/store.ts";
import type { PatternRewriter } from "./pattern-rewriter.ts";

/**
 * Pattern that changes a small part of the program (`mlir/docs/PatternRewriter.md`). Patterns are tried by descending
 * benefit, and patterns of equal benefit in the order in which they were passed.
 */
export interface OpRewritePattern {
  /** Name of the pattern in options (`setDebugName`). In MLIR, this is the name of the C++ class. */
  readonly name: string;
  /** Other names of the pattern, for options (`addDebugLabels`). */
  readonly labels?: readonly string[];
  /** Dialect that defines the pattern. Set for canonicalization patterns. */
  readonly dialect?: string;
  /** Priority of the pattern. Default: 1. Patterns of benefit 0 are never tried. */
  readonly benefit?: number;
  /** Returns whether the pattern could match, before a handle is created. Must not change the program. Takes ids. */
  couldMatch?(store: Store, op: number): boolean;
  /** Like `couldMatch`, but considers only the names of defining operations, by which the result is cached. */
  couldMatchOperands?(store: Store, op: number): boolean;
  /**
   * Tries to match at `op`. On success, changes the program through the rewriter, whose insertion point is before `op`,
   * and returns true. Otherwise, returns false without a change.
   */
  matchAndRewrite(op: Operation, rewriter: PatternRewriter): boolean;
}

/** Pattern with the name of the operations to which it applies. */
export interface RewritePattern extends OpRewritePattern {
  /** Name of the operations to which the pattern applies. Default: all operations. */
  readonly root?: string;
}
