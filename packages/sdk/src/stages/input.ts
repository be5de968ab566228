import type { SourceOf } from "@passwright/builder";
import type {
  Diagnostic,
  Instrumentation,
  OptionSpecs,
  PassDeclaration,
  PassDefinition,
  SourceLocation,
} from "@passwright/core";
import type { DataPipeline, GuardData, OwnerContributions } from "../contributions/checked.ts";
import type { CheckedBundle } from "../contributions/pipeline-schema.ts";
import type { OptionSchema } from "../contributions/option-schema.ts";
import type { Framework } from "../define/define-framework.ts";
import type { Plugin } from "../define/define-plugin.ts";
import type { Placed } from "../data/shape.ts";
import type { BundleInsertionData, InsertionData, RuleData } from "../contributions/data.ts";
import type { Manifest } from "../manifest.ts";

/** Contributor as diagnostics name it. */
export interface Contributor {
  readonly kind: Manifest["kind"];
  readonly name: string;
  readonly version?: string;
  /** Position at which the config names the contributor. */
  readonly named?: { readonly at: SourceLocation };
  /** Whether the user is the author of the contributor. */
  readonly isOwn?: true;
}

/** Pass without a body: sufficient to plan, not to run. Its options are declared as JSON Schema. */
export interface DeclaredPass extends PassDeclaration {
  readonly options?: { readonly [name: string]: OptionSchema };
}

/** Pass as plugins and frameworks list it. */
export type ListedPass = PassDefinition<never> | DeclaredPass;

/** Checked insertions and rules of a plugin, with their lines. */
export interface PluginContributions {
  /** File of the lines. */
  readonly file: string;
  readonly insertions: readonly Placed<InsertionData | BundleInsertionData>[];
  readonly rules: readonly Placed<RuleData>[];
  /** Bundles that other contributors can insert. */
  readonly bundles: ReadonlyMap<string, CheckedBundle>;
}

/** Plugin as the stages see it. Without code, its options are JSON Schema and `setup` is absent. */
export type AnyPlugin = Omit<Plugin, "options" | "passes"> & {
  readonly passes?: readonly ListedPass[];
  readonly options?: OptionSpecs | { readonly [name: string]: OptionSchema };
};

/** Plugin, from code or from its manifest. */
export interface PluginPart {
  readonly contributor: Contributor;
  readonly plugin: AnyPlugin;
  /** Whether `plugin` came from code. */
  readonly isCode: boolean;
  readonly data: PluginContributions;
  /** Values of its options, unchecked. */
  readonly options: { readonly [name: string]: unknown };
  readonly optionPlaces?: { readonly [name: string]: SourceLocation };
  /** Start of its manifest, for errors about `needs`. */
  readonly at?: SourceLocation;
}

/** Pipeline or graph of a framework, as data. */
export interface FrameworkData extends Pick<OwnerContributions, "graph" | "bundles"> {
  /** File that contains it. */
  readonly file: string;
  readonly pipeline: DataPipeline | undefined;
  readonly rules: readonly Placed<RuleData>[];
  readonly guards: readonly Placed<GuardData>[];
}

/** Framework, from code, its manifest or the config. */
export interface FrameworkPart {
  readonly framework: Framework<object>;
  /** Absent if the pipeline comes from the config. */
  readonly contributor: Contributor | undefined;
  /** Start of its manifest. */
  readonly at?: SourceLocation;
  /** Pipeline as data, for a framework from a manifest. */
  readonly data: FrameworkData | undefined;
  /** Whether the IR of `framework` is loaded. Planning does not need it. */
  readonly hasIr: boolean;
  /** Package of the IR, if the config names one. */
  readonly ir: Contributor | undefined;
}

/** Functions of a program that loads code. Absent in a program that has only objects. */
export interface Host {
  /** Maps a call site in the code of a contributor to the line that its author wrote. */
  sourceOf?(contributor: Contributor): SourceOf | undefined;
  placeOfThrown?(thrown: unknown, contributor: Contributor): SourceLocation | undefined;
  /** Returns the name of an installed package that has a pass and is not in use. */
  packageWith?(pass: string): string | undefined;
  /** Creates the graph of a config whose framework does not have a graph. */
  readonly openGraph?: unknown;
  /** Converts names of files in diagnostics from the names that plans use to paths that a user can open. */
  showPlaces?(diagnostics: readonly Diagnostic[]): readonly Diagnostic[];
}

/** Everything that an assembly depends on. The same input gives the same plan. */
export interface AssemblyInput {
  readonly framework: FrameworkPart;
  readonly plugins: readonly PluginPart[];
  /** Names of all plugins, including those that are left out, because `before` of a tap may name them. */
  readonly pluginNames: readonly string[];
  readonly owner: OwnerContributions;
  /** Passes with bodies that the owner inserts. */
  readonly ownPasses: readonly PassDefinition<never>[];
  /** Target and level, instead of the owner's. */
  readonly asked: { readonly target?: string; readonly level?: string };
  /** Functions of the owner that tap the framework's hooks. */
  readonly taps: { readonly [hook: string]: unknown };
  /** Instrumentations of every run. */
  readonly instrumentations: readonly Instrumentation<object>[];
  readonly keepDuplicates: boolean;
  readonly host: Host;
}
