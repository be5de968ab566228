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

/** A plugin in a config: what names it, and its options if there are any. */
export type PluginEntry =
  | string
  | readonly [plugin: string, options: { readonly [name: string]: unknown }]
  | {
      readonly plugin: string;
      readonly options?: { readonly [name: string]: unknown };
      /** Whether it may be missing. */
      readonly optional?: boolean;
    };

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
  /** Steps whose order does not matter. */
  readonly independent?: readonly IndependentData[];
  /** What is an error besides. */
  readonly strict?: readonly StrictData[];
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
  /** Whether it may be missing. */
  readonly isOptional?: boolean;
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

/** A config after it was read and checked, with everything that it extends, and the places of its parts. */
export interface CheckedConfig extends OwnerContributions {
  /** Absolute. */
  readonly path: string;
  /** All files that it was made of, the bases first, absolute. */
  readonly files: readonly string[];
  /** The same, with their names in plans and messages. */
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
  /** Files in it are absolute. */
  readonly instrument: InstrumentData;
  readonly threads: ThreadsData | undefined;
  readonly inputs: readonly NamedInConfig[];
}

/** Result of reading a config: the config, or every problem found in it. */
export type ConfigResult =
  | { readonly ok: true; readonly config: CheckedConfig }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
