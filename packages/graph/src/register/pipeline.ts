/**
 * Effect of reaching the limit of a jump. `error`: the run fails. `warn` and `continue`: the next pipeline in order
 * runs, with or without a warning.
 */
export type OnLimit = "error" | "warn" | "continue";

/**
 * Effect of an IR that is the same as at an earlier jump. `error`: the run fails. `converged`: the next pipeline in
 * order runs, because the loop has reached a fixed point.
 */
export type OnNoProgress = "error" | "converged";

/** Jump that a pipeline can take at its end, with its limit. */
export interface JumpSettings {
  /** Name of a pipeline in the same graph, or `stop` or `fail`. */
  readonly to: string;
  /**
   * Maximum number of jumps in one run of the graph. Default for a jump to the same or an earlier pipeline: 100
   * (`DEFAULT_MAX_JUMPS`). Default for a jump to a later pipeline: no limit.
   */
  readonly max?: number;
  /** Effect of reaching `max`. Default: `error`. */
  readonly onLimit?: OnLimit;
  /** Effect of an unchanged IR, for jumps to the same or an earlier pipeline. Default: `error`. */
  readonly onNoProgress?: OnNoProgress;
}

/** Target of a jump: the name of a pipeline, or settings that contain the name and a limit. */
export type JumpTarget = string | JumpSettings;

/** Default limit on jumps to the same or an earlier pipeline. */
export const DEFAULT_MAX_JUMPS = 100;

/** Jump targets that every graph has: `stop` ends the graph successfully, and `fail` makes the whole run fail. */
export const PREDEFINED: readonly string[] = ["stop", "fail"];

/** Edges of a pipeline: the three lists of the RFC. The pipelines in the lists can be registered later. */
export interface PipelineEdges {
  /** Pipelines that run before this pipeline. */
  readonly predecessors?: readonly string[];
  /** Pipelines that run after this pipeline. */
  readonly successors?: readonly string[];
  /** Pipelines to which passes of this pipeline can request a jump. The jump happens at the end of this pipeline. */
  readonly jumpTargets?: readonly JumpTarget[];
  /**
   * Operation on which the pipeline runs, if a function or a graph fills the pipeline. Default: the operation of the
   * graph, or the root after the last conversion before the pipeline.
   */
  readonly anchor?: string;
}
