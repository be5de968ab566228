import type { Choice, Guard, Properties, Relation, Selector } from "@passwright/builder";
import type { SourceLocation } from "@passwright/core";
import type { Located, Placed } from "../data/shape.ts";
import type { BundleInsertionData, InsertionData, RuleData } from "./data.ts";
import type { CheckedGraphPipeline, GraphChoiceData } from "./graph-schema.ts";
import type { CheckedBundle, CheckedPipeline } from "./pipeline-schema.ts";

/** An override after it was checked: the builder's, but for its origin. */
export type CheckedOverride = { readonly reason?: string } & (
  | { readonly ban: string }
  | { readonly pin: string }
  | { readonly order: string; readonly relation: "before" | "after"; readonly target: Selector }
  | { readonly overrule: Selector; readonly relation: Relation; readonly target: Selector; readonly reason: string }
  | { readonly set: string; readonly options: { readonly [name: string]: unknown } }
);

/** Types for a pass of another contributor. */
export interface RetypeData {
  readonly pass: string;
  readonly types: readonly string[];
}

/** Steps, by pass or address, whose order does not matter. */
export interface IndependentData {
  readonly steps: readonly string[];
  readonly reason: string;
}

/** What `strict` can make an error. */
export const STRICT = ["order-by-name", "idle"] as const;

/** What `strict` makes an error. */
export type StrictData = (typeof STRICT)[number];

/** From one pass to another every step has to preserve a property. */
export type GuardData = Omit<Guard, "origin">;

/** A piece of data, the name of the file that holds it as plans print it, and its line there. */
export interface InConfig<T> extends Placed<T> {
  readonly file: string;
}

/** A bundle after it was checked. */
export interface CheckedBundleInConfig extends CheckedBundle {
  readonly file: string;
}

/** The pipeline of a config, with the file that holds it. */
export interface PipelineInConfig extends InConfig<CheckedPipeline> {
  readonly at: SourceLocation;
}

/** A pipeline as data, of a config or of a framework. */
export type DataPipeline = InConfig<CheckedPipeline>;

/** The graph of a config. */
export interface GraphInConfig {
  readonly pipelines: ReadonlyMap<string, InConfig<CheckedGraphPipeline>>;
  readonly choices: ReadonlyMap<string, InConfig<GraphChoiceData>>;
}

/** Contributions of the pipeline's owner after they were checked: of a config file, or of the options of `assemble`. */
export interface OwnerContributions {
  /** Name of the contributor in plans: that of the config file. */
  readonly name: string;
  /** Absent if the pipeline is the framework's. */
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
