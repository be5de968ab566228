import { escapeData } from "@passwright/core";
import { allPipelines, drawText } from "@passwright/graph";
import type { GraphPlan } from "@passwright/graph";
import { columnsFor, counted, headlineOf, leftOutLines, stepLines } from "./plan-text.ts";
import type { PlanContext } from "./plan-text.ts";

/** `numba 2.1.0 · builtin.module · cpu · 2 plugins · 8 pipelines` */
export function graphHeadline(plan: GraphPlan, context: PlanContext): string {
  return headlineOf(plan, counted(plan.pipelines.length, "pipeline"), context);
}

/** A planned graph as text: pipelines in order, below each the steps of its plan as those of one pipeline are shown. */
export function graphPlanText(raw: GraphPlan, context: PlanContext): string {
  const [plan, rest] = [escapeData(raw), escapeData(context.rest ?? [])];
  const { hasColor } = context;
  const columns = columnsFor(allPipelines(plan).flatMap((one) => one.plan ?? []));
  const body = drawText(plan, ({ plan: inner }) =>
    inner === undefined ? [] : [...stepLines(inner, columns, hasColor), ...leftOutLines(inner)],
  );
  return [graphHeadline(plan, context), body, ...rest].filter((text) => text !== "").join("\n");
}

/** The pipelines as MLIR's text, each below its name in a comment. */
export function graphMlirText(plan: GraphPlan): string {
  return allPipelines(plan)
    .flatMap(({ path, pipeline }) => (pipeline === undefined ? [] : [`// ${path}\n${pipeline}`]))
    .join("\n");
}
