import { stepsJson } from "@passwright/builder";
import type { StepsJson } from "@passwright/builder";
import type { GraphPlan, PlannedPipeline } from "./graph-plan.ts";

/** Pipeline of a graph in JSON: with its steps, or with the pipelines and choices of a subgraph. */
export interface PipelineJson
  extends Omit<PlannedPipeline, "pipeline" | "plan" | "graph">, Partial<StepsJson>, Partial<LevelJson> {}

/** Pipelines and choices of a graph or subgraph in JSON. */
export interface LevelJson extends Pick<GraphPlan, "choices"> {
  /** Pipelines of the level, in order. */
  readonly pipelines: readonly PipelineJson[];
}

/** Planned graph in JSON, as `passwright plan --json` prints it. */
export interface GraphJson extends Pick<GraphPlan, "framework" | "anchor" | "choice">, LevelJson {}

/** Returns a planned graph as JSON data: pipelines in order with their steps. */
export function graphJson(plan: GraphPlan): GraphJson {
  const { framework, anchor, choice } = plan;
  return { framework, anchor, choice, ...levelJson(plan) };
}

function levelJson({ pipelines, choices }: GraphPlan): LevelJson {
  return { pipelines: pipelines.map((one) => pipelineJson(one)), choices };
}

function pipelineJson({ pipeline: _text, plan, graph, ...rest }: PlannedPipeline): PipelineJson {
  return { ...rest, ...(plan === undefined ? {} : stepsJson(plan)), ...(graph === undefined ? {} : levelJson(graph)) };
}
