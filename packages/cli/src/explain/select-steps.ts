import type { Plan } from "@passwright/builder";
import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
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
