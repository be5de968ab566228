import type { Plan, PlanStep, StepIr } from "./plan.ts";

/** A step in JSON, part of the documented format. */
export interface StepJson {
  /** Name of the pass. */
  readonly pass: string;
  /** Unique name of the step in commands and rules. */
  readonly address: string;
  /** Pass types of the step. */
  readonly types: readonly string[];
  /** Options of the pass. */
  readonly options: PlanStep["options"];
  /** Operations of the managers that contain the step, outermost first. */
  readonly nests: readonly string[];
  /** IR and root operation that the last conversion before the step produces. Absent before the first conversion. */
  readonly on?: StepIr;
  /** IR and root operation after the step. Absent unless the step is a conversion. */
  readonly leaves?: StepIr;
  /** Contributor that added the step, with the file and line. */
  readonly origin: PlanStep["origin"];
  /** Reason for the position of the step. */
  readonly because: string;
  /** Effects of rules on the position of the step. Absent if there are none. */
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
  /** Name of the extension point. */
  readonly name: string;
  /** Number of steps before the extension point. */
  readonly stepsBefore: number;
}

/** Steps of a plan in JSON. Extension points are separate from steps, with the number of steps before them. */
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
