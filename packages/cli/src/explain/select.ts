import type { Plan } from "@passwright/builder";
import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import type { GraphPlan, PlannedPipeline } from "@passwright/graph";
import * as errors from "../errors.ts";

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

/** What is wrong with names that nothing has. */
export function unknownAmong(names: readonly string[], known: ReadonlySet<string>): Diagnostic[] {
  return names.filter((name) => !known.has(name)).map((name) => errors.unknownStep(name, suggest(name, known)));
}

/** By what the steps of a plan can be asked for. */
export function namesOf({ steps, leftOut, alternatives }: Plan): ReadonlySet<string> {
  const all: readonly Named[] = [...steps, ...leftOut, ...alternatives];
  return new Set(all.flatMap(({ address, pass }) => [address, pass]));
}

/** What is left of a plan by some names. */
export function stepsNamed(plan: Plan, names: readonly string[]): Plan {
  const isNamed = ({ address, pass }: Named): boolean => names.includes(address) || names.includes(pass);
  return {
    ...plan,
    steps: plan.steps.filter(isNamed),
    leftOut: plan.leftOut.filter(isNamed),
    alternatives: plan.alternatives.filter(isNamed),
    retyped: plan.retyped.filter(({ pass }) => names.includes(pass)),
  };
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

/**
 * What the builder says of steps by these names: what was refused, too, a place that was asked for before the one that a step
 * has. Of a pass that stands nowhere its warning tells all of them.
 */
export function refusalsOf(diagnostics: readonly Diagnostic[], names: readonly string[]): Diagnostic[] {
  const isLost = (name: string): boolean => diagnostics.some((one) => one.code === "PWB0118" && isAbout(one, name));
  return diagnostics.filter((one) =>
    names.some((name) => isAbout(one, name) && (one.severity !== "remark" || !isLost(name))),
  );
}

/** Whether a diagnostic of the builder tells of a step, by its address or its pass. */
export function isAbout({ code, step = "", message, plugin, notes = [] }: Diagnostic, name: string): boolean {
  if (!code.startsWith("PWB0")) return false;
  if (step === name || step.split("::").at(-1) === name || message.startsWith(`\`${name}\``)) return true;
  // What was asked for has no address: it is no step yet.
  const [pass = name, party] = name.replace(/#\d+$/, "").split("::").reverse();
  const isTheirs = party === undefined || plugin === party;
  return isTheirs && notes.some((note) => note.message.startsWith(`asked for: \`${pass}\` `));
}
