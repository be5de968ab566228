/** What to do when the limit of a jump is reached: fail, or continue in order, with or without a warning. */
export type OnLimit = "error" | "warn" | "continue";

/**
 * What to do when the IR is the same as at the last jump: fail, or continue in order, because a fixed point is a
 * success.
 */
export type OnNoProgress = "error" | "converged";

/** A jump that a pipeline may take at its end, with its limit. */
export interface JumpSettings {
  /** The name of a pipeline of the same graph, or `stop` or `fail`. */
  readonly to: string;
  /**
   * Maximum number of jumps in one run of its graph. Default: {@link DEFAULT_MAX_JUMPS} for a jump back; unlimited for
   * a jump forward, because only jumps back make loops.
   */
  readonly max?: number;
  /** Default: `error`. */
  readonly onLimit?: OnLimit;
  /** For jumps back. Default: `error`. */
  readonly onNoProgress?: OnNoProgress;
}

/** Where a pipeline may continue: the name of a pipeline, or a name with a limit. */
export type JumpTarget = string | JumpSettings;

/** Default limit of a jump back. */
export const DEFAULT_MAX_JUMPS = 100;

/** Targets that every graph has: the end of the graph, as a success, and a failure of the whole run. */
export const PREDEFINED: readonly string[] = ["stop", "fail"];

/** The edges of a pipeline: the RFC's three lists. Names may be registered later. */
export interface PipelineEdges {
  /** Pipelines that run before it. */
  readonly predecessors?: readonly string[];
  /** Pipelines that run after it. */
  readonly successors?: readonly string[];
  /** Pipelines to which its passes may request a jump at its end. */
  readonly jumpTargets?: readonly JumpTarget[];
  /**
   * The operation of a function's pipeline or graph. Default: the operation of the graph, or of the last conversion
   * before it.
   */
  readonly anchor?: string;
}
