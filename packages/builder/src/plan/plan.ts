import type { Owner } from "@passwright/core";
import type { Choice, When } from "../choice.ts";
import type { Origin } from "../contributions/origin.ts";
import type { Nest, StepOptions } from "../steps/step.ts";

/** Manager or group around a step. */
export type PlanNest = Required<Pick<Nest, "anchor" | "id">>;

/** Root that a conversion leaves: the name of the IR, and the operation of the top manager, or `any`. */
export interface StepIr {
  readonly ir: string;
  readonly anchor: string;
}

/** Step of a plan: a pass, or an extension point, which does not run. */
export interface PlanStep {
  readonly kind: "pass" | "point";
  /** Name of the pass or extension point. */
  readonly pass: string;
  readonly address: string;
  readonly types: readonly string[];
  readonly options: StepOptions;
  /** Managers around it, outermost first. Consecutive steps with the same `id` are in one manager. */
  readonly nests: readonly PlanNest[];
  /** IR that a conversion leaves, and the operation that later steps run on. */
  readonly leaves?: StepIr;
  /** Root that the last conversion before it leaves. Absent before the first conversion. */
  readonly on?: StepIr;
  /** Bundle that contains it. */
  readonly bundle?: string;
  readonly origin: Origin;
  /** Reason of its position. */
  readonly because: string;
  /** Effects of rules on its position in its slot. */
  readonly notes?: readonly string[];
}

/** Requested step that is not in the plan, and the reason. */
export interface LeftOut {
  readonly address: string;
  readonly pass: string;
  readonly because: string;
}

/** Step of the framework that is in the pipeline under another choice. */
export interface Alternative {
  readonly address: string;
  readonly pass: string;
  readonly when: When;
}

/** Types that the user assigned to a pass. */
export interface Retyped {
  readonly pass: string;
  readonly types: readonly string[];
  readonly origin: Origin;
}

/** Override by the user that does not leave out a step: of a rule, of options, or a pin. */
export interface Overridden {
  readonly what: string;
  readonly because: string;
}

/** Bundle with `without`, which excludes steps between its passes. */
export interface SelectiveBundle {
  readonly name: string;
  /** Names of passes and pass types. */
  readonly without: readonly string[];
}

/** Resolved pipeline: plain data, the third link of the chain Declaration → Contribution → Plan → OpPassManager. */
export interface Plan {
  readonly framework: Owner;
  /** Operation of the top manager, or `any`. */
  readonly anchor: string;
  readonly choice: Choice;
  readonly steps: readonly PlanStep[];
  /** Steps that were removed, banned, or dropped as duplicates. */
  readonly leftOut: readonly LeftOut[];
  readonly alternatives: readonly Alternative[];
  readonly retyped: readonly Retyped[];
  /** Absent if empty. */
  readonly overridden?: readonly Overridden[];
  /** Absent if empty. */
  readonly selective?: readonly SelectiveBundle[];
}
