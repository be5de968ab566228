import type { OnMissing, Place, Relation, StepOptions, When, Which } from "@passwright/builder";

/** What insertions of passes and bundles have in common. */
interface InsertionSettings {
  /** Which pipeline of the framework's graph, where it has one. */
  readonly pipeline?: string;
  readonly types?: readonly string[];
  /** The operation to run on, for a pass that runs on any: a level around the position, or a new one. */
  readonly anchor?: string;
  readonly which?: Which;
  readonly onMissing?: OnMissing;
  /** For which target, level and options; for all if this is left out. */
  readonly when?: When;
  readonly reason?: string;
}

/** An insertion of a pass as data, in plugins, manifests and configs: one position, and what to do if it is missing. */
export type InsertionData = Place & InsertionSettings & { readonly pass: string; readonly options?: StepOptions };

/** An insertion of a bundle by its name, or as `plugin::name`. */
export type BundleInsertionData = Place &
  InsertionSettings & {
    readonly bundle: string;
    /** Options of its passes, by the names of the passes. */
    readonly options?: { readonly [pass: string]: StepOptions };
  };

/** A rule as data. `pass` and `type` name the subject; the target is a pass by name, or `{ type }`. */
export type RuleData = { readonly strong?: boolean; readonly reason: string } & (
  { readonly pass: string } | { readonly type: string }
) & { readonly [R in Relation]?: string | { readonly type: string } };
