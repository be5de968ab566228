import type { GroupDeclaration, JsonSchema, PassDeclaration } from "@passwright/core";
import type { Guard, Property } from "@passwright/builder";
import type { BundleInsertionData, InsertionData, RuleData } from "./contributions/data.ts";
import type { GraphData } from "./contributions/graph-schema.ts";
import type { BundleData, StepData } from "./contributions/pipeline-schema.ts";
import type { HookKind, TapOptions } from "./hooks/declarations.ts";

/**
 * Maps names of options of a pass or plugin to their declarations in a manifest, as `OptionSpec.schema()` returns them.
 */
export type OptionSchemas = { readonly [name: string]: JsonSchema };

/**
 * Part of a framework that planning uses, with the keys of `defineFramework`. Exactly one of `steps`, `graph` and `dynamic` is
 * present.
 */
export interface FrameworkPipeline {
  /** Name of the framework in plans. */
  readonly name: string;
  readonly anchor: string;
  /** Whether a nested pass runs at every depth or on direct children: `nesting` of the IR. Default: `"direct"`. */
  readonly nesting?: "everywhere" | "direct";
  /** The pipeline. */
  readonly steps?: readonly StepData[];
  /** Pipelines of a framework with a graph. */
  readonly graph?: GraphData;
  /** True if planning needs the code, because the code branches on the choice or builds a part of the pipeline. */
  readonly dynamic?: true;
  /** Bundles that the steps use. */
  readonly bundles?: { readonly [name: string]: BundleData };
  readonly rules?: readonly RuleData[];
  readonly guards?: readonly Omit<Guard, "origin">[];
  readonly passTypes?: { readonly [name: string]: string };
  readonly properties?: { readonly [name: string]: Property };
  readonly groups?: readonly GroupDeclaration[];
  readonly cleanups?: readonly string[];
  readonly externalPasses?: readonly string[];
  readonly targets?: readonly string[];
  readonly levels?: readonly string[];
  readonly hooks?: {
    readonly [name: string]: { readonly kind: HookKind; readonly args: readonly string[]; readonly doc?: string };
  };
}

/**
 * Declarations of a plugin or framework that planning uses instead of code. `passwright manifest` generates them from the code, in the
 * file that package.json names. For a package without code they are written by hand, there or in package.json.
 */
export interface ManifestData {
  /** Whether the code has a `setup`, which planning must call. Default: true. */
  readonly setup?: boolean;
  /** Declarations of the passes. If present, the manifest is complete. */
  readonly passes?: readonly (PassDeclaration & { readonly options?: OptionSchemas })[];
  /** Options that a config may set for the plugin. */
  readonly options?: OptionSchemas;
  /** Requirements on the framework. */
  readonly needs?: {
    readonly extensionPoints?: readonly string[];
    readonly passTypes?: readonly string[];
  };
  /** Taps of hooks that do not need `setup`. */
  readonly taps?: readonly (TapOptions & { readonly hook: string })[];
  readonly insert?: readonly (InsertionData | BundleInsertionData)[];
  readonly rules?: readonly RuleData[];
  /** Bundles that other contributors insert by name. */
  readonly bundles?: { readonly [name: string]: BundleData };
  /** Extension points, if it is a framework. */
  readonly extensionPoints?: {
    readonly [name: string]: {
      readonly since: string;
      readonly doc?: string;
      /** Earlier names. */
      readonly formerly?: readonly string[];
      /** Replacement, for a deprecated extension point. */
      readonly deprecated?: string;
    };
  };
  /** Pipeline and other data for planning, if it is a framework. */
  readonly pipeline?: FrameworkPipeline;
}

/** Field `passwright` of the package.json of a plugin, framework or IR. Read and checked before any code is loaded. */
export interface Manifest extends ManifestData {
  readonly kind: "plugin" | "framework" | "ir";
  /** Range of plugin API versions that it works with: `^1.0.0`. */
  readonly api: string;
  /** Module whose default export is the plugin or framework, relative to the package. Default: `exports["."]`. */
  readonly entry?: string;
  /** File with the rest of the manifest, relative to the package. `passwright manifest` writes it. */
  readonly manifest?: string;
}
