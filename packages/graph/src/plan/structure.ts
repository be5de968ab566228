import type { Origin, PassManagerBuilder, Plan, ResolveOptions, When } from "@passwright/builder";
import type { OpPassManager } from "@passwright/core";
import type { Start } from "../properties/facts.ts";
import type { GraphState } from "../register/graph-state.ts";
import type { OnLimit, OnNoProgress } from "../register/pipeline.ts";

/** A jump of a pipeline, with an index as target. */
export interface Jump {
  readonly from: string;
  readonly to: string;
  readonly target: number | "stop" | "fail";
  /** Unlimited if undefined; jumps back always have a limit. */
  readonly max: number | undefined;
  readonly onLimit: OnLimit;
  readonly onNoProgress: OnNoProgress;
  /** Whether it leads to its own pipeline or an earlier one, which makes a loop. */
  readonly isBack: boolean;
}

/** A branch that is possible for the selected target. */
export interface Candidate<Op extends object> {
  readonly node: number;
  readonly test: ((op: Op) => boolean) | undefined;
}

/** A choice, with indices instead of names. */
export interface Choice<Op extends object> {
  readonly name: string;
  readonly origin: Origin;
  /** All of its branches, as registered, for drawings. */
  readonly branches: readonly { readonly node: number; readonly when: When | undefined; readonly isTested: boolean }[];
  /** The branches whose `when` holds, up to the first without a test. */
  readonly candidates: readonly Candidate<Op>[];
  /** The pipeline that is taken if no candidate's test holds. */
  readonly otherwise: number | undefined;
  /** The indices of the first and the last of its pipelines. */
  readonly first: number;
  readonly last: number;
}

/** The contents of a filled pipeline. The plan of a builder exists when all pipelines before it are planned. */
export type NodeContent<Op extends object> =
  | { readonly kind: "passes"; readonly manager: OpPassManager<Op> }
  | {
      readonly kind: "builder";
      readonly builder: PassManagerBuilder<Op>;
      plan: Plan | undefined;
      /** The properties at its beginning, if a pass depends on them. */
      known: Pick<ResolveOptions, "on" | "properties">;
    }
  | { readonly kind: "graph"; readonly graph: Structure<Op> };

/** A pipeline at its position. */
export interface Node<Op extends object> {
  readonly name: string;
  /** The name, after those of the enclosing subgraphs: `sub/name`. */
  readonly path: string;
  readonly origin: Origin;
  /** By the name of their targets. */
  readonly jumps: ReadonlyMap<string, Jump>;
  readonly choice: Choice<Op> | undefined;
  readonly content: NodeContent<Op>;
  /** The IR that the last conversion before it leaves. */
  start?: Start;
  /** The IRs that it may end with. Known if the graph has conversions. */
  ends?: readonly Start[];
}

/** An ordered graph. */
export interface Structure<Op extends object> {
  readonly state: GraphState<Op>;
  readonly nodes: readonly Node<Op>[];
  readonly choices: readonly Choice<Op>[];
  /**
   * Returns the predecessors of each pipeline, in the order of `nodes`. Either of the two pipelines may declare this.
   */
  readonly predecessors: () => readonly Predecessors[];
}

/** The pipelines before one. */
export interface Predecessors {
  readonly names: readonly string[];
  /** Those that it declares itself. */
  readonly own: ReadonlySet<string>;
}

/** Returns the possible outcomes of a choice. */
export function outcomesOf<Op extends object>({ candidates, otherwise }: Choice<Op>): readonly number[] {
  const nodes = candidates.map(({ node }) => node);
  const isSure = candidates.at(-1) !== undefined && candidates.at(-1)?.test === undefined;
  return isSure || otherwise === undefined ? nodes : [...nodes, otherwise];
}
