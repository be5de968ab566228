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

/** A contributor as diagnostics name it. */
export interface Contributor {
  readonly kind: Manifest["kind"];
  readonly name: string;
  readonly version?: string;
  /** Where the config names it. */
  readonly named?: { readonly at: SourceLocation };
  /** Whether the user is its author. */
  readonly isOwn?: true;
}

/** A pass without a body: it can be planned with, and cannot run. Its options are declared as JSON Schema. */
export interface DeclaredPass extends PassDeclaration {
  readonly options?: { readonly [name: string]: OptionSchema };
}

/** A pass as plugins and frameworks list it. */
export type ListedPass = PassDefinition<never> | DeclaredPass;

/** Insertions and rules of a plugin after they were checked, with the lines that they are written on. */
export interface PluginContributions {
  /** The file that the lines are counted in. */
  readonly file: string;
  readonly insertions: readonly Placed<InsertionData | BundleInsertionData>[];
  readonly rules: readonly Placed<RuleData>[];
  /** Bundles that it publishes. */
  readonly bundles: ReadonlyMap<string, CheckedBundle>;
}

/** A plugin as the stages see it: without code its options are JSON Schema, and it has no `setup`. */
export type AnyPlugin = Omit<Plugin, "options" | "passes"> & {
  readonly passes?: readonly ListedPass[];
  readonly options?: OptionSpecs | { readonly [name: string]: OptionSchema };
};

/** A plugin, from code or as its manifest declares it. */
export interface PluginPart {
  readonly contributor: Contributor;
  readonly plugin: AnyPlugin;
  /** Whether `plugin` came from code. */
  readonly isCode: boolean;
  readonly data: PluginContributions;
  /** Values for its options, not checked yet. */
  readonly options: { readonly [name: string]: unknown };
  readonly optionPlaces?: { readonly [name: string]: SourceLocation };
  /** Where its manifest begins, for errors about `needs`. */
  readonly at?: SourceLocation;
}

/** The pipeline or graph of a framework, as data. */
export interface FrameworkData extends Pick<OwnerContributions, "graph" | "bundles"> {
  /** The file that has it. */
  readonly file: string;
  readonly pipeline: DataPipeline | undefined;
  readonly rules: readonly Placed<RuleData>[];
  readonly guards: readonly Placed<GuardData>[];
}

/** The framework, from code or as its manifest or the config declares it. */
export interface FrameworkPart {
  readonly framework: Framework<object>;
  /** Absent if the pipeline is the config's. */
  readonly contributor: Contributor | undefined;
  /** Where its manifest begins. */
  readonly at?: SourceLocation;
  /** The pipeline as data, for frameworks from a manifest. */
  readonly data: FrameworkData | undefined;
  /** Whether the IR of `framework` is loaded. A plan can do without it. */
  readonly hasIr: boolean;
  /** The IR's package, where the config names one. */
  readonly ir: Contributor | undefined;
}

/** The knowledge of a program that loads code, about contributors. Absent in a program that has only objects. */
export interface Host {
  /** Maps call sites in the code of a contributor to the lines that its author wrote. */
  sourceOf?(contributor: Contributor): SourceOf | undefined;
  placeOfThrown?(thrown: unknown, contributor: Contributor): SourceLocation | undefined;
  /** Name of an installed package that has a pass and is not in use. */
  packageWith?(pass: string): string | undefined;
  /** Makes the graph of a config whose framework has none. */
  readonly openGraph?: unknown;
  /** Rewrites places in diagnostics, from the names that plans use to those that a user can open. */
  showPlaces?(diagnostics: readonly Diagnostic[]): readonly Diagnostic[];
}

/** Everything that one assembly depends on. The same input gives the same plan. */
export interface AssemblyInput {
  readonly framework: FrameworkPart;
  readonly plugins: readonly PluginPart[];
  /** Names of all plugins, those that are left out included: `before` of a tap may name them. */
  readonly pluginNames: readonly string[];
  readonly owner: OwnerContributions;
  /** Passes with bodies that the owner inserts. */
  readonly ownPasses: readonly PassDefinition<never>[];
  /** Target and level in place of the owner's. */
  readonly asked: { readonly target?: string; readonly level?: string };
  /** Functions of the owner that tap the framework's hooks. */
  readonly taps: { readonly [hook: string]: unknown };
  /** Added to every run. */
  readonly instrumentations: readonly Instrumentation<object>[];
  readonly keepDuplicates: boolean;
  readonly host: Host;
}
