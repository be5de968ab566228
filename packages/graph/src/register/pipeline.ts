import { type OpPassManager } from "@passwright/core";
import { type Origin, type PassManagerBuilder } from "@passwright/builder";
import { type PipelineGraph } from "../pipeline-graph.ts";

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
}

/**
 * What a pipeline consists of: passes that a function adds; a builder's pipeline, into which others insert; or a graph, filled
 * in already or by a function. Functions are called once per schedule, when it is created, in the order of the names.
 */
export type Populate<Op extends object> =
  | ((manager: OpPassManager<Op>) => void)
  | PassManagerBuilder<Op>
  | PipelineGraph<Op>
  | { readonly graph: (graph: PipelineGraph<Op>) => void };

/** The same, told apart. */
export type Content<Op extends object> =
  | { readonly kind: "passes"; readonly populate: (manager: OpPassManager<Op>) => void }
  | { readonly kind: "builder"; readonly builder: PassManagerBuilder<Op> }
  | { readonly kind: "graph"; readonly graph: PipelineGraph<Op> }
  | { readonly kind: "subgraph"; readonly populate: (graph: PipelineGraph<Op>) => void };

/** A pipeline as it was registered. */
export interface RegisteredPipeline<Op extends object> {
  readonly name: string;
  readonly predecessors: readonly string[];
  readonly successors: readonly string[];
  readonly jumps: readonly JumpSettings[];
  readonly content: Content<Op>;
  readonly origin: Origin;
}

/** Nothing: a place that others come before and after. */
export const EMPTY: { readonly kind: "passes"; readonly populate: () => void } = {
  kind: "passes",
  populate: () => undefined,
};

/** Tells apart what a caller gave; `undefined` for what is none of it. Nothing at all is an empty pipeline, an anchor. */
export function contentOf<Op extends object>(populate: Populate<Op> | undefined): Content<Op> | undefined {
  if (populate === undefined) return EMPTY;
  if (typeof populate === "function") return { kind: "passes", populate };
  if (typeof populate !== "object" || populate === null) return undefined;
  // By what they can do: another copy of the package may have made them.
  if ("graph" in populate) {
    return typeof populate.graph === "function" ? { kind: "subgraph", populate: populate.graph } : undefined;
  }
  if ("registerPipeline" in populate) return { kind: "graph", graph: populate };
  return "contribute" in populate ? { kind: "builder", builder: populate } : undefined;
}
