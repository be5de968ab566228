import type { SourceOf } from "@passwright/builder";
import type {
  Diagnostic,
  Instrumentation,
  OptionSpecs,
  PassDeclaration,
  PassDefinition,
  SourceLocation,
} from "@passwright/core";
import type { DataPipeline, OwnerContributions } from "../contributions/checked.ts";
import type { Framework } from "../define/define-framework.ts";
import type { Plugin } from "../define/define-plugin.ts";
import type { DeclaredTap } from "../hooks/hook-types.ts";
import type { Manifest } from "../manifest.ts";
import type { DataPipelines } from "./pipeline-content.ts";

/** Contributor, with the data that diagnostics show. */
export interface Contributor {
  /** Whether the package is a plugin, a framework or an IR. */
  readonly kind: Manifest["kind"];
  /** Name of the package or file. */
  readonly name: string;
  /** Version of the package. */
  readonly version?: string;
  /** Position at which the config names the contributor. */
  readonly named?: { readonly at: SourceLocation };
  /** Whether the user is the author of the contributor. */
  readonly isOwn?: true;
}

/** Pass without a body, which can be planned but not run. */
export interface DeclaredPass extends PassDeclaration {
  /** Options that the pass declares, by name. */
  readonly options?: OptionSpecs;
}

/** Entry in a plugin's or framework's list of passes. */
export type ListedPass = PassDefinition<never> | DeclaredPass;

/** Returns the declaration of a pass with or without a body. */
export function declarationOf(pass: ListedPass): PassDeclaration {
  return "declaration" in pass ? pass.declaration : pass;
}

/** Checked contributions of a plugin. */
export type PluginContributions = Pick<OwnerContributions, "insert" | "rules" | "bundles">;

/** Plugin from code or from its manifest. A plugin from a manifest does not have `setup`. */
export type AnyPlugin = Omit<Plugin, "passes" | "taps"> & {
  readonly passes?: readonly ListedPass[];
  /** Taps as code, or the declared taps of a manifest. */
  readonly taps?: Plugin["taps"] | readonly DeclaredTap[];
};

/** Plugin of an assembly. */
export interface PluginPart {
  /** Name and version of the plugin. */
  readonly contributor: Contributor;
  /** Code of the plugin, or a substitute that was made from its manifest. */
  readonly plugin: AnyPlugin;
  /** Whether `plugin` comes from code and not from its manifest. */
  readonly isCode: boolean;
  /** Contributions that the plugin declares as data. */
  readonly data: PluginContributions;
  /** Unchecked values of the plugin's options. */
  readonly options: { readonly [name: string]: unknown };
  /** Positions of the options in the config, by option name. */
  readonly optionPlaces?: { readonly [name: string]: SourceLocation };
  /** Position at which the plugin's manifest starts, for errors about `needs`. */
  readonly at?: SourceLocation;
}

/** Pipeline or graph of a framework, as data. */
export interface FrameworkData extends Pick<OwnerContributions, "graph" | "bundles" | "rules" | "guards"> {
  /** Pipeline as data. `undefined` if planning must run the code. */
  readonly pipeline: DataPipeline | undefined;
}

/** Framework of an assembly, from code, from its manifest or from the config. */
export interface FrameworkPart {
  /** Code of the framework, or a substitute that was made from its manifest. */
  readonly framework: Framework<object>;
  /** Package of the framework. Absent if the pipeline comes from the config. */
  readonly contributor: Contributor | undefined;
  /** Position at which the framework's manifest starts. */
  readonly at?: SourceLocation;
  /** Pipeline as data, for a framework that comes from its manifest. */
  readonly data: FrameworkData | undefined;
  /** Whether the IR of `framework` is loaded. Planning does not need the IR. */
  readonly hasIr: boolean;
  /** Package of the IR, if the config contains the name of this package. */
  readonly ir: Contributor | undefined;
}

/** Functions of a program that loads code, as the loader does. */
export interface Host {
  /** Returns a function that maps call sites in a contributor's code to lines of its source. */
  sourceOf?(contributor: Contributor): SourceOf | undefined;
  /** Records the built-in objects. `restore` undoes changes to them and returns descriptions of the changes. */
  watchBuiltIns?(): { restore(): readonly string[] };
  /**
   * Returns the position in a contributor's source from which an exception was thrown, if known. With `isDirect`, the
   * code that threw must be in the contributor's package. Otherwise, the package can also have called this code.
   */
  placeOfThrown?(thrown: unknown, contributor: Contributor, isDirect?: boolean): SourceLocation | undefined;
  /** Returns the name of an installed but unused package that provides a pass for one of the IRs, if they are known. */
  packageWith?(pass: string, irs: ReadonlySet<string>): string | undefined;
  /** Names of optional plugins that are not installed. */
  readonly absentPlugins?: readonly string[];
  /** Reads pipelines that are written as data instead of code. */
  readonly dataPipelines?: DataPipelines;
  /** Creates a graph for a config whose framework does not have a graph. */
  readonly openGraph?: unknown;
  /** Replaces file names in diagnostics with paths that a user can open. Default: the file names of plans. */
  showPlaces?(diagnostics: readonly Diagnostic[]): readonly Diagnostic[];
}

/** Target and level that the user requests. */
export interface Requested {
  /** Name of the target. */
  readonly target?: string;
  /** Name of the level. */
  readonly level?: string;
}

/** Everything that an assembly depends on. Equal inputs result in equal plans. */
export interface AssemblyInput {
  /** Framework with its code or its manifest. */
  readonly framework: FrameworkPart;
  /** Plugins with their code or their manifests. */
  readonly plugins: readonly PluginPart[];
  /** Names of all plugins, also of those that are left out, because `before` of a tap can name them. */
  readonly pluginNames: readonly string[];
  /** Contributions of the program or config. */
  readonly owner: OwnerContributions;
  /** Passes with bodies that the owner's insertions contain. */
  readonly ownPasses: readonly PassDefinition<never>[];
  /** Requested target and level, which have priority over the target and level of the owner. */
  readonly requested: Requested;
  /** Functions of the owner that tap the framework's hooks, by hook name. */
  readonly taps: { readonly [hook: string]: unknown };
  /** Instrumentations that observe every run. */
  readonly instrumentations: readonly Instrumentation<object>[];
  /** Whether to keep duplicate cleanups. */
  readonly keepDuplicates: boolean;
  /** Services of the environment, such as the conversion of call sites to source positions. */
  readonly host: Host;
}
