import type { OpPassManager } from "@passwright/core";
import type { IrNames } from "./plan/check-anchors.ts";
import type { StepIr } from "./plan/plan.ts";
import type { Properties } from "./properties/property.ts";
import type { Resolution } from "./resolve/resolve.ts";

/** Settings of `resolve` and `build`. */
export interface ResolveOptions {
  /** Whether to keep duplicate cleanups. */
  readonly keepDuplicates?: boolean;
  /** Properties that the framework declares, by name. */
  readonly properties?: Properties;
  /** Operation names of the IR. If set, planning checks that each pass can run in its manager. */
  readonly ir?: IrNames | undefined;
  /** IR and root operation that the last conversion before this pipeline produces. */
  readonly on?: StepIr;
}

/**
 * Result of `build`: the plan, and the manager filled from this plan. After an error, `plan` and `manager` are absent.
 */
export interface Built<Op extends object> extends Resolution {
  /** Manager that runs the plan. */
  readonly manager?: OpPassManager<Op>;
}
