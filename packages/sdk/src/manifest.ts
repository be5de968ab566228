import { type PassDeclaration } from "@passwright/core";
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

/** The `passwright` field of a plugin's or framework's package.json. It is read and checked before any code is loaded. */
export interface Manifest {
  readonly kind: "plugin" | "framework";
  /** The range of plugin API versions that it works with, as semver: `^1.0.0`. */
  readonly api: string;
  /** The module whose default export is the plugin or framework, relative to the package; its `exports["."]` if absent. */
  readonly entry?: string;
  /**
   * `false`: the code has no `setup`. With `passes` declared, a pipeline is then planned without running any of it; the code
   * is loaded when the pipeline runs. True if absent.
   */
  readonly setup?: boolean;
  /** The passes that it brings, declared without their code. */
  readonly passes?: readonly PassDeclaration[];
  /** What the framework must have for the plugin to be of use. */
  readonly needs?: {
    readonly extensionPoints?: readonly string[];
    readonly passTypes?: readonly string[];
  };
  /** Insertions that need no code to decide. */
  readonly insert?: readonly InsertionData[];
  readonly rules?: readonly RuleData[];
}
