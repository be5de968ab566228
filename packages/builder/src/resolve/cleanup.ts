import type { PassDeclaration } from "@passwright/core";
import type { StepOptions } from "../steps/step.ts";
import type { Override } from "../contributions/edit.ts";
import type { Guard, Properties } from "../properties/property.ts";
import type { Rule } from "../rules/rule.ts";
import type { Spine } from "../steps/spine.ts";

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

/** What inserting and dropping cleanups depends on. */
export interface CleanupPolicy {
  readonly spine: Spine;
  readonly properties: Properties;
  readonly guards: readonly Guard[];
  readonly cleanups: readonly Cleanup[];
  readonly rules: readonly Rule[];
  readonly overrides: readonly Override[];
}
