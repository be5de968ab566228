import type { Owner } from "@passwright/core";
import type { Choice, When } from "../choice.ts";
import type { Origin } from "../contributions/origin.ts";
import type { Nest, StepOptions } from "../steps/step.ts";

/** Manager or group around a step. */
export type PlanNest = Required<Pick<Nest, "anchor" | "id">>;

/** Root after a conversion: the name of its IR, and the operation of the topmost manager, or `any`. */
export interface StepIr {
  readonly ir: string;
  readonly anchor: string;
}

/** Step of a plan: a pass, or an extension point, which has no effect in a run. */
export interface PlanStep {
  readonly kind: "pass" | "point";
  /** Name of the pass or extension point. */
  readonly pass: string;
  readonly address: string;
  readonly types: readonly string[];
  readonly options: StepOptions;
  /** Managers around the step, outermost first. Adjacent steps with the same `id` are in the same manager. */
  readonly nests: readonly PlanNest[];
  /** Root after the step, if it is a conversion. */
  readonly leaves?: StepIr;
  /** Root that the step runs on, after the last conversion. Absent before the first conversion. */
  readonly on?: StepIr;
  /** Name of the bundle that contains the step. */
  readonly bundle?: string;
  readonly origin: Origin;
  /** Reason for the position of the step. */
  readonly because: string;
  /** Effects of rules on the position of the step. */
  readonly notes?: readonly string[];
}

/** Requested step that is not in the plan, with the reason. */
export interface LeftOut {
  readonly address: string;
  readonly pass: string;
  readonly because: string;
}

/** Step of the framework that is in the pipeline only under another choice. */
export interface Alternative {
  readonly address: string;
  readonly pass: string;
  readonly when: When;
}

/** Pass with types from the user. */
export interface Retyped {
  readonly pass: string;
  readonly types: readonly string[];
  readonly origin: Origin;
}

/** Override that does not remove a step: it ignores a rule, sets options, or pins a step. */
export interface Overridden {
  readonly what: string;
  readonly because: string;
}

/** Bundle with `without`, which excludes steps between its passes. */
export interface SelectiveBundle {
  readonly name: string;
  /** Names of excluded passes and pass types. */
  readonly without: readonly string[];
}

/** Resolved pipeline, as plain data: the third of four stages, Declaration → Contribution → Plan → OpPassManager. */
export interface Plan {
  readonly framework: Owner;
  /** Operation of the topmost manager, or `any`. */
  readonly anchor: string;
  readonly choice: Choice;
  readonly steps: readonly PlanStep[];
  /** Steps that were removed, banned, or dropped as duplicates. */
  readonly leftOut: readonly LeftOut[];
  readonly alternatives: readonly Alternative[];
  readonly retyped: readonly Retyped[];
  /** Overrides that do not remove steps. Absent if empty. */
  readonly overridden?: readonly Overridden[];
  /** Bundles with `without`. Absent if empty. */
  readonly selective?: readonly SelectiveBundle[];
}
