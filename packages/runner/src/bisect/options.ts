import type { Assembly } from "@passwright/sdk/loading";

/** Axes of a search, in search order. */
export const BISECT_AXES = ["version", "contribution", "step", "operation", "rewrite"] as const;

/** Axis of a search. */
export type BisectAxis = (typeof BISECT_AXES)[number];

/** Settings of `bisect`. */
export interface BisectOptions {
  /** Number of runs of each variant. A variant shows the fault if one of its runs shows the fault. Default: 1. */
  readonly repeat?: number;
  /**
   * Assembly that does not show the fault: the same pipeline with other versions of plugins or of the framework. If
   * `before` is set, the search starts with versions.
   */
  readonly before?: Assembly;
  /** Axes to search. Default: all. */
  readonly axes?: readonly BisectAxis[];
  /**
   * Maximum number of runs. Default: no limit. Most searches halve the candidates. A search that must test candidates
   * one by one needs many runs.
   */
  readonly budget?: number;
  /** Signal that ends the search. The report then contains the smallest cause that was found so far. */
  readonly signal?: AbortSignal;
  /** Called before each run, with the number of earlier runs and the current axis of the search. */
  readonly onRun?: (runs: number, axis: BisectAxis) => void;
}
