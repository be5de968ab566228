import { escapeData } from "@passwright/core";
import { allPipelines, drawText } from "@passwright/graph";
import type { GraphPlan, PlannedPipeline } from "@passwright/graph";
import { columnsFor, counted, headlineOf, leftOutLines, stepLines, stepsJson } from "./plan.ts";
import type { PlanContext } from "./plan.ts";

/** `numba 2.1.0 · builtin.module · cpu · 2 plugins · 8 pipelines` */
export function graphHeadline(plan: GraphPlan, context: PlanContext): string {
  return headlineOf(plan, counted(plan.pipelines.length, "pipeline"), context);
}

/** Prints a planned graph: pipelines in order, each with its steps. */
export function graphPlanText(raw: GraphPlan, context: PlanContext): string {
  const [plan, rest] = [escapeData(raw), escapeData(context.rest ?? [])];
  const { hasColor } = context;
  const columns = columnsFor(allPipelines(plan).flatMap((one) => one.plan ?? []));
  const body = drawText(plan, ({ plan: inner }) =>
    inner === undefined ? [] : [...stepLines(inner, columns, hasColor), ...leftOutLines(inner)],
  );
  return [graphHeadline(plan, context), body, ...rest].filter((text) => text !== "").join("\n");
}

/** Prints the pipelines as MLIR's text, each after a comment with its name. */
export function graphMlirText(plan: GraphPlan): string {
  return allPipelines(plan)
    .flatMap(({ path, pipeline }) => (pipeline === undefined ? [] : [`// ${path}\n${pipeline}`]))
    .join("\n");
}

/** Data of a planned graph for `--json`: pipelines in order with their steps; a subgraph has `pipelines` and `choices` instead. */
export function graphJson(plan: GraphPlan | undefined): object {
  if (plan === undefined) return { pipelines: [] };
  const { framework, anchor, choice } = plan;
  return { framework, anchor, choice, ...levelJson(plan) };
}

function levelJson({ pipelines, choices }: GraphPlan): object {
  return { pipelines: pipelines.map((one) => pipelineJson(one)), choices };
}

function pipelineJson({ pipeline: _text, plan, graph, ...rest }: PlannedPipeline): object {
  return { ...rest, ...(plan === undefined ? {} : stepsJson(plan)), ...(graph === undefined ? {} : levelJson(graph)) };
}
