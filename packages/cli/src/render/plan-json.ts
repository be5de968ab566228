import { type Plan, type PlanStep } from "@passwright/builder";
import { type Diagnostic } from "@passwright/core";

/** One step as JSON: what scripts may rely on. */
export interface StepJson {
  readonly pass: string;
  readonly address: string;
  readonly kind: PlanStep["kind"];
  readonly types: readonly string[];
  readonly options: PlanStep["options"];
  readonly nests: readonly string[];
  readonly origin: PlanStep["origin"];
  readonly because: string;
}

export function stepJson(step: PlanStep): StepJson {
  const { pass, address, kind, types, options, nests, origin, because } = step;
  return { pass, address, kind, types, options, nests: nests.map(({ anchor }) => anchor), origin, because };
}

/** A plan and what was said about it, as `--json` prints it. Without a plan there are no steps. */
export function planJson(
  plan: Plan | undefined,
  diagnostics: readonly Diagnostic[],
  more: { readonly [key: string]: unknown } = {},
): string {
  const head = plan === undefined ? {} : { framework: plan.framework, anchor: plan.anchor };
  const steps = (plan?.steps ?? []).map(stepJson);
  return JSON.stringify({ ...head, steps, ...more, diagnostics }, undefined, 2);
}
