import { type Owner } from "@passwright/core";
import { type Origin } from "./origin.ts";
import { type Nest, type StepOptions } from "./step.ts";

/** One step of a plan: a pass, or an extension point, which is only a mark. */
export interface PlanStep {
  readonly kind: "pass" | "point";
  /** The name of the pass or extension point. */
  readonly pass: string;
  readonly address: string;
  readonly types: readonly string[];
  readonly options: StepOptions;
  /** The managers around it, outermost first. Steps in a row with the same `id` are in one manager. */
  readonly nests: readonly Required<Nest>[];
  readonly origin: Origin;
  /** Why it is where it is. */
  readonly because: string;
}

/** A pipeline, resolved: plain data, the third link of the chain Declaration → Contribution → Plan → OpPassManager. */
export interface Plan {
  readonly framework: Owner;
  /** The operation of the top manager, or `any`. */
  readonly anchor: string;
  readonly steps: readonly PlanStep[];
}
