import type { Choice, Guard, Override, Properties } from "@passwright/builder";
import type { SourceLocation } from "@passwright/core";
import type { Located, Placed } from "../data/shape.ts";
import type { BundleInsertionData, InsertionData, RuleData } from "./data.ts";
import type { CheckedGraph } from "./graph-schema.ts";
import type { CheckedBundle, CheckedPipeline } from "./pipeline-schema.ts";

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Checked override, in the form that the builder accepts, but without the origin. */
export type CheckedOverride = Without<Override, "origin">;

/** Pass types that replace the declared types of a pass. */
export interface RetypeData {
  /** Name of the pass. */
  readonly pass: string;
  /** New pass types. */
  readonly types: readonly string[];
}

/** Group of steps whose order does not matter. */
export interface IndependentData {
  /** Names or addresses of the passes. */
  readonly steps: readonly string[];
  /** Reason why the order does not matter. */
  readonly reason: string;
}

/** Kinds of reports that `strict` turns into errors. */
export const STRICT = ["order-by-name", "idle"] as const;

/** Kind of report that `strict` turns into an error. */
export type StrictData = (typeof STRICT)[number];

/** Requirement that every step between two passes preserves a property. */
export type GuardData = Omit<Guard, "origin">;

/** Pipeline of a config or framework, as data. */
export type DataPipeline = Placed<CheckedPipeline>;

/** Pipeline of a config. */
export interface PipelineInConfig extends DataPipeline {
  /** File, line and column of the pipeline. */
  readonly at: SourceLocation;
}

/** Contributions of one config file, or of the options of `assemble`, by key. */
export interface ContributionKeys {
  /** Bundles, by name. */
  readonly bundles?: ReadonlyMap<string, CheckedBundle>;
  /** Insertions of passes and bundles. */
  readonly insert?: readonly Placed<InsertionData | BundleInsertionData>[];
  /** Rules about the order of passes and pass types. */
  readonly rules?: readonly Placed<RuleData>[];
  /** Additional properties that passes can require and provide, by name. */
  readonly properties?: Properties;
  /** Properties that all steps between two passes must preserve. */
  readonly guards?: readonly Placed<GuardData>[];
  /** Names of passes that planning can insert as cleanups. */
  readonly cleanups?: readonly Located[];
  /** Meanings of additional pass types, by name. */
  readonly passTypes?: { readonly [name: string]: string };
  /** Selected target. */
  readonly target?: Located;
  /** Selected level. */
  readonly level?: Located;
  /** Values of framework options, by option name. */
  readonly option?: NonNullable<Choice["option"]>;
  /** Decisions that override other contributors. */
  readonly overrides?: readonly Placed<CheckedOverride>[];
  /** Passes whose pass types are replaced. */
  readonly retype?: readonly Placed<RetypeData>[];
  /** Groups of steps whose order does not matter, with reasons. */
  readonly independent?: readonly Placed<IndependentData>[];
  /** Kinds of reports that are treated as errors. */
  readonly strict?: readonly StrictData[];
}

/** Contributions of all files of a config, or of a program. */
export interface OwnerContributions
  extends Required<Omit<ContributionKeys, "target" | "level">>, Pick<ContributionKeys, "target" | "level"> {
  /** Name of the contributor in plans: the name of the config file. */
  readonly name: string;
  /** Pipeline of the config. Absent if the pipeline comes from the framework. */
  readonly pipeline: PipelineInConfig | undefined;
  /** Pipelines and choices of a graph. */
  readonly graph: CheckedGraph | undefined;
  /** Positions of framework options in the config, by option name. */
  readonly optionPlaces: ReadonlyMap<string, SourceLocation>;
}
