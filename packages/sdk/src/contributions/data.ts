import type { OnMissing, Place, Relation, StepOptions, When, Which } from "@passwright/builder";

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
