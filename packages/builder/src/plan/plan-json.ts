import type { Plan, PlanStep } from "./plan.ts";

/** A step in JSON, part of the documented format. */
export interface StepJson extends Omit<PlanStep, "kind" | "nests" | "bundle"> {
  /** Operations of the managers that contain the step, outermost first. */
  readonly nests: readonly string[];
}

/** Returns a step as JSON data. */
export function stepJson(step: PlanStep): StepJson {
  const { kind: _kind, bundle: _bundle, ...rest } = step;
  return { ...rest, nests: step.nests.map(({ anchor }) => anchor) };
}

/** Extension point in JSON. */
export interface PointJson {
  /** Name of the extension point. */
  readonly name: string;
  /** Number of steps before the extension point. */
  readonly stepsBefore: number;
}

/** Steps of a plan in JSON. Extension points are in a separate list, each with the number of steps before it. */
export interface StepsJson extends Omit<Plan, "framework" | "anchor" | "choice" | "steps"> {
  /** Steps in running order, without extension points. */
  readonly steps: readonly StepJson[];
  /** Extension points of the plan, in order. */
  readonly extensionPoints: readonly PointJson[];
}

/** Plan in JSON, as `passwright plan --json` prints it. */
export interface PlanJson extends Pick<Plan, "framework" | "anchor" | "choice">, StepsJson {}

/** Returns a plan as JSON data. */
export function planJson(plan: Plan): PlanJson {
  const { framework, anchor, choice } = plan;
  return { framework, anchor, choice, ...stepsJson(plan) };
}

/** Returns the steps of a plan as JSON data. */
export function stepsJson(plan: Plan): StepsJson {
  const { leftOut, alternatives, retyped, overridden = [], selective = [] } = plan;
  const steps: StepJson[] = [];
  const extensionPoints: PointJson[] = [];
  for (const step of plan.steps) {
    if (step.kind === "pass") steps.push(stepJson(step));
    else extensionPoints.push({ name: step.pass, stepsBefore: steps.length });
  }
  const more = { ...(overridden.length > 0 && { overridden }), ...(selective.length > 0 && { selective }) };
  return { steps, extensionPoints, leftOut, alternatives, retyped, ...more };
}
