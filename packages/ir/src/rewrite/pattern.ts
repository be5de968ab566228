import type { Operation } from "../handles.ts";
import type { Store } from "../store/store.ts";
import type { PatternRewriter } from "./pattern-rewriter.ts";

/**
 * A local change of the program (`mlir/docs/PatternRewriter.md`). Among those of one operation the one with the highest
 * benefit is tried first, and of equals the one that was given first.
 */
export interface OpRewritePattern {
  /** What options call it (`setDebugName`); in MLIR it is the name of the C++ class. */
  readonly name: string;
  /** Other names, for options (`addDebugLabels`). */
  readonly labels?: readonly string[];
  /** 1 if it is not given. Patterns of benefit 0 are never tried. */
  readonly benefit?: number;
  /** A quick look by ids that rules out most operations before a handle is made of one. Must not change anything. */
  couldMatch?(store: Store, op: number): boolean;
  /**
   * The same by nothing but the names of the operations that make the operands: asked once for all operations in which they
   * are the same.
   */
  couldMatchOperands?(store: Store, op: number): boolean;
  /**
   * Changes the program around `op` through the rewriter, whose insertion point is before `op`, and answers true; or
   * answers false and leaves everything as it was.
   */
  matchAndRewrite(op: Operation, rewriter: PatternRewriter): boolean;
}

/** A pattern that says which operations it is for. */
export interface RewritePattern extends OpRewritePattern {
  /** The name of the operation that it is tried on; every operation if it is not given. */
  readonly root?: string;
}
