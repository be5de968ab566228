import type { Result, SourceLocation } from "@passwright/core";
import type { AssembleOptions, InsertionData } from "@passwright/sdk";
import type {
  BundleData,
  BundleInsertionData,
  GraphData,
  Located,
  OwnerContributions,
  StepData,
} from "@passwright/sdk/loading";
import type { ConfigOwner } from "./owner.ts";
import type { InstrumentData, ThreadCount, ThreadsData } from "./run-schema.ts";

/** Plugin in a config: its name, alone or with options. */
export type PluginEntry =
  | string
  | readonly [plugin: string, options: { readonly [name: string]: unknown }]
  | {
      readonly plugin: string;
      readonly options?: { readonly [name: string]: unknown };
      /** Whether a missing plugin is ignored instead of reported. */
      readonly optional?: boolean;
    };

/** Config in YAML, in JSON or as a module. */
export interface Config extends Omit<
  AssembleOptions<unknown>,
  "name" | "plugins" | "bundles" | "insert" | "taps" | "instrumentations" | "keepDuplicates"
> {
  /** Path or URL of the JSON Schema, for editors. */
  readonly $schema?: string;
  /** Configs or a framework that this config extends. Each entry is a file, a folder or an npm package. */
  readonly extends?: string | readonly string[];
  /** Name of the pipeline in plans. Default: the file name. */
  readonly name?: string;
  /** Framework: the name of an npm package, or the path of a folder or file, relative to the config. */
  readonly framework?: string;
  /** Pipeline that replaces the pipeline of a framework: text in MLIR's syntax, or a list of steps. */
  readonly pipeline?: string | readonly StepData[];
  /** Graph of pipelines. If the config has a framework, these pipelines are added to the graph of the framework. */
  readonly graph?: GraphData;
  /** Operation on which the pipeline runs, if `pipeline` is a list of steps. Default: `builtin.module`. */
  readonly anchor?: string;
  /** IR of `pipeline`: a package or file whose default export is an adapter. Default: `@passwright/ir`. */
  readonly ir?: string;
  /** Plugins to load. */
  readonly plugins?: readonly PluginEntry[];
  /** Bundles that the config inserts, by name. */
  readonly bundles?: { readonly [name: string]: BundleData };
  /** Passes to insert, in addition to the passes that plugins insert. */
  readonly insert?: readonly (InsertionData | BundleInsertionData)[];
  /** Targets of the pipeline in the config. */
  readonly targets?: readonly string[];
  /** Levels of the pipeline in the config. */
  readonly levels?: readonly string[];
  /** Settings for the reports and checks of each run. */
  readonly instrument?: InstrumentData;
  /** Number of threads for nested pipelines, or detailed settings. */
  readonly threads?: ThreadCount | ThreadsData;
  /** Default inputs of `passwright run`, relative to the config. */
  readonly inputs?: readonly string[];
}

/** Name or path in a config, with its position. */
export interface NamedInConfig extends Located {
  /** Absolute path of the file to which a relative path is relative. Default: the config. */
  readonly from?: string;
}

/** Path or pattern in a config that selects inputs. */
export interface InputInConfig extends NamedInConfig {
  /** Package whose config contains this path or pattern. If set, all inputs must be inside this package. */
  readonly owner: ConfigOwner | undefined;
}

/** Plugin in a config, with its options. */
export interface PluginInConfig extends NamedInConfig {
  /** Options of the plugin, by name. */
  readonly options: { readonly [name: string]: unknown };
  /** Position of each option. */
  readonly optionPlaces?: { readonly [name: string]: SourceLocation };
  /** Whether a missing plugin is ignored instead of reported. */
  readonly isOptional?: boolean;
}

/** A file that belongs to a config, with its names in plans and messages. */
export interface ShownFile {
  /** Name in plans, which is the same on every machine. */
  readonly name: string;
  /** Path in messages, relative to the current folder. */
  readonly shown: string;
  /** Absolute path. */
  readonly path: string;
}

/** Checked config, merged with everything that it extends. */
export interface CheckedConfig extends OwnerContributions {
  /** Absolute path. */
  readonly path: string;
  /** Absolute paths of all files of the config. Extended files come first. */
  readonly files: readonly string[];
  /** Files in `files`, with their names in plans and messages. */
  readonly shown: readonly ShownFile[];
  /** Framework in the config. Absent if the config itself contains the pipeline. */
  readonly framework: NamedInConfig | undefined;
  /** Name of the config's pipeline in plans. */
  readonly title: string;
  /** Operation that the pipeline in the config runs on. */
  readonly anchor: Located | undefined;
  /** IR of the pipeline in the config. */
  readonly ir: NamedInConfig | undefined;
  /** Plugins, in the order of the config. */
  readonly plugins: readonly PluginInConfig[];
  /** Targets of the pipeline in the config. */
  readonly targets: readonly string[];
  /** Levels of the pipeline in the config. */
  readonly levels: readonly string[];
  /** Settings for the reports of runs, with absolute paths. */
  readonly instrument: InstrumentData;
  /** Settings of threads for nested pipelines. */
  readonly threads: ThreadsData | undefined;
  /** Default inputs of `passwright run`. */
  readonly inputs: readonly InputInConfig[];
  /** Positions of the values of the keys. */
  readonly keyPlaces: ReadonlyMap<string, SourceLocation>;
}

/** Checked config, or all problems with the config. */
export type ConfigResult = Result<{ readonly config: CheckedConfig }>;
