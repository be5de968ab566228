import type { Diagnostic } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import type { GraphPlan, PlannedPipeline } from "@passwright/graph";
import { namesOf, stepsNamed, unknownAmong } from "./select-steps.ts";

/** A pipeline of a graph of which something was asked for. */
export interface SelectedPipeline {
  readonly pipeline: PlannedPipeline;
  /** It was asked for by its own name, and not only a step of it. */
  readonly isNamed: boolean;
}

export type SelectInGraphResult =
  | { readonly ok: true; readonly pipelines: readonly SelectedPipeline[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** As `selectSteps` does for a plan; names may also be those of pipelines: they stand for all of their steps. */
export function selectInGraph(graph: GraphPlan, names: readonly string[]): SelectInGraphResult {
  const all = allPipelines(graph);
  const known = all.flatMap(({ name, path, plan }) => [name, path, ...(plan === undefined ? [] : namesOf(plan))]);
  const unknown = unknownAmong(names, new Set(known));
  if (unknown.length > 0) return { ok: false, diagnostics: unknown };
  const pipelines = all.flatMap((pipeline): SelectedPipeline[] => {
    const { name, path, plan } = pipeline;
    const isNamed = names.includes(name) || names.includes(path);
    if (isNamed) return [{ pipeline, isNamed }];
    const some = plan && stepsNamed(plan, names);
    const isMeant = some !== undefined && namesOf(some).size > 0;
    return isMeant ? [{ pipeline: { ...pipeline, plan: some }, isNamed }] : [];
  });
  return { ok: true, pipelines };
}
