import type { Origin, PassManagerBuilder, Plan, ResolveOptions, When } from "@passwright/builder";
import type { OpPassManager } from "@passwright/core";
import type { Start } from "../properties/facts.ts";
import type { GraphState } from "../register/graph-state.ts";
import type { OnLimit, OnNoProgress } from "../register/pipeline.ts";

/** Jump of a pipeline, with the index of its target. */
export interface Jump {
  /** Contributor of the pipeline that declares the jump. */
  readonly origin: Origin;
  readonly from: string;
  readonly to: string;
  readonly target: number | "stop" | "fail";
  /**
   * Maximum number of times that the jump is taken, or `undefined` if the number is unlimited. Jumps to the same or an
   * earlier pipeline always have a limit.
   */
  readonly max: number | undefined;
  readonly onLimit: OnLimit;
  readonly onNoProgress: OnNoProgress;
  /** Whether the jump leads to the same or an earlier pipeline, and therefore makes a loop. */
  readonly isBack: boolean;
}

/** Branch that is possible for the selected target. */
export interface PossibleBranch<Op extends object> {
  readonly node: number;
  readonly test: ((op: Op) => boolean) | undefined;
}

/** Choice with indices instead of names. */
export interface IndexedChoice<Op extends object> {
  readonly name: string;
  readonly origin: Origin;
  /** All branches as registered, for drawings. */
  readonly branches: readonly { readonly node: number; readonly when: When | undefined; readonly isTested: boolean }[];
  /** Branches whose condition `when` holds, up to and including the first branch that does not test the IR. */
  readonly candidates: readonly PossibleBranch<Op>[];
  /** Index of the pipeline that runs if no test of a candidate holds. */
  readonly otherwise: number | undefined;
  /** Indices of the first and last pipeline of the choice. */
  readonly first: number;
  readonly last: number;
}

/** Contents of a pipeline. For a builder, `plan` is set after all earlier pipelines are planned. */
export type NodeContent<Op extends object> =
  | { readonly kind: "passes"; readonly manager: OpPassManager<Op> }
  | {
      readonly kind: "builder";
      readonly builder: PassManagerBuilder<Op>;
      plan: Plan | undefined;
      /** Root and properties at the start of the pipeline, if a pass depends on them. */
      known: Pick<ResolveOptions, "on" | "properties">;
    }
  | { readonly kind: "graph"; readonly graph: Structure<Op> };

/** A pipeline and its position in the order of the plan. */
export interface PipelineNode<Op extends object> {
  readonly name: string;
  /** Path of the pipeline: the names of the enclosing subgraphs, and the name of the pipeline: `sub/name`. */
  readonly path: string;
  readonly origin: Origin;
  /** Jumps by the name of their target. */
  readonly jumps: ReadonlyMap<string, Jump>;
  readonly choice: IndexedChoice<Op> | undefined;
  readonly content: NodeContent<Op>;
  /** Root after the last conversion before the pipeline. */
  start?: Start;
  /** Possible roots at the end of the pipeline. Set only if the graph has conversions. */
  ends?: readonly Start[];
}

/** Ordered graph. */
export interface Structure<Op extends object> {
  readonly state: GraphState<Op>;
  readonly nodes: readonly PipelineNode<Op>[];
  readonly choices: readonly IndexedChoice<Op>[];
  /**
   * Returns the predecessors of each pipeline, in the order of `nodes`. A predecessor or the pipeline itself can
   * declare the order.
   */
  readonly predecessors: () => readonly Predecessors[];
}

/** Predecessors of a pipeline. */
export interface Predecessors {
  readonly names: readonly string[];
  /** Predecessors that the pipeline itself declares. */
  readonly own: ReadonlySet<string>;
}

/** Returns the indices of the pipelines that a choice can take. */
export function outcomesOf<Op extends object>({ candidates, otherwise }: IndexedChoice<Op>): readonly number[] {
  const nodes = candidates.map(({ node }) => node);
  const isSure = candidates.at(-1) !== undefined && candidates.at(-1)?.test === undefined;
  return isSure || otherwise === undefined ? nodes : [...nodes, otherwise];
}
