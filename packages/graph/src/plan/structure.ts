import type { Origin, PassManagerBuilder, Plan, ResolveOptions, When } from "@passwright/builder";
import type { OpPassManager } from "@passwright/core";
import type { Start } from "../properties/facts.ts";
import type { GraphState } from "../register/graph-state.ts";
import type { OnLimit, OnNoProgress } from "../register/pipeline.ts";

/** A jump of a pipeline, with names made places. */
export interface Jump {
  readonly from: string;
  readonly to: string;
  readonly target: number | "stop" | "fail";
  /** Unbounded if undefined; jumps back always have a bound. */
  readonly max: number | undefined;
  readonly onLimit: OnLimit;
  readonly onNoProgress: OnNoProgress;
  /** It goes to its own pipeline or to one before: what makes loops. */
  readonly isBack: boolean;
}

/** A branch that may be taken, given what was chosen. */
export interface Candidate<Op extends object> {
  readonly node: number;
  readonly test: ((op: Op) => boolean) | undefined;
}

/** A choice, with names made places. */
export interface Choice<Op extends object> {
  readonly name: string;
  readonly origin: Origin;
  /** All of its branches, as registered, for drawings. */
  readonly branches: readonly { readonly node: number; readonly when: When | undefined; readonly isTested: boolean }[];
  /** The branches whose `when` holds, up to the first that has no test. */
  readonly candidates: readonly Candidate<Op>[];
  /** What is taken if no candidate's test holds. */
  readonly otherwise: number | undefined;
  /** The places of the first and the last of its pipelines. */
  readonly first: number;
  readonly last: number;
}

/** What a pipeline consists of, once it is filled in. A builder's plan is there when all before it are planned. */
export type NodeContent<Op extends object> =
  | { readonly kind: "passes"; readonly manager: OpPassManager<Op> }
  | {
      readonly kind: "builder";
      readonly builder: PassManagerBuilder<Op>;
      plan: Plan | undefined;
      /** What holds where it begins, if a pass depends on it. */
      known: Pick<ResolveOptions, "on" | "properties">;
    }
  | { readonly kind: "graph"; readonly graph: Structure<Op> };

/** A pipeline in its place. */
export interface Node<Op extends object> {
  readonly name: string;
  /** The name with those of the subgraphs around it: `sub/name`. */
  readonly path: string;
  readonly origin: Origin;
  /** By the name of their targets. */
  readonly jumps: ReadonlyMap<string, Jump>;
  readonly choice: Choice<Op> | undefined;
  readonly content: NodeContent<Op>;
  /** What the last conversion before it leaves. */
  start?: Start;
  /** The IRs that it may end with. Known if the graph has conversions. */
  ends?: readonly Start[];
}

/** A graph in order. */
export interface Structure<Op extends object> {
  readonly state: GraphState<Op>;
  readonly nodes: readonly Node<Op>[];
  readonly choices: readonly Choice<Op>[];
  /** By place: the pipelines that were said to run before that one, by whoever said so. */
  readonly predecessors: () => readonly Predecessors[];
}

/** The pipelines before one. */
export interface Predecessors {
  readonly names: readonly string[];
  /** Those that it names itself. */
  readonly own: ReadonlySet<string>;
}

/** The pipelines that a choice can come to. */
export function outcomesOf<Op extends object>({ candidates, otherwise }: Choice<Op>): readonly number[] {
  const nodes = candidates.map(({ node }) => node);
  const isSure = candidates.at(-1) !== undefined && candidates.at(-1)?.test === undefined;
  return isSure || otherwise === undefined ? nodes : [...nodes, otherwise];
}
