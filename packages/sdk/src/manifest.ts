import { type JsonSchema, type PassDeclaration } from "@passwright/core";
import {
  type OnMissing,
  type Place,
  type Relation,
  type StepOptions,
  type When,
  type Which,
} from "@passwright/builder";

/** An insertion as data, in manifests and configs: a pass, one place, and what to do if the place is not there. */
export type InsertionData = Place & {
  readonly pass: string;
  /** Which pipeline of the framework's graph, where it has one. */
  readonly pipeline?: string;
  readonly options?: StepOptions;
  readonly types?: readonly string[];
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

/** The `passwright` field of a plugin's, framework's or IR's package.json. It is read and checked before any code is loaded. */
export interface Manifest {
  readonly kind: "plugin" | "framework" | "ir";
  /** The range of plugin API versions that it works with, as semver: `^1.0.0`. */
  readonly api: string;
  /** The module whose default export is the plugin or framework, relative to the package; its `exports["."]` if absent. */
  readonly entry?: string;
  /**
   * `false`: the code has no `setup`. With `passes` declared, a pipeline is then planned without running any of it; the code
   * is loaded when the pipeline runs. True if absent.
   */
  readonly setup?: boolean;
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
    };
  };
  /** Insertions that need no code to decide. */
  readonly insert?: readonly InsertionData[];
  readonly rules?: readonly RuleData[];
}
