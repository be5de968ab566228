import type { PassDeclaration } from "@passwright/core";
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

/** Cleanup that must not be inserted, with the reason. */
export interface BannedCleanup {
  readonly cleanup: Cleanup;
  readonly because: string;
}
