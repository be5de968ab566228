import type { OnMissing, Place, Relation, StepOptions, When, Which } from "@passwright/builder";

/** Keys of positions. An insertion has exactly one of these keys. */
export const PLACES = ["before", "after", "beforeType", "afterType", "at", "end"] as const;

/** Keys of relations. A rule has exactly one of these keys. */
export const RELATIONS = ["before", "after", "beforeSome", "afterSome"] as const;

/** Keys that pass insertions and bundle insertions share. */
export interface InsertionSettings {
  /** Path of the pipeline to insert into, for a framework with a graph. */
  readonly pipeline?: string;
  readonly types?: readonly string[];
  /**
   * Operation to run on, for a pass that can run on any operation. If a manager for this operation exists at the
   * position, the pass is added to this manager. Otherwise, the pass is added in a new manager.
   */
  readonly anchor?: string;
  readonly which?: Which;
  readonly onMissing?: OnMissing;
  /** Condition on target, level and options. Default: no condition. */
  readonly when?: When;
  readonly reason?: string;
}

/**
 * Insertion of a pass as data, in plugins, manifests and configs. Declares exactly one position. `onMissing` can name
 * an alternative position, which is used if the declared position does not exist.
 */
export type InsertionData = Place & InsertionSettings & { readonly pass: string; readonly options?: StepOptions };

/** Insertion of a bundle by its name, or by `plugin::name`. */
export type BundleInsertionData = Place &
  InsertionSettings & {
    readonly bundle: string;
    /** Options of the bundle's passes, by pass name. */
    readonly options?: { readonly [pass: string]: StepOptions };
  };

/**
 * Rule as data. The subject is a `pass` or a `type`. The target is a pass or `{ type }`. A pass is a name, or
 * `plugin::pass` for a step of a plugin. `P` is the type of passes.
 */
export type RuleData<P = string> = { readonly strong?: boolean; readonly reason: string } & (
  { readonly pass: P } | { readonly type: string }
) & { readonly [R in Relation]?: P | { readonly type: string } };
