import type { PassDeclaration } from "@passwright/core";
import type { StepOptions } from "../steps/step.ts";
import type { Override } from "../contributions/edit.ts";
import type { Guard, Properties } from "../properties/property.ts";
import type { Rule } from "../rules/rule.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";

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

/** Settings for inserting and dropping cleanups. */
export interface CleanupPolicy {
  readonly basePipeline: BasePipeline;
  readonly properties: Properties;
  readonly guards: readonly Guard[];
  readonly cleanups: readonly Cleanup[];
  readonly rules: readonly Rule[];
  readonly overrides: readonly Override[];
}
