import { type Plan } from "@passwright/builder";
import { type Diagnostic, suggest } from "@passwright/core";
import * as errors from "./errors.ts";

export type SelectResult =
  { readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

interface Named {
  readonly address: string;
  readonly pass: string;
}

/** The part of a plan that concerns steps with these addresses or passes, those that were left out too. */
export function selectSteps(plan: Plan, names: readonly string[]): SelectResult {
  const { steps, leftOut, alternatives, retyped } = plan;
  const all: readonly Named[] = [...steps, ...leftOut, ...alternatives];
  const known = new Set(all.flatMap(({ address, pass }) => [address, pass]));
  const unknown = names
    .filter((name) => !known.has(name))
    .map((name) => errors.unknownStep(name, suggest(name, known)));
  if (unknown.length > 0) return { ok: false, diagnostics: unknown };
  const isNamed = ({ address, pass }: Named): boolean => names.includes(address) || names.includes(pass);
  return {
    ok: true,
    plan: {
      ...plan,
      steps: steps.filter(isNamed),
      leftOut: leftOut.filter(isNamed),
      alternatives: alternatives.filter(isNamed),
      retyped: retyped.filter(({ pass }) => names.includes(pass)),
    },
  };
}
