import type { PassDeclaration } from "@passwright/core";
import type { StepOptions } from "../steps/step.ts";

/** A pass that the framework approves of for tidying up: it may be inserted where it is needed, and twice is once. */
export interface Cleanup {
  readonly declaration: PassDeclaration;
  readonly types: readonly string[];
  readonly options: StepOptions;
}

/** A cleanup that is not inserted, and why, as a plan tells it. */
export interface BannedCleanup {
  readonly cleanup: Cleanup;
  readonly because: string;
}
