/** What to do when a jump was taken as often as it may be: fail, or go on in order, with or without a warning. */
export type OnLimit = "error" | "warn" | "continue";

/** What to do when the IR is as it was the last time a jump was taken: fail, or go on in order, as a fixed point is a success. */
export type OnNoProgress = "error" | "converged";

/** A jump that a pipeline may take when it is done, with its bound. */
export interface JumpSettings {
  /** The name of a pipeline of the same graph, or `stop` or `fail`. */
  readonly to: string;
  /**
   * How often it may be taken in one run of its graph. For a jump back {@link DEFAULT_MAX_JUMPS} if left out; a jump forward
   * has no bound then, as only jumps back make loops.
   */
  readonly max?: number;
  /** `error` if left out. */
  readonly onLimit?: OnLimit;
  /** For jumps back; `error` if left out. */
  readonly onNoProgress?: OnNoProgress;
}

/** Where a pipeline may go on: the name of a pipeline, or that with a bound. */
export type JumpTarget = string | JumpSettings;

/** How often a jump back may be taken where its declaration says nothing. */
export const DEFAULT_MAX_JUMPS = 100;

/** Targets that every graph has: the end of the graph, as a success, and a failure of the whole run. */
export const PREDEFINED: readonly string[] = ["stop", "fail"];

/** Where a pipeline stands among the others: the RFC's three lists. Names may be registered later. */
export interface PipelineEdges {
  /** Pipelines that run before it. */
  readonly predecessors?: readonly string[];
  /** Pipelines that run after it. */
  readonly successors?: readonly string[];
  /** Where its passes may ask to go on when it is done. */
  readonly jumpTargets?: readonly JumpTarget[];
  /** The operation that a function's pipeline or graph runs on. That of the graph, unless a conversion before it leaves another one. */
  readonly anchor?: string;
}
