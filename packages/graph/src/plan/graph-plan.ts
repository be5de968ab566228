import { printPlan } from "@passwright/builder";
import type { Choice as Chosen, Origin, Plan, When } from "@passwright/builder";
import { printPipeline } from "@passwright/core";
import type { Owner } from "@passwright/core";
import type { OnLimit, OnNoProgress } from "../register/pipeline.ts";
import { planOfPasses } from "./plan-of-passes.ts";
import { outcomesOf } from "./structure.ts";
import type { Choice, Jump, Node, Predecessors, Structure } from "./structure.ts";

/** A jump that a pipeline may take. */
export interface PlannedJump {
  readonly to: string;
  /** It makes a loop. */
  readonly isBack: boolean;
  /** How often it may be taken; any number of times if left out. */
  readonly max?: number;
  readonly onLimit: OnLimit;
  readonly onNoProgress: OnNoProgress;
}

/** A pipeline of a planned graph. */
export interface PlannedPipeline {
  readonly name: string;
  /** With the names of the subgraphs around it: `sub/name`. */
  readonly path: string;
  readonly origin: Origin;
  /** The pipelines that were said to run before it, by either of the two. */
  readonly predecessors: readonly string[];
  /** Those of `predecessors` that said so themselves, in their lists of successors; absent if none did. */
  readonly successorOf?: readonly string[];
  readonly jumps: readonly PlannedJump[];
  /** The choice that it is a branch of. */
  readonly choice?: string;
  /** MLIR's text of its passes; of a subgraph there is none. */
  readonly pipeline?: string;
  /** Every step, and why it is there; of a subgraph there is none. */
  readonly plan?: Plan;
  /** A function fills it in, and nobody inserts into it. */
  readonly isClosed?: true;
  /** What it consists of, if it is a subgraph. */
  readonly graph?: GraphPlan;
}

/** A branch of a planned choice. */
export interface PlannedBranch {
  readonly pipeline: string;
  readonly when?: When;
  /** A look at the IR decides, too. */
  readonly isTested: boolean;
}

/** A choice in a plan: its branches, and what can come of it. */
export interface PlannedChoice {
  readonly name: string;
  readonly origin: Origin;
  readonly branches: readonly PlannedBranch[];
  readonly else?: string;
  /** What it can come to, given what was chosen: one pipeline, or several where the input decides. */
  readonly outcomes: readonly string[];
}

/** A graph in order, as data that can be written as JSON. */
export interface GraphPlan {
  readonly framework: Owner;
  readonly anchor: string;
  readonly choice: Chosen;
  /** In the order in which they run. */
  readonly pipelines: readonly PlannedPipeline[];
  readonly choices: readonly PlannedChoice[];
}

/** A structure as data. */
export function describeStructure<Op extends object>(structure: Structure<Op>): GraphPlan {
  const { state, nodes, choices } = structure;
  const before = structure.predecessors();
  const { framework = { name: "pipeline" }, anchor = "any", choice = {} } = state.options;
  return {
    framework,
    anchor,
    choice,
    pipelines: nodes.map((node, place) => describeNode(node, before[place] ?? NOTHING_BEFORE, structure)),
    choices: choices.map((one) => describeChoice(one, nodes)),
  };
}

const NOTHING_BEFORE: Predecessors = { names: [], own: new Set() };

function describeNode<Op extends object>(
  node: Node<Op>,
  { names: predecessors, own }: Predecessors,
  { state }: Structure<Op>,
): PlannedPipeline {
  const { name, path, origin, jumps, choice, content } = node;
  const successorOf = predecessors.filter((one) => !own.has(one));
  return {
    name,
    path,
    origin,
    predecessors,
    ...(successorOf.length === 0 ? {} : { successorOf }),
    jumps: [...jumps.values()].map(describeJump),
    ...(choice === undefined ? {} : { choice: choice.name }),
    ...(content.kind === "passes"
      ? {
          pipeline: printPipeline(content.manager),
          plan: planOfPasses(node, content.manager, state.options),
          isClosed: true,
        }
      : {}),
    ...(content.kind === "builder" && content.plan !== undefined
      ? { pipeline: printPlan(content.plan), plan: content.plan }
      : {}),
    ...(content.kind === "graph" ? { graph: describeStructure(content.graph) } : {}),
  };
}

function describeJump({ to, isBack, max, onLimit, onNoProgress }: Jump): PlannedJump {
  return { to, isBack, ...(max === undefined ? {} : { max }), onLimit, onNoProgress };
}

function describeChoice<Op extends object>(choice: Choice<Op>, nodes: readonly Node<Op>[]): PlannedChoice {
  const nameOf = (place: number): string => (nodes[place] as Node<Op>).name;
  const { name, origin, branches, otherwise } = choice;
  return {
    name,
    origin,
    branches: branches.map(({ node, when, isTested }) => ({
      pipeline: nameOf(node),
      ...(when === undefined ? {} : { when }),
      isTested,
    })),
    ...(otherwise === undefined ? {} : { else: nameOf(otherwise) }),
    outcomes: [...new Set(outcomesOf(choice))].map(nameOf),
  };
}

/** All pipelines of a plan in order, those of subgraphs behind the subgraph that they are in. */
export function allPipelines({ pipelines }: GraphPlan): PlannedPipeline[] {
  return pipelines.flatMap((one) => (one.graph === undefined ? [one] : [one, ...allPipelines(one.graph)]));
}
