import type { JsonSchema, PassDeclaration } from "@passwright/core";
import type { Guard } from "@passwright/builder";
import type { BundleInsertionData, InsertionData, RuleData } from "./contributions/data.ts";
import type { GraphData } from "./contributions/graph-schema.ts";
import type { BundleData, StepData } from "./contributions/pipeline-schema.ts";
import type { ExtensionPoint, Framework } from "./define/define-framework.ts";
import type { HookKind, TapOptions } from "./hooks/hook-types.ts";

/** Declarations of the options of a pass or plugin, by option name, as `OptionSpec.schema()` returns them. */
export type OptionSchemas = { readonly [name: string]: JsonSchema };

/** Data about a framework for planning, as in `defineFramework`, with one of `steps`, `graph` and `dynamic`. */
export interface FrameworkPipeline extends Pick<
  Framework<never>,
  "name" | "anchor" | "passTypes" | "properties" | "groups" | "cleanups" | "externalPasses" | "targets" | "levels"
> {
  /** Whether a nested pass runs at every depth or only on direct children. Default: `"direct"`. */
  readonly nesting?: "everywhere" | "direct";
  /** Steps of a framework with one pipeline. */
  readonly steps?: readonly StepData[];
  /** Pipelines of a framework with a graph. */
  readonly graph?: GraphData;
  /** True if planning must run the code of the framework, because it computes the pipeline or parts of it. */
  readonly dynamic?: true;
  /** Bundles that the steps use. */
  readonly bundles?: { readonly [name: string]: BundleData };
  /** Rules about the order of passes and pass types. */
  readonly rules?: readonly RuleData[];
  /** Properties that all steps between two passes must preserve. */
  readonly guards?: readonly Omit<Guard, "origin">[];
  /** Hooks that plugins can tap, by name. */
  readonly hooks?: {
    readonly [name: string]: { readonly kind: HookKind; readonly args: readonly string[]; readonly doc?: string };
  };
}

/**
 * Declarations that planning uses instead of the code of a plugin or framework. `passwright manifest` writes them to
 * the file that package.json names. For a package without code, write them by hand, also into package.json.
 */
export interface ManifestData {
  /** Name of the plugin in its code, if it differs from the package name and the plugin has bundles. */
  readonly name?: string;
  /** Whether the code has a `setup` function, which planning must call. Default: true. */
  readonly setup?: boolean;
  /** Declarations of all passes. With this key, the manifest must declare everything that the code declares. */
  readonly passes?: readonly (PassDeclaration & { readonly options?: OptionSchemas })[];
  /** Options that a config can set for the plugin. */
  readonly options?: OptionSchemas;
  /** Requirements on the framework. */
  readonly needs?: {
    readonly extensionPoints?: readonly string[];
    readonly passTypes?: readonly string[];
  };
  /** Taps that are declared as data instead of in `setup`, each with its hook. */
  readonly taps?: readonly (TapOptions & { readonly hook: string })[];
  /** Insertions of passes and bundles. */
  readonly insert?: readonly (InsertionData | BundleInsertionData)[];
  /** Rules about the order of passes and pass types. */
  readonly rules?: readonly RuleData[];
  /** Bundles that other contributors can insert by name. */
  readonly bundles?: { readonly [name: string]: BundleData };
  /** Extension points of a framework. */
  readonly extensionPoints?: {
    readonly [name: string]: Omit<ExtensionPoint, "doc"> & Partial<Pick<ExtensionPoint, "doc">>;
  };
  /** Pipeline of a framework, with other data for planning. */
  readonly pipeline?: FrameworkPipeline;
}

/** Field `passwright` in the package.json of a plugin, framework or IR, which is checked before code is loaded. */
export interface Manifest extends ManifestData {
  /** Whether the package is a plugin, a framework or an IR. */
  readonly kind: "plugin" | "framework" | "ir";
  /** Range of supported plugin API versions, such as `^1.0.0`. */
  readonly api: string;
  /** Module with the plugin or framework as its default export, relative to the package. Default: `exports["."]`. */
  readonly entry?: string;
  /** File that contains the rest of the manifest, relative to the package. `passwright manifest` writes this file. */
  readonly manifest?: string;
}
