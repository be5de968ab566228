import { type BundleKind, type Guard, type Properties, type Relation, type Selector } from "@passwright/builder";
import { type Diagnostic, type SourceLocation } from "@passwright/core";
import { type InsertionData, type RuleData } from "@passwright/sdk";
import { type BundleInsertionData } from "./contribution-schema.ts";
import { type CheckedGraph, type CheckedGraphPipeline, type GraphChoiceData, type GraphData } from "./graph-schema.ts";
import { type InstrumentData } from "./instrument-schema.ts";
import { type BundleData, type BundleMemberData, type CheckedPipeline, type StepData } from "./pipeline-schema.ts";
import { type Located, type Placed } from "./shape.ts";
import { type ThreadCount, type ThreadsData } from "./threads-schema.ts";

/** A plugin in a config: what names it, and its options if there are any. */
export type PluginEntry = string | readonly [plugin: string, options: { readonly [name: string]: unknown }];

type OrderTarget = string | { readonly type: string };

/**
 * The user's last word on a step: leave it out, whoever put it there; keep it, whatever could be dropped; keep it before or
 * after others; give it options. Or on a rule: leave that out.
 */
export type OverrideData = { readonly reason?: string } & (
  | { readonly ban: string }
  | { readonly pin: string }
  | ({ readonly order: string } & ({ readonly before: OrderTarget } | { readonly after: OrderTarget }))
  | ({ readonly overrule: OrderTarget; readonly reason: string } & { readonly [R in Relation]?: OrderTarget })
  | { readonly set: string; readonly options: { readonly [name: string]: unknown } }
);

/** An override after it was checked: the builder's, but for its origin. */
export type CheckedOverride = { readonly reason?: string } & (
  | { readonly ban: string }
  | { readonly pin: string }
  | { readonly order: string; readonly relation: "before" | "after"; readonly target: Selector }
  | { readonly overrule: Selector; readonly relation: Relation; readonly target: Selector; readonly reason: string }
  | { readonly set: string; readonly options: { readonly [name: string]: unknown } }
);

/** Types for a pass that somebody else declares. */
export interface RetypeData {
  readonly pass: string;
  readonly types: readonly string[];
}

/** From one pass to another every step has to preserve a property. */
export type GuardData = Omit<Guard, "origin">;

/** A config as people write it, in YAML, JSON or a module. */
export interface Config {
  /** The JSON Schema of this file, for editors. */
  readonly $schema?: string;
  /** Configs, or a framework, that this one goes on from: files, folders, npm packages. */
  readonly extends?: string | readonly string[];
  /** What the pipeline is called in plans; the name of the file if left out. */
  readonly name?: string;
  /** The framework whose pipeline it is: an npm package, or a folder or file relative to the config. */
  readonly framework?: string;
  /** The pipeline itself, in place of a framework's: MLIR's text, or a list of steps. */
  readonly pipeline?: string | readonly StepData[];
  /** Several pipelines, in place of a framework's or beside a graph that the framework has. */
  readonly graph?: GraphData;
  /** The operation that a `pipeline` which is a list runs on; `builtin.module` if left out. */
  readonly anchor?: string;
  /** The IR of `pipeline`: a package or file whose default export is an adapter; `@passwright/ir` if left out. */
  readonly ir?: string;
  readonly plugins?: readonly PluginEntry[];
  readonly bundles?: { readonly [name: string]: BundleData };
  /** Passes to insert, beyond what the plugins do. */
  readonly insert?: readonly (InsertionData | BundleInsertionData)[];
  readonly rules?: readonly RuleData[];
  readonly properties?: Properties;
  readonly guards?: readonly GuardData[];
  readonly cleanups?: readonly string[];
  /** Types of the pipeline's own, with what they mean. */
  readonly passTypes?: { readonly [name: string]: string };
  readonly targets?: readonly string[];
  readonly levels?: readonly string[];
  /** What to compile for, and how much to optimise: of what the framework has. Its first of each if left out. */
  readonly target?: string;
  readonly level?: string;
  /** Values that `when: { option }` asks for. */
  readonly option?: { readonly [name: string]: string | number | boolean };
  readonly overrides?: readonly OverrideData[];
  readonly retype?: readonly RetypeData[];
  readonly instrument?: InstrumentData;
  readonly threads?: ThreadCount | ThreadsData;
  /** What `passwright run` runs on when nothing else is named; relative to the config. */
  readonly inputs?: readonly string[];
}

/** A text of a config, and where it stands. */
export interface NamedInConfig extends Located {
  /** The file that it stands in, absolute: paths are relative to it. The config itself if left out. */
  readonly from?: string;
}

/** A plugin of the config, with the options that were given. */
export interface PluginInConfig extends NamedInConfig {
  readonly options: { readonly [name: string]: unknown };
  /** Where each option stands. */
  readonly optionPlaces?: { readonly [name: string]: SourceLocation };
}

/** Something of a config, the name of the file that it stands in, and its line there. */
export interface InConfig<T> extends Placed<T> {
  /** As plans call the file. */
  readonly file: string;
}

/** A bundle after it was checked. */
export interface CheckedBundleInConfig {
  readonly kind: BundleKind;
  readonly passes: readonly Placed<BundleMemberData>[];
  readonly file: string;
}

/** What one file says, after it was checked. */
export interface FileConfig {
  readonly extends: readonly Located[];
  readonly name: Located | undefined;
  readonly framework: Located | undefined;
  readonly pipeline: (Placed<CheckedPipeline> & { readonly at: SourceLocation }) | undefined;
  readonly graph: (CheckedGraph & { readonly at: SourceLocation }) | undefined;
  readonly anchor: Located | undefined;
  readonly ir: Located | undefined;
  readonly plugins: readonly (Located & Pick<PluginInConfig, "options" | "optionPlaces">)[];
  readonly bundles: ReadonlyMap<string, Omit<CheckedBundleInConfig, "file">>;
  readonly insertions: readonly Placed<InsertionData | BundleInsertionData>[];
  readonly rules: readonly Placed<RuleData>[];
  readonly properties: Properties;
  readonly guards: readonly Placed<GuardData>[];
  readonly cleanups: readonly Located[];
  readonly passTypes: ReadonlyMap<string, string> | undefined;
  readonly targets: readonly string[] | undefined;
  readonly levels: readonly string[] | undefined;
  readonly target: Located | undefined;
  readonly level: Located | undefined;
  readonly option: { readonly [name: string]: string | number | boolean };
  readonly optionPlaces: ReadonlyMap<string, SourceLocation>;
  readonly overrides: readonly Placed<CheckedOverride>[];
  readonly retypes: readonly Placed<RetypeData>[];
  readonly instrument: InstrumentData;
  readonly threads: ThreadsData | undefined;
  readonly inputs: readonly Located[];
  /** The place of each key, and under "" that of the whole. */
  readonly keyPlaces: ReadonlyMap<string, SourceLocation>;
}

/** The pipeline of a config, with the file that it stands in. */
export interface PipelineInConfig extends InConfig<CheckedPipeline> {
  readonly at: SourceLocation;
}

/** A graph of a config, of all the files that it is made of. */
export interface GraphInConfig {
  readonly pipelines: ReadonlyMap<string, InConfig<CheckedGraphPipeline>>;
  readonly choices: ReadonlyMap<string, InConfig<GraphChoiceData>>;
}

/** A file of a config, by all its names. */
export interface ShownFile {
  /** As plans call it: the same on every machine. */
  readonly name: string;
  /** As whoever reads a message can open it from where they are. */
  readonly shown: string;
  /** Absolute. */
  readonly path: string;
}

/** A config after it was read and checked, with all that it extends, and the places where things stand. */
export interface CheckedConfig {
  /** Absolute. */
  readonly path: string;
  /** The name of the file, for origins. */
  readonly name: string;
  /** All files that it was made of, the bases first, absolute. */
  readonly files: readonly string[];
  /** The same, with what plans and messages call them. */
  readonly shown: readonly ShownFile[];
  /** Absent if the pipeline stands in the config itself. */
  readonly framework: NamedInConfig | undefined;
  readonly pipeline: PipelineInConfig | undefined;
  /** With a graph and no framework, `pipeline` is empty. */
  readonly graph: GraphInConfig | undefined;
  /** What plans call the pipeline of the config. */
  readonly title: string;
  readonly anchor: Located | undefined;
  readonly ir: NamedInConfig | undefined;
  readonly plugins: readonly PluginInConfig[];
  readonly bundles: ReadonlyMap<string, CheckedBundleInConfig>;
  readonly insertions: readonly InConfig<InsertionData | BundleInsertionData>[];
  readonly rules: readonly InConfig<RuleData>[];
  readonly properties: Properties;
  readonly guards: readonly InConfig<GuardData>[];
  readonly cleanups: readonly Located[];
  readonly passTypes: { readonly [name: string]: string };
  readonly targets: readonly string[];
  readonly levels: readonly string[];
  readonly target: NamedInConfig | undefined;
  readonly level: NamedInConfig | undefined;
  readonly option: { readonly [name: string]: string | number | boolean };
  readonly optionPlaces: ReadonlyMap<string, SourceLocation>;
  readonly overrides: readonly InConfig<CheckedOverride>[];
  readonly retypes: readonly InConfig<RetypeData>[];
  /** Files in it are absolute. */
  readonly instrument: InstrumentData;
  readonly threads: ThreadsData | undefined;
  readonly inputs: readonly NamedInConfig[];
}

/** Result of reading a config: the config, or every problem found in it. */
export type ConfigResult =
  | { readonly ok: true; readonly config: CheckedConfig }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
