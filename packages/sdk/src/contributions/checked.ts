import type { Choice, Guard, Properties, Relation, Selector } from "@passwright/builder";
import type { SourceLocation } from "@passwright/core";
import type { Located, Placed } from "../data/shape.ts";
import type { BundleInsertionData, InsertionData, RuleData } from "./data.ts";
import type { CheckedGraphPipeline, GraphChoiceData } from "./graph-schema.ts";
import type { CheckedBundle, CheckedPipeline } from "./pipeline-schema.ts";

/** Checked override: the type of the builder without the origin. */
export type CheckedOverride = { readonly reason?: string } & (
  | { readonly ban: string }
  | { readonly pin: string }
  | { readonly order: string; readonly relation: "before" | "after"; readonly target: Selector }
  | { readonly overrule: Selector; readonly relation: Relation; readonly target: Selector; readonly reason: string }
  | { readonly set: string; readonly options: { readonly [name: string]: unknown } }
);

/** Pass types to add to a pass of another contributor. */
export interface RetypeData {
  readonly pass: string;
  readonly types: readonly string[];
}

/** Group of steps, each named by pass or address, whose order does not matter. */
export interface IndependentData {
  readonly steps: readonly string[];
  readonly reason: string;
}

/** Kinds of reports that `strict` turns into errors. */
export const STRICT = ["order-by-name", "idle"] as const;

/** Kind of report that `strict` turns into an error. */
export type StrictData = (typeof STRICT)[number];

/** Requirement that every step between two passes preserves a property. */
export type GuardData = Omit<Guard, "origin">;

/** Data with its line and file name, as plans print them. */
export interface InConfig<T> extends Placed<T> {
  readonly file: string;
}

/** Checked bundle of a config, with its file. */
export interface CheckedBundleInConfig extends CheckedBundle {
  readonly file: string;
}

/** Pipeline of a config, with its file. */
export interface PipelineInConfig extends InConfig<CheckedPipeline> {
  readonly at: SourceLocation;
}

/** Pipeline of a config or framework, as data. */
export type DataPipeline = InConfig<CheckedPipeline>;

/** Graph of a config. */
export interface GraphInConfig {
  readonly pipelines: ReadonlyMap<string, InConfig<CheckedGraphPipeline>>;
  readonly choices: ReadonlyMap<string, InConfig<GraphChoiceData>>;
}

/** Checked contributions of a config file or of the options of `assemble`. */
export interface OwnerContributions {
  /** Name of the contributor in plans: the name of the config file. */
  readonly name: string;
  /** Absent if the pipeline comes from the framework. */
  readonly pipeline: PipelineInConfig | undefined;
  readonly graph: GraphInConfig | undefined;
  readonly bundles: ReadonlyMap<string, CheckedBundleInConfig>;
  readonly insertions: readonly InConfig<InsertionData | BundleInsertionData>[];
  readonly rules: readonly InConfig<RuleData>[];
  readonly properties: Properties;
  readonly guards: readonly InConfig<GuardData>[];
  readonly cleanups: readonly Located[];
  readonly passTypes: { readonly [name: string]: string };
  readonly target: Partial<Located> | undefined;
  readonly level: Partial<Located> | undefined;
  readonly option: NonNullable<Choice["option"]>;
  readonly optionPlaces: ReadonlyMap<string, SourceLocation>;
  readonly overrides: readonly InConfig<CheckedOverride>[];
  readonly retypes: readonly InConfig<RetypeData>[];
  readonly independent: readonly InConfig<IndependentData>[];
  readonly strict: readonly StrictData[];
}
