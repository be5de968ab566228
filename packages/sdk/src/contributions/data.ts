import type { InsertSettings, Place, Relation, Selector, StepOptions } from "@passwright/builder";

/** Keys of positions. An insertion has exactly one of these keys. */
export const PLACES = ["before", "after", "beforeType", "afterType", "at", "end"] as const;

/** Keys of relations. A rule has exactly one of these keys. */
export const RELATIONS = ["before", "after", "beforeSome", "afterSome"] as const;

/** Keys that pass insertions and bundle insertions share. */
export interface InsertionSettings extends Omit<InsertSettings, "options"> {
  /** Path of the pipeline to insert into, for a framework with a graph. */
  readonly pipeline?: string;
}

/** Adds all other keys of positions to a position, so that the compiler refuses these keys. */
type Alone<P> = P extends unknown ? P & { readonly [K in Exclude<(typeof PLACES)[number], keyof P>]?: never } : never;

/** Position with exactly one key. {@link Place} also accepts objects that have the keys of several positions. */
export type OnePlace = Alone<Place>;

/** Insertion of a pass as data, with exactly one position. `onMissing` can name alternative positions. */
export type InsertionData = OnePlace & InsertionSettings & { readonly pass: string; readonly options?: StepOptions };

/** Insertion of a bundle by its name, or by `plugin::name`. */
export type BundleInsertionData = OnePlace &
  InsertionSettings & {
    readonly bundle: string;
    /** Options of the bundle's passes, by pass name. */
    readonly options?: { readonly [pass: string]: StepOptions };
  };

/** Pass name, or `{ type }`. */
export type Target = string | { readonly type: string };

/** Converts a pass name or `{ type }` to a selector. */
export function selectorOf(one: Target): Selector {
  return typeof one === "string" ? { pass: one } : one;
}

/** Target under exactly one key of {@link RELATIONS}. */
type OneRelation<T> = {
  [R in Relation]: { readonly [K in R]: T } & { readonly [K in Exclude<Relation, R>]?: never };
}[Relation];

/**
 * Rule as data about a `pass` or `type`. The target is a pass or `{ type }`. A pass is a name, `plugin::pass`, or `P`.
 */
export type RuleData<P = string> = { readonly strong?: boolean; readonly reason: string } & (
  { readonly pass: P } | { readonly type: string }
) &
  OneRelation<P | { readonly type: string }>;
