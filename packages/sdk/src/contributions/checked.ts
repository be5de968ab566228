import type { Choice, Guard, Override, Properties } from "@passwright/builder";
import type { SourceLocation } from "@passwright/core";
import type { Located, Placed } from "../data/shape.ts";
import type { BundleInsertionData, InsertionData, RuleData } from "./data.ts";
import type { CheckedGraphPipeline, GraphChoiceData } from "./graph-schema.ts";
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

/** Data in a config, with the line of the data and the file name that plans show. */
export interface InConfig<T> extends Placed<T> {
  /** Config file that contains the data. */
  readonly file: string;
}

/** Checked bundle of a config, with its file. */
export interface CheckedBundleInConfig extends CheckedBundle {
  /** Config file that declares the bundle. */
  readonly file: string;
}

/** Pipeline of a config, with its file. */
export interface PipelineInConfig extends InConfig<CheckedPipeline> {
  /** File, line and column of the pipeline. */
  readonly at: SourceLocation;
}

/** Pipeline of a config or framework, as data. */
export type DataPipeline = InConfig<CheckedPipeline>;

/** Graph of a config. */
export interface GraphInConfig {
  /** Pipelines, by name. */
  readonly pipelines: ReadonlyMap<string, InConfig<CheckedGraphPipeline>>;
  /** Choices between pipelines, by name. */
  readonly choices: ReadonlyMap<string, InConfig<GraphChoiceData>>;
}

/** Checked contributions of a config file or of the options of `assemble`. */
export interface OwnerContributions {
  /** Name of the contributor in plans: the name of the config file. */
  readonly name: string;
  /** Pipeline of the config. Absent if the pipeline comes from the framework. */
  readonly pipeline: PipelineInConfig | undefined;
  /** Pipelines and choices of a graph. */
  readonly graph: GraphInConfig | undefined;
  /** Bundles, by name. */
  readonly bundles: ReadonlyMap<string, CheckedBundleInConfig>;
  /** Insertions of passes and bundles. */
  readonly insertions: readonly InConfig<InsertionData | BundleInsertionData>[];
  /** Rules about the order of passes and pass types. */
  readonly rules: readonly InConfig<RuleData>[];
  /** Additional properties that passes can require and provide, by name. */
  readonly properties: Properties;
  /** Properties that all steps between two passes must preserve. */
  readonly guards: readonly InConfig<GuardData>[];
  /** Names of passes that planning can insert as cleanups. */
  readonly cleanups: readonly Located[];
  /** Meanings of additional pass types, by name. */
  readonly passTypes: { readonly [name: string]: string };
  /** Selected target. */
  readonly target: Partial<Located> | undefined;
  /** Selected level. */
  readonly level: Partial<Located> | undefined;
  /** Values of framework options, by option name. */
  readonly option: NonNullable<Choice["option"]>;
  /** Positions of framework options in the config, by option name. */
  readonly optionPlaces: ReadonlyMap<string, SourceLocation>;
  /** Decisions that override other contributors. */
  readonly overrides: readonly InConfig<CheckedOverride>[];
  /** Passes whose pass types are replaced. */
  readonly retypes: readonly InConfig<RetypeData>[];
  /** Groups of steps whose order does not matter, with reasons. */
  readonly independent: readonly InConfig<IndependentData>[];
  /** Kinds of reports that are treated as errors. */
  readonly strict: readonly StrictData[];
}
