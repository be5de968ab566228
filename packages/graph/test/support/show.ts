import { renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { printTrace } from "@passwright/graph";
import type { PipelineGraph, PipelineSchedule, ScheduleRunResult } from "@passwright/graph";
import type { Desk } from "./toy.ts";

export function showDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((one) => renderDiagnostic(one)).join("\n");
}

/** Returns the schedule of a graph. Fails if the graph has errors. */
export function scheduleOf(graph: PipelineGraph<Desk>): PipelineSchedule<Desk> {
  const { schedule, diagnostics } = graph.createPipelineSchedule();
  if (schedule === undefined) throw new Error(showDiagnostics(diagnostics));
  return schedule;
}

/** Returns the names of the pipelines in order, or the errors. */
export function showOrder(graph: PipelineGraph<Desk>): string {
  const { planned, diagnostics } = graph.plan();
  return planned?.plan.pipelines.map(({ name }) => name).join(" ") ?? showDiagnostics(diagnostics);
}

export function showResult({ succeeded, diagnostics, trace }: ScheduleRunResult): string {
  return [printTrace(trace), showDiagnostics(diagnostics), succeeded ? "succeeded" : "failed"]
    .filter((text) => text !== "")
    .join("\n");
}
