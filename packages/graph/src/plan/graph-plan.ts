import { printPlan } from "@passwright/builder";
import type { Choice, Origin, Plan, When } from "@passwright/builder";
import { printPipeline } from "@passwright/core";
import type { Owner } from "@passwright/core";
import type { OnLimit, OnNoProgress } from "../register/pipeline.ts";
import { planOfPasses } from "./plan-of-passes.ts";
import { outcomesOf } from "./structure.ts";
import type { IndexedChoice, Jump, PipelineNode, Predecessors, Structure } from "./structure.ts";

/** Jump that a pipeline can take. */
export interface PlannedJump {
  /** Name of the pipeline to which the jump leads. */
  readonly to: string;
  /** Whether the jump leads to the same or an earlier pipeline, and therefore makes a loop. */
  readonly isBack: boolean;
  /** Maximum number of times that the jump is taken. Absent for an unlimited jump. */
  readonly max?: number;
  /** Effect of reaching the maximum number of jumps. */
  readonly onLimit: OnLimit;
  /** Effect of a jump if the IR is the same as at an earlier jump. */
  readonly onNoProgress: OnNoProgress;
}

/** Pipeline of a planned graph. */
export interface PlannedPipeline {
  /** Name of the pipeline. */
  readonly name: string;
  /** Path of the pipeline: the names of the enclosing subgraphs, and the name of the pipeline: `sub/name`. */
  readonly path: string;
  /** Contributor of the pipeline, with the file and line. */
  readonly origin: Origin;
  /** Pipelines that run before this pipeline. A predecessor or this pipeline can declare the order. */
  readonly predecessors: readonly string[];
  /** Pipelines in `predecessors` that declare this pipeline as their successor. Absent if the list is empty. */
  readonly successorOf?: readonly string[];
  /** Jumps that passes of the pipeline can request. */
  readonly jumps: readonly PlannedJump[];
  /** Name of the choice, if the pipeline is a branch of a choice. */
  readonly choice?: string;
  /** Passes as text in MLIR's syntax. Absent for a subgraph. */
  readonly pipeline?: string;
  /** Steps with their reasons. Absent for a subgraph. */
  readonly plan?: Plan;
  /** Present if a function fills the pipeline. This pipeline is closed to insertions. */
  readonly isClosed?: true;
  /** Contents of a subgraph. */
  readonly graph?: GraphPlan;
}

/** Branch of a planned choice. */
export interface PlannedBranch {
  /** Name of the pipeline that runs. */
  readonly pipeline: string;
  /** Condition on target, level and options. */
  readonly when?: When;
  /** Whether a function tests the IR in addition to `when`. */
  readonly isTested: boolean;
}

/** Planned choice, with its branches and possible outcomes. */
export interface PlannedChoice {
  /** Name of the choice. */
  readonly name: string;
  /** Contributor of the choice, with the file and line. */
  readonly origin: Origin;
  /** Branches in the order in which their conditions are tested. */
  readonly branches: readonly PlannedBranch[];
  /** Pipeline that runs if no condition holds. */
  readonly else?: string;
  /**
   * Possible outcomes for the selected target: one pipeline, or several pipelines if the choice depends on the input.
   */
  readonly outcomes: readonly string[];
}

/** Ordered graph, as JSON data. */
export interface GraphPlan {
  /** Framework, which owns the graph. */
  readonly framework: Owner;
  /** Operation that all pipelines run on, or `any`. */
  readonly anchor: string;
  /** Target, level and options for which the graph was resolved. */
  readonly choice: Choice;
  /** Pipelines in run order. */
  readonly pipelines: readonly PlannedPipeline[];
  /** Choices between pipelines. */
  readonly choices: readonly PlannedChoice[];
}

/** Converts a structure to data. */
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
  node: PipelineNode<Op>,
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
      ? { pipeline: printPlan(content.plan, state.options.catalogue), plan: content.plan }
      : {}),
    ...(content.kind === "graph" ? { graph: describeStructure(content.graph) } : {}),
  };
}

function describeJump({ to, isBack, max, onLimit, onNoProgress }: Jump): PlannedJump {
  return { to, isBack, ...(max === undefined ? {} : { max }), onLimit, onNoProgress };
}

function describeChoice<Op extends object>(
  choice: IndexedChoice<Op>,
  nodes: readonly PipelineNode<Op>[],
): PlannedChoice {
  const nameOf = (place: number): string => (nodes[place] as PipelineNode<Op>).name;
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

/** Returns all pipelines of a plan in order. Pipelines of a subgraph follow the subgraph. */
export function allPipelines({ pipelines }: GraphPlan): PlannedPipeline[] {
  return pipelines.flatMap((one) => (one.graph === undefined ? [one] : [one, ...allPipelines(one.graph)]));
}
