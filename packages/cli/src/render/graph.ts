import { escapeData } from "@passwright/core";
import { allPipelines, drawText, graphJson } from "@passwright/graph";
import type { GraphPlan } from "@passwright/graph";
import { columnsFor, counted, headlineOf, leftOutLines, stepLines } from "./plan.ts";
import type { PlanContext } from "./plan.ts";

/** Formats a headline such as `numba 2.1.0 · builtin.module · cpu · 2 plugins · 8 pipelines`. */
export function graphHeadline(plan: GraphPlan, context: PlanContext): string {
  return headlineOf(plan, counted(plan.pipelines.length, "pipeline"), context);
}

export function graphPlanText(raw: GraphPlan, context: PlanContext): string {
  const [plan, rest] = [escapeData(raw), escapeData(context.rest ?? [])];
  const columns = columnsFor(allPipelines(plan).flatMap((one) => one.plan ?? []));
  const body = drawText(plan, ({ plan: inner }) =>
    inner === undefined ? [] : [...stepLines(inner, columns, context), ...leftOutLines(inner)],
  );
  return [graphHeadline(plan, context), body, ...rest].filter((text) => text !== "").join("\n");
}

/** Prints each pipeline in MLIR's syntax, after a comment with the path of the pipeline. */
export function graphMlirText(plan: GraphPlan): string {
  return allPipelines(plan)
    .flatMap(({ path, pipeline }) => (pipeline === undefined ? [] : [`// ${path}\n${pipeline}`]))
    .join("\n");
}

/** Returns a planned graph as data for `--json`. Without a graph, the list of pipelines is empty. */
export function jsonOfGraph(plan: GraphPlan | undefined): object {
  return plan === undefined ? { pipelines: [] } : graphJson(plan);
}
