import type { Owner } from "@passwright/core";
import type { Choice, When } from "../choice.ts";
import type { Origin } from "../contributions/origin.ts";
import type { Nest, StepOptions } from "../steps/step.ts";

/** Manager or group that contains a step. */
export type PlanNest = Required<Pick<Nest, "anchor" | "id">>;

/** IR after a conversion, and the operation on which the topmost manager then runs, or `any`. */
export interface StepIr {
  /** Name of the IR. */
  readonly ir: string;
  /** Operation of the topmost manager, or `any`. */
  readonly anchor: string;
}

/** Step of a plan: a pass, or an extension point. Runs ignore extension points. */
export interface PlanStep {
  /** Whether the step is a pass or an extension point. */
  readonly kind: "pass" | "point";
  /** Name of the pass or extension point. */
  readonly pass: string;
  /** Unique name of the step in commands and rules, such as `cse#2` or `acme-plugin::fold`. */
  readonly address: string;
  /** Pass types of the step. */
  readonly types: readonly string[];
  /** Options of the pass. Absent options have their defaults. */
  readonly options: StepOptions;
  /** Managers that contain the step, outermost first. Levels with the same `id` are the same manager. */
  readonly nests: readonly PlanNest[];
  /** IR and root operation after the step. Absent unless the step is a conversion. */
  readonly leaves?: StepIr;
  /** IR and root operation that the last conversion before the step produces. Absent before the first conversion. */
  readonly on?: StepIr;
  /** Name of the bundle that contains the step. */
  readonly bundle?: string;
  /** Contributor that added the step, with the file and line. */
  readonly origin: Origin;
  /** Reason for the position of the step. */
  readonly because: string;
  /** Effects of rules on the position of the step. */
  readonly notes?: readonly string[];
}

/** Requested step that is not in the plan, with the reason. */
export interface LeftOut {
  /** Address that the step would have. */
  readonly address: string;
  /** Name of the pass. */
  readonly pass: string;
  /** Reason why the step is not in the plan. */
  readonly because: string;
}

/** Step of the framework that the pipeline contains only for a different choice of target, level or options. */
export interface Alternative {
  /** Address that the step has if the pipeline contains it. */
  readonly address: string;
  /** Name of the pass. */
  readonly pass: string;
  /** Condition under which the pipeline contains the step. */
  readonly when: When;
}

/** Pass whose types the user replaced. */
export interface Retyped {
  /** Name of the pass. */
  readonly pass: string;
  /** Pass types that replace the declared types. */
  readonly types: readonly string[];
  /** Config that sets the types, with the line. */
  readonly origin: Origin;
}

/** Override that does not remove a step: it ignores a rule, sets options, or pins a step. */
export interface Overridden {
  /** Description of the override. */
  readonly what: string;
  /** Reason that the config gave. */
  readonly because: string;
}

/** Bundle whose setting `without` prevents some passes from running between the bundle's passes. */
export interface SelectiveBundle {
  /** Name of the bundle. */
  readonly name: string;
  /** Names of excluded passes and pass types. */
  readonly without: readonly string[];
}

/** Resolved pipeline, as plain data: the third of four stages, Declaration → Contribution → Plan → OpPassManager. */
export interface Plan {
  /** Framework, which owns the pipeline. */
  readonly framework: Owner;
  /** Operation of the topmost manager, or `any`. */
  readonly anchor: string;
  /** Target, level and options for which the pipeline was resolved. */
  readonly choice: Choice;
  /** Steps in running order, extension points included. */
  readonly steps: readonly PlanStep[];
  /** Steps that were removed, banned, or dropped as duplicates. */
  readonly leftOut: readonly LeftOut[];
  /** Steps of the framework that the pipeline contains only for a different choice. */
  readonly alternatives: readonly Alternative[];
  /** Passes whose types the user replaced. */
  readonly retyped: readonly Retyped[];
  /** Overrides that do not remove steps. Absent if empty. */
  readonly overridden?: readonly Overridden[];
  /** Bundles with `without`. Absent if empty. */
  readonly selective?: readonly SelectiveBundle[];
}
