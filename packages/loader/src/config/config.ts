import type { Properties } from "@passwright/builder";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import type { InsertionData, RuleData } from "@passwright/sdk";
import type {
  BundleData,
  BundleInsertionData,
  GraphData,
  GuardData,
  IndependentData,
  Located,
  OverrideData,
  OwnerContributions,
  RetypeData,
  StepData,
  StrictData,
} from "@passwright/sdk/loading";
import type { InstrumentData, ThreadCount, ThreadsData } from "./run-schema.ts";

/** A plugin in a config: its name, with options. */
export type PluginEntry =
  | string
  | readonly [plugin: string, options: { readonly [name: string]: unknown }]
  | {
      readonly plugin: string;
      readonly options?: { readonly [name: string]: unknown };
      /** Whether it may be missing. */
      readonly optional?: boolean;
    };

/** A config in YAML, JSON or a module. */
export interface Config {
  /** The JSON Schema of this file, for editors. */
  readonly $schema?: string;
  /** Configs, or a framework, that this config extends: files, folders, npm packages. */
  readonly extends?: string | readonly string[];
  /** Name of the pipeline in plans. Default: the name of the file. */
  readonly name?: string;
  /** The framework: an npm package, or a folder or file relative to the config. */
  readonly framework?: string;
  /** The pipeline, instead of a framework's: MLIR's text, or a list of steps. */
  readonly pipeline?: string | readonly StepData[];
  /** Several pipelines, instead of a framework's or added to its graph. */
  readonly graph?: GraphData;
  /** The operation that a list of steps runs on. Default: `builtin.module`. */
  readonly anchor?: string;
  /** The IR of `pipeline`: a package or file whose default export is an adapter. Default: `@passwright/ir`. */
  readonly ir?: string;
  readonly plugins?: readonly PluginEntry[];
  readonly bundles?: { readonly [name: string]: BundleData };
  /** Passes to insert, in addition to those of plugins. */
  readonly insert?: readonly (InsertionData | BundleInsertionData)[];
  readonly rules?: readonly RuleData[];
  readonly properties?: Properties;
  readonly guards?: readonly GuardData[];
  readonly cleanups?: readonly string[];
  /** Types of the config, with their meanings. */
  readonly passTypes?: { readonly [name: string]: string };
  readonly targets?: readonly string[];
  readonly levels?: readonly string[];
  /** Target and level of the framework. Default: its first ones. */
  readonly target?: string;
  readonly level?: string;
  /** Values for `when: { option }`. */
  readonly option?: { readonly [name: string]: string | number | boolean };
  readonly overrides?: readonly OverrideData[];
  readonly retype?: readonly RetypeData[];
  /** Steps whose order does not matter. */
  readonly independent?: readonly IndependentData[];
  /** Kinds of reports that are errors. */
  readonly strict?: readonly StrictData[];
  readonly instrument?: InstrumentData;
  readonly threads?: ThreadCount | ThreadsData;
  /** Default inputs of `passwright run`, relative to the config. */
  readonly inputs?: readonly string[];
}

/** A text of a config, with its position. */
export interface NamedInConfig extends Located {
  /** Absolute path of the file that contains it, to which paths are relative. Default: the config. */
  readonly from?: string;
}

/** A plugin of the config, with its options. */
export interface PluginInConfig extends NamedInConfig {
  readonly options: { readonly [name: string]: unknown };
  /** Position of each option. */
  readonly optionPlaces?: { readonly [name: string]: SourceLocation };
  /** Whether it may be missing. */
  readonly isOptional?: boolean;
}

/** Names of a file of a config. */
export interface ShownFile {
  /** Name in plans, the same on every machine. */
  readonly name: string;
  /** Path in messages, relative to the current folder. */
  readonly shown: string;
  /** Absolute. */
  readonly path: string;
}

/** A checked config, merged with everything that it extends. */
export interface CheckedConfig extends OwnerContributions {
  /** Absolute. */
  readonly path: string;
  /** Absolute paths of all its files, extended ones first. */
  readonly files: readonly string[];
  /** The same files, with their names in plans and messages. */
  readonly shown: readonly ShownFile[];
  /** Absent if the pipeline is in the config itself. */
  readonly framework: NamedInConfig | undefined;
  /** Name of the config's pipeline in plans. */
  readonly title: string;
  readonly anchor: Located | undefined;
  readonly ir: NamedInConfig | undefined;
  readonly plugins: readonly PluginInConfig[];
  readonly targets: readonly string[];
  readonly levels: readonly string[];
  /** With absolute paths. */
  readonly instrument: InstrumentData;
  readonly threads: ThreadsData | undefined;
  readonly inputs: readonly NamedInConfig[];
}

/** Result of reading a config: the config, or every problem found in it. */
export type ConfigResult =
  | { readonly ok: true; readonly config: CheckedConfig }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
