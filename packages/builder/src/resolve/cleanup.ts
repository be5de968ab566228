import type { PassDeclaration } from "@passwright/core";
import type { Element } from "./element.ts";
import type { StepOptions } from "../steps/step.ts";

/** Idempotent pass that planning can insert to provide a property or to satisfy a weak rule. */
export interface Cleanup {
  /** Declaration of the pass. */
  readonly declaration: PassDeclaration;
  /** Pass types of the inserted step. */
  readonly types: readonly string[];
  /** Options of the inserted step. */
  readonly options: StepOptions;
}

/** Cleanup that must not or cannot be inserted, with the reason. */
export interface UnusableCleanup {
  readonly cleanup: Cleanup;
  readonly because: string;
  /** Step before which the cleanup cannot be inserted. Absent if the cleanup must not be inserted anywhere. */
  readonly consumer?: Element;
  readonly contributor?: string | undefined;
}
