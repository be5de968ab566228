import type { Owner } from "@passwright/core";
import type { Choice } from "../choice.ts";
import type { Contribution } from "../contributions/contribution.ts";
import type { Edit, Override } from "../contributions/edit.ts";
import type { Alternative, Retyped, StepIr } from "../plan/plan.ts";
import type { Guard, Properties } from "../properties/property.ts";
import type { Rule } from "../rules/rule.ts";
import type { Groups } from "../steps/groups.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import type { Cleanup } from "./cleanup.ts";

/** Input of `resolve`. A plan depends only on this input. */
export interface ResolveInput {
  /** Framework, which owns the pipeline. */
  readonly framework: Owner;
  /** Steps of the framework. */
  readonly basePipeline: BasePipeline;
  /** Requests to add passes, from all contributors except the framework. */
  readonly contributions: readonly Contribution[];
  /** Rules of all contributors. */
  readonly rules: readonly Rule[];
  /** Changes that plugins make to base steps. */
  readonly edits?: readonly Edit[];
  /** Overrides from the config. Overrides take precedence over requests of other contributors. */
  readonly overrides?: readonly Override[];
  /** Properties that the framework declares, by name. */
  readonly properties?: Properties;
  /** Guards. Each guard requires all passes in a range of the pipeline to preserve a property. */
  readonly guards?: readonly Guard[];
  /** Passes that the framework declares as cleanups, in order of preference. */
  readonly cleanups?: readonly Cleanup[];
  /** Steps of the framework that the pipeline contains only for a different choice. */
  readonly alternatives?: readonly Alternative[];
  /** Target, level and options of the user. */
  readonly choice?: Choice;
  /** Passes whose types the user replaced. */
  readonly retyped?: readonly Retyped[];
  /** Groups that the framework declares, by name. */
  readonly groups?: Groups;
  /** IR and root operation before this pipeline, if the pipeline belongs to a graph and follows a conversion. */
  readonly on?: StepIr;
  /** Whether to keep duplicate cleanups. */
  readonly keepDuplicates?: boolean;
}

export type CleanupPolicy = Required<
  Pick<ResolveInput, "basePipeline" | "properties" | "guards" | "cleanups" | "rules" | "overrides">
>;
