import type { GroupDeclaration, JsonSchema, PassDeclaration } from "@passwright/core";
import type { Guard, Property } from "@passwright/builder";
import type { BundleInsertionData, InsertionData, RuleData } from "./contributions/data.ts";
import type { GraphData } from "./contributions/graph-schema.ts";
import type { BundleData, StepData } from "./contributions/pipeline-schema.ts";
import type { HookKind, TapOptions } from "./hooks/declarations.ts";

/** The options of a pass or plugin in a manifest, by name, each as `OptionSpec.schema()` returns it. */
export type OptionSchemas = { readonly [name: string]: JsonSchema };

/**
 * The part of a framework that a plan needs, as for `defineFramework`. Exactly one of `steps`, `graph` and `dynamic` is
 * present.
 */
export interface FrameworkPipeline {
  /** Name of the framework in plans. */
  readonly name: string;
  readonly anchor: string;
  /** Whether a nested pass runs at every depth below or directly inside: `nesting` of the IR. `"direct"` if left out. */
  readonly nesting?: "everywhere" | "direct";
  /** The pipeline. */
  readonly steps?: readonly StepData[];
  /** The pipelines, of a framework with a graph. */
  readonly graph?: GraphData;
  /** The pipeline cannot be written as data, because code reads the choice or fills in a part of it: planning needs the code. */
  readonly dynamic?: true;
  /** Bundles that the steps name. */
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
 * What planning needs of the code of a plugin or framework, as data. `passwright manifest` writes it from the code, into the
 * file that package.json names; a package without code has it by hand, there or in package.json.
 */
export interface ManifestData {
  /** Whether the code has a `setup`, which planning has to call. True if absent. */
  readonly setup?: boolean;
  /** The passes that it brings, declared without their code. If they are there, the manifest is complete. */
  readonly passes?: readonly (PassDeclaration & { readonly options?: OptionSchemas })[];
  /** The options that a config may set for the plugin. */
  readonly options?: OptionSchemas;
  /** Requirements on the framework. */
  readonly needs?: {
    readonly extensionPoints?: readonly string[];
    readonly passTypes?: readonly string[];
  };
  /** Taps of hooks that need no setup. */
  readonly taps?: readonly (TapOptions & { readonly hook: string })[];
  readonly insert?: readonly (InsertionData | BundleInsertionData)[];
  readonly rules?: readonly RuleData[];
  /** Bundles that others insert by name. */
  readonly bundles?: { readonly [name: string]: BundleData };
  /** Of a framework: its extension points. */
  readonly extensionPoints?: {
    readonly [name: string]: {
      readonly since: string;
      readonly doc?: string;
      /** Names that it had before. */
      readonly formerly?: readonly string[];
      /** What to use instead of it. */
      readonly deprecated?: string;
    };
  };
  /** Of a framework: its pipeline, and what else planning looks at. */
  readonly pipeline?: FrameworkPipeline;
}

/** The `passwright` field of a plugin's, framework's or IR's package.json. It is read and checked before any code is loaded. */
export interface Manifest extends ManifestData {
  readonly kind: "plugin" | "framework" | "ir";
  /** The range of plugin API versions that it works with, as semver: `^1.0.0`. */
  readonly api: string;
  /** The module whose default export is the plugin or framework, relative to the package; its `exports["."]` if absent. */
  readonly entry?: string;
  /** The file with the rest of the manifest, relative to the package, which `passwright manifest` writes. */
  readonly manifest?: string;
}
