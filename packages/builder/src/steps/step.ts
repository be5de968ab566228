import type { PassDeclaration } from "@passwright/core";
import type { Origin } from "../contributions/origin.ts";

/**
 * Manager around a step: one level of nesting. Levels with the same `id` are one manager, which the framework opened. A
 * level without `id` results from a step whose anchor differs from that of its neighbor, and joins adjacent levels.
 */
export interface Nest {
  readonly anchor: string;
  readonly id?: number;
  /** Whether the level is a group that results from a contributed member. It joins an adjacent group. */
  readonly isImplicit?: boolean;
  /** Whether the level is a group that other steps may split. */
  readonly mayBeSplit?: boolean;
}

/** Options of a pass in a contribution, by option name: JSON data, functions and regular expressions. */
export type StepOptions = { readonly [name: string]: unknown };

/** Leaves out options with the value `null`, which means not set. */
export function withoutUnset(options: StepOptions): StepOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}

/**
 * Kind of a bundle: what may happen between its passes.
 *
 * - `open`: they are ordinary steps. Other steps may be inserted between them, except those in `without`.
 * - `contiguous`: nothing may be inserted between them. Cleanups at its start may be dropped as duplicates of earlier
 * ones.
 * - `atomic`: they are one step. Nothing is inserted or dropped inside, and their names cannot be referred to.
 * Their types can be referred to: positions by type are then at the edge of the bundle.
 */
export type BundleKind = "open" | "contiguous" | "atomic";

/** Bundle of a step. Steps of one bundle have the same `id`. */
export interface BundleRef {
  /** Name, with `#2` from the second bundle with that name on. */
  readonly name: string;
  readonly kind: BundleKind;
  readonly id: string;
  /** Given name. Other bundles may have the same. */
  readonly given: string;
  /** Names of passes and pass types that must not be between its passes. Only for open bundles. */
  readonly without?: readonly string[] | undefined;
}

/** Pass of the framework's pipeline, or an extension point, which is a named position without a pass. */
export interface Step {
  readonly kind: "pass" | "point";
  /** Name of the pass or extension point. */
  readonly name: string;
  /** Stable address: the name, with `#2`, `#3` … from the second step of that name in the framework's text on. */
  readonly address: string;
  readonly declaration: PassDeclaration;
  readonly options: StepOptions;
  readonly types: readonly string[];
  /** Managers around it, outermost first. Empty for a step of the top manager. */
  readonly nests: readonly Nest[];
  readonly bundle?: BundleRef | undefined;
  readonly origin: Origin;
  readonly reason?: string | undefined;
  /** Whether plugins may remove it. */
  readonly removable?: boolean | undefined;
  /** Settings of an extension point. */
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
