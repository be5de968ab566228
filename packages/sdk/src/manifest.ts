import type { JsonSchema, PassDeclaration } from "@passwright/core";
import type { OnMissing, Place, Property, Relation, StepOptions, When, Which } from "@passwright/builder";
import type { HookKind, TapOptions } from "./hooks/declarations.ts";

/** An insertion as data, in manifests and configs: a pass, one place, and what to do if the place is not there. */
export type InsertionData = Place & {
  readonly pass: string;
  /** Which pipeline of the framework's graph, where it has one. */
  readonly pipeline?: string;
  readonly options?: StepOptions;
  readonly types?: readonly string[];
  /** The operation to run on, for a pass that runs on any: a level around the position, or a new one. */
  readonly anchor?: string;
  readonly which?: Which;
  readonly onMissing?: OnMissing;
  /** For which target, level and options; for all if this is left out. */
  readonly when?: When;
  readonly reason?: string;
};

/** A rule as data. `pass` and `type` name the subject; the target is a pass by name, or `{ type }`. */
export type RuleData = { readonly strong?: boolean; readonly reason: string } & (
  { readonly pass: string } | { readonly type: string }
) & { readonly [R in Relation]?: string | { readonly type: string } };

/** The options of a pass or plugin in a manifest, by name, each as `OptionSpec.schema()` tells it. */
export type OptionSchemas = { readonly [name: string]: JsonSchema };

/** A step of a framework's pipeline in its manifest: a pass by name, or with more; a place; a manager. */
export type StepInManifest =
  | string
  | {
      readonly pass: string;
      readonly options?: StepOptions;
      readonly types?: readonly string[];
      readonly anchor?: string;
      readonly when?: When;
      readonly reason?: string;
      readonly removable?: boolean;
    }
  | { readonly point: string }
  | { readonly nest?: string; readonly steps: readonly StepInManifest[]; readonly when?: When };

/** What a plan needs of a framework, as `defineFramework` takes it. */
export interface FrameworkPipeline {
  /** What plans call it. */
  readonly name: string;
  readonly anchor: string;
  /** Whether a nested pass runs at every depth below or directly inside: `nesting` of the IR. `"direct"` if left out. */
  readonly nesting?: "everywhere" | "direct";
  readonly steps: readonly StepInManifest[];
  /** Plugins whose manifests declare passes of the pipeline: its own are in `passes`. */
  readonly uses?: readonly string[];
  readonly passTypes?: { readonly [name: string]: string };
  readonly properties?: { readonly [name: string]: Property };
  readonly cleanups?: readonly string[];
  readonly targets?: readonly string[];
  readonly levels?: readonly string[];
  readonly hooks?: {
    readonly [name: string]: { readonly kind: HookKind; readonly args: readonly string[]; readonly doc?: string };
  };
}

/** The `passwright` field of a plugin's, framework's or IR's package.json. It is read and checked before any code is loaded. */
export interface Manifest {
  readonly kind: "plugin" | "framework" | "ir";
  /** The range of plugin API versions that it works with, as semver: `^1.0.0`. */
  readonly api: string;
  /** The module whose default export is the plugin or framework, relative to the package; its `exports["."]` if absent. */
  readonly entry?: string;
  /**
   * `false`: the code has no `setup`. `"declared"`: it has one, and `insert`, `rules` and `taps` say all that it does. With
   * `passes` declared, a pipeline is planned without running any of it in both cases; the code is loaded when the pipeline
   * runs, and a setup that does anything else is an error then. True if absent.
   */
  readonly setup?: boolean | "declared";
  /** What a declared setup taps, by hook: a name, with `before` and `stage` as the tap gives them. */
  readonly taps?: readonly (TapOptions & { readonly hook: string })[];
  /** The passes that it brings, declared without their code. With `options`, these are checked before code is loaded, too. */
  readonly passes?: readonly (PassDeclaration & { readonly options?: OptionSchemas })[];
  /** The options that a config may set for the plugin, checked before its code is loaded. */
  readonly options?: OptionSchemas;
  /** What the framework must have for the plugin to be of use. */
  readonly needs?: {
    readonly extensionPoints?: readonly string[];
    readonly passTypes?: readonly string[];
  };
  /** Of a framework: its extension points, for tables of what fits what, which run no code. */
  readonly extensionPoints?: {
    readonly [name: string]: {
      readonly since: string;
      readonly doc?: string;
      /** Names that it had before. */
      readonly formerly?: readonly string[];
      /** What to take instead of it. */
      readonly deprecated?: string;
    };
  };
  /**
   * Of a framework: its pipeline, as configs have pipelines. All that planning looks at stands in manifests then, here, in
   * `passes` and in `extensionPoints`, and a pipeline is planned without running any of its code; what the code says is
   * compared when the pipeline runs.
   */
  readonly pipeline?: FrameworkPipeline;
  /** Insertions that need no code to decide. */
  readonly insert?: readonly InsertionData[];
  readonly rules?: readonly RuleData[];
}
