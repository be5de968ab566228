import { type Plan } from "@passwright/builder";
import { type Diagnostic, suggest } from "@passwright/core";
import { allPipelines, type GraphPlan, type PlannedPipeline } from "@passwright/graph";
import * as errors from "./errors.ts";

export type SelectResult =
  { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

interface Named {
  readonly address: string;
  readonly pass: string;
}

/**
 * The part of a plan that concerns steps with these addresses or passes, those that were left out too. `refused` are names
 * of steps that stand nowhere, and that there is something to say of all the same.
 */
export function selectSteps(plan: Plan, names: readonly string[], refused: readonly string[] = []): SelectResult {
  const unknown = unknownAmong(names, new Set([...namesOf(plan), ...refused]));
  return unknown.length > 0 ? { ok: false, diagnostics: unknown } : { ok: true, plan: stepsNamed(plan, names) };
}

/** A pipeline of a graph of which something was asked for. */
export interface SelectedPipeline {
  readonly pipeline: PlannedPipeline;
  /** It was asked for by its own name, and not only a step of it. */
  readonly isNamed: boolean;
}

export type SelectInGraphResult =
  | { readonly ok: true; readonly pipelines: readonly SelectedPipeline[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** The same for a graph, where names may also be those of pipelines: they stand for all of their steps. */
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

function unknownAmong(names: readonly string[], known: ReadonlySet<string>): Diagnostic[] {
  return names.filter((name) => !known.has(name)).map((name) => errors.unknownStep(name, suggest(name, known)));
}

/** By what the steps of a plan can be asked for. */
function namesOf({ steps, leftOut, alternatives }: Plan): ReadonlySet<string> {
  const all: readonly Named[] = [...steps, ...leftOut, ...alternatives];
  return new Set(all.flatMap(({ address, pass }) => [address, pass]));
}

function stepsNamed(plan: Plan, names: readonly string[]): Plan {
  const isNamed = ({ address, pass }: Named): boolean => names.includes(address) || names.includes(pass);
  return {
    ...plan,
    steps: plan.steps.filter(isNamed),
    leftOut: plan.leftOut.filter(isNamed),
    alternatives: plan.alternatives.filter(isNamed),
    retyped: plan.retyped.filter(({ pass }) => names.includes(pass)),
  };
}
