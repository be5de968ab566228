import type { PassDeclaration } from "@passwright/core";
import type { Origin } from "../contributions/origin.ts";

/**
 * A manager around a step: one level of nesting. Levels with the same `id` are one manager, which the framework opened;
 * a level without `id` came about by itself, beside a step of another anchor, and joins whatever is next to it.
 */
export interface Nest {
  readonly anchor: string;
  readonly id?: number;
  /** Whether the level is a group that came about by itself: it joins the next one where nothing is between the two. */
  readonly isImplicit?: boolean;
  /** Whether the level is a group that others may split. */
  readonly mayBeSplit?: boolean;
}

/** The options of a pass as a contribution carries them, by option name: JSON, functions and regular expressions. */
export type StepOptions = { readonly [name: string]: unknown };

/** Leaves out options with the value `null`, which means not set. */
export function withoutUnset(options: StepOptions): StepOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}

/**
 * How firmly the passes of a bundle stick together.
 *
 * - `open`: they are ordinary steps; the bundle is remembered, and others may come between them, except what it is `without`.
 * - `contiguous`: nothing may come between them; cleanups that they begin with may be shared with what is before.
 * - `atomic`: they are one step: nothing comes between, nothing is dropped inside, and their names cannot be referred to.
 *   Their types can: what is placed by type goes to the edge.
 */
export type BundleKind = "open" | "contiguous" | "atomic";

/** The bundle that a step belongs to. Steps of one bundle have the same `id`. */
export interface BundleRef {
  /** The name, with `#2` from the second bundle of that name on. */
  readonly name: string;
  readonly kind: BundleKind;
  readonly id: string;
  /** The name that it was given: other bundles may have the same. */
  readonly given: string;
  /** Names of passes and pass types that must not come between its passes. Only for open bundles. */
  readonly without?: readonly string[] | undefined;
}

/** One pass of the framework's pipeline, or an extension point, which is a place with a name and no pass. */
export interface Step {
  readonly kind: "pass" | "point";
  /** The pass's name, or the extension point's. */
  readonly name: string;
  /** Stable: the name, with `#2`, `#3` … from the second step of that name in the framework's text on. */
  readonly address: string;
  readonly declaration: PassDeclaration;
  readonly options: StepOptions;
  readonly types: readonly string[];
  /** The managers around it, outermost first; empty for a step of the top manager. */
  readonly nests: readonly Nest[];
  readonly bundle?: BundleRef | undefined;
  readonly origin: Origin;
  readonly reason?: string | undefined;
  /** Others than the user may take it out. */
  readonly removable?: boolean | undefined;
  /** What is said of an extension point. */
  readonly point?: PointSettings | undefined;
}

/** Returns the identity of a level among those with its anchor. `undefined` for levels that the builder made. */
export const idOf = ({ id, isImplicit }: Nest): number | undefined => (isImplicit === true ? undefined : id);

/** Returns the number of managers that two neighbours can share. */
export function sharedDepth(left: readonly Nest[], right: readonly Nest[]): number {
  let depth = 0;
  for (; depth < left.length && depth < right.length; depth++) {
    const one = left[depth] as Nest;
    const other = right[depth] as Nest;
    if (one.anchor !== other.anchor) break;
    const [id, otherId] = [idOf(one), idOf(other)];
    if (id !== undefined && otherId !== undefined && id !== otherId) break;
  }
  return depth;
}

/** Settings of an extension point, so that plugins keep working when names change. */
export interface PointSettings {
  /** Former names. A plugin that uses one gets this position and a warning with the new name. */
  readonly formerly?: readonly string[];
  /** What to use instead, if the extension point is deprecated. Plugins that use it get a warning. */
  readonly deprecated?: string;
}

/** Returns all names of an extension point. */
export function pointNames(name: string, { formerly = [] }: PointSettings): readonly string[] {
  return [name, ...formerly];
}
