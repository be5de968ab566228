import type { Plan, PlanStep } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import { terminalJson } from "./terminal-json.ts";

/** One step as JSON: what scripts may rely on. */
export interface StepJson {
  readonly pass: string;
  readonly address: string;
  readonly types: readonly string[];
  readonly options: PlanStep["options"];
  /** The operations of the managers around it, outermost first. */
  readonly nests: readonly string[];
  readonly origin: PlanStep["origin"];
  readonly because: string;
  /** What rules did to its place. */
  readonly notes?: readonly string[];
}

export function stepJson(step: PlanStep): StepJson {
  const { pass, address, types, options, nests, origin, because, notes } = step;
  return {
    pass,
    address,
    types,
    options,
    nests: nests.map(({ anchor }) => anchor),
    origin,
    because,
    ...(notes === undefined ? {} : { notes }),
  };
}

/**
 * A plan and what was said about it, as `--json` prints it. Steps are passes; an extension point stands apart, with the
 * number of steps before it. Without a plan there are no steps.
 */
export function planJson(
  plan: Plan | undefined,
  diagnostics: readonly Diagnostic[],
  more: { readonly [key: string]: unknown } = {},
): string {
  if (plan === undefined) return terminalJson({ steps: [], ...more, diagnostics });
  const { framework, anchor, choice } = plan;
  const { steps, ...rest } = stepsJson(plan);
  return terminalJson({ framework, anchor, choice, steps, ...rest, ...more, diagnostics });
}

/** The steps of a plan with all that belongs to them. */
export function stepsJson(plan: Plan): { readonly steps: readonly StepJson[]; readonly [key: string]: unknown } {
  const { leftOut, alternatives, retyped, overridden = [] } = plan;
  const steps: StepJson[] = [];
  const extensionPoints: { readonly name: string; readonly stepsBefore: number }[] = [];
  for (const step of plan.steps) {
    if (step.kind === "pass") steps.push(stepJson(step));
    else extensionPoints.push({ name: step.pass, stepsBefore: steps.length });
  }
  const more = overridden.length === 0 ? {} : { overridden };
  return { steps, extensionPoints, leftOut, alternatives, retyped, ...more };
}
