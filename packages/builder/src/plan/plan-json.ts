import type { Plan, PlanStep, StepIr } from "./plan.ts";

/** A step in JSON, part of the documented format. */
export interface StepJson {
  readonly pass: string;
  readonly address: string;
  readonly types: readonly string[];
  readonly options: PlanStep["options"];
  /** Operations of the managers around the step, outermost first. */
  readonly nests: readonly string[];
  /** IR after the last conversion before the step and, if the step is a conversion, IR after the step. */
  readonly on?: StepIr;
  readonly leaves?: StepIr;
  readonly origin: PlanStep["origin"];
  readonly because: string;
  readonly notes?: readonly string[];
}

/** Returns a step as JSON data. */
export function stepJson(step: PlanStep): StepJson {
  const { pass, address, types, options, nests, on, leaves, origin, because, notes } = step;
  return {
    pass,
    address,
    types,
    options,
    nests: nests.map(({ anchor }) => anchor),
    ...(on === undefined ? {} : { on }),
    ...(leaves === undefined ? {} : { leaves }),
    origin,
    because,
    ...(notes === undefined ? {} : { notes }),
  };
}

/** Extension point in JSON. */
export interface PointJson {
  readonly name: string;
  readonly stepsBefore: number;
}

/** Steps of a plan in JSON. Extension points are separate from steps, with the number of steps before them. */
export interface StepsJson extends Omit<Plan, "framework" | "anchor" | "choice" | "steps"> {
  readonly steps: readonly StepJson[];
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
