import type { OnMissing, Place, Relation, StepOptions, When, Which } from "@passwright/builder";

/** Keys of insertions of passes and of bundles. */
export interface InsertionSettings {
  /** Pipeline of the framework's graph, if it has a graph. */
  readonly pipeline?: string;
  readonly types?: readonly string[];
  /**
   * Operation to run on, if the pass runs on any operation. It is the anchor of a manager around the position, or of a
   * new manager.
   */
  readonly anchor?: string;
  readonly which?: Which;
  readonly onMissing?: OnMissing;
  /** Condition on target, level and options. Default: none. */
  readonly when?: When;
  readonly reason?: string;
}

/** Insertion of a pass as data, in plugins, manifests and configs: one position, and what to do if it does not exist. */
export type InsertionData = Place & InsertionSettings & { readonly pass: string; readonly options?: StepOptions };

/** An insertion of a bundle by its name, or as `plugin::name`. */
export type BundleInsertionData = Place &
  InsertionSettings & {
    readonly bundle: string;
    /** Maps names of the bundle's passes to their options. */
    readonly options?: { readonly [pass: string]: StepOptions };
  };

/** Rule as data. `pass` or `type` names the subject. The target is the name of a pass, or `{ type }`. */
export type RuleData = { readonly strong?: boolean; readonly reason: string } & (
  { readonly pass: string } | { readonly type: string }
) & { readonly [R in Relation]?: string | { readonly type: string } };
