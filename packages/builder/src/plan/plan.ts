import type { Owner } from "@passwright/core";
import type { Choice, When } from "../choice.ts";
import type { Origin } from "../contributions/origin.ts";
import type { Nest, StepOptions } from "../steps/step.ts";

/** A manager or a group around a step. */
export type PlanNest = Required<Pick<Nest, "anchor" | "id">>;

/** What a conversion leaves: the name of the IR, and the operation of the top manager, or `any`. */
export interface StepIr {
  readonly ir: string;
  readonly anchor: string;
}

/** One step of a plan: a pass, or an extension point, which is only a mark. */
export interface PlanStep {
  readonly kind: "pass" | "point";
  /** The name of the pass or extension point. */
  readonly pass: string;
  readonly address: string;
  readonly types: readonly string[];
  readonly options: StepOptions;
  /** The managers around it, outermost first. Steps in a row with the same `id` are in one manager. */
  readonly nests: readonly PlanNest[];
  /** The IR that a conversion leaves, and the operation that the steps after it run on. */
  readonly leaves?: StepIr;
  /** What the last conversion before it leaves. Absent before the first one. */
  readonly on?: StepIr;
  /** The bundle that it came in. */
  readonly bundle?: string;
  readonly origin: Origin;
  /** Why it is where it is. */
  readonly because: string;
  /** Effects of rules on its position in its slot. */
  readonly notes?: readonly string[];
}

/** A requested step that is not in the plan, and the reason. */
export interface LeftOut {
  readonly address: string;
  readonly pass: string;
  readonly because: string;
}

/** A step of the framework that is there under another choice. */
export interface Alternative {
  readonly address: string;
  readonly pass: string;
  readonly when: When;
}

/** Types that the user gave to a pass. */
export interface Retyped {
  readonly pass: string;
  readonly types: readonly string[];
  readonly origin: Origin;
}

/** An override by the user that leaves out no step: of a rule, of options, or a pin. */
export interface Overridden {
  readonly what: string;
  readonly because: string;
}

/** A bundle that is without some steps: they must not come between its passes. */
export interface SelectiveBundle {
  readonly name: string;
  /** Names of passes and pass types. */
  readonly without: readonly string[];
}

/** A pipeline, resolved: plain data, the third link of the chain Declaration → Contribution → Plan → OpPassManager. */
export interface Plan {
  readonly framework: Owner;
  /** The operation of the top manager, or `any`. */
  readonly anchor: string;
  readonly choice: Choice;
  readonly steps: readonly PlanStep[];
  /** Removed, banned, or dropped as a duplicate. */
  readonly leftOut: readonly LeftOut[];
  readonly alternatives: readonly Alternative[];
  readonly retyped: readonly Retyped[];
  /** Absent if there is nothing. */
  readonly overridden?: readonly Overridden[];
  /** Absent if there is none. */
  readonly selective?: readonly SelectiveBundle[];
}
