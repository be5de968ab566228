import type { PassDeclaration } from "@passwright/core";
import type { Origin } from "../contributions/origin.ts";

/**
 * Manager or group that contains a step: one level of nesting. Levels with the same `id` are one manager, which the
 * framework opened. A level without `id` was created for a contributed step whose anchor differs from the anchor of its
 * neighbor. A level without `id` joins adjacent levels with the same anchor.
 */
export interface Nest {
  /** Operation that the manager runs on, such as `func.func`. */
  readonly anchor: string;
  /** Number of the manager in the framework's pipeline. */
  readonly id?: number;
  /** Whether the level is a group for a contributed member. An implicit group joins an adjacent group. */
  readonly isImplicit?: boolean;
  /** Whether the level is a group that other steps are allowed to split. */
  readonly mayBeSplit?: boolean;
}

/** Options of a pass in a contribution, by option name: JSON data, functions and regular expressions. */
export type StepOptions = { readonly [name: string]: unknown };

/** Removes options with the value `null`, which means that the option is not set. */
export function withoutUnset(options: StepOptions): StepOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}

/**
 * Kind of a bundle, which determines whether other steps can be inserted between its passes.
 *
 * - `open`: the passes are ordinary steps. Other steps can be inserted between the passes, except steps in `without`.
 * - `contiguous`: no step can be inserted between the passes. Cleanups at the start can be dropped as duplicates of
 *   earlier steps.
 * - `atomic`: the passes form one step. Planning does not insert or drop steps inside the bundle. The names of the
 *   passes cannot be used as targets, but the types of the passes can. A position relative to one of these types is
 *   right before or right after the bundle.
 */
export type BundleKind = "open" | "contiguous" | "atomic";

/** Bundle of a step. Steps in the same bundle have the same `id`. */
export interface BundleRef {
  /** Unique name. The second bundle with the same given name ends with `#2`, and so on. */
  readonly name: string;
  /** Whether other steps can be inserted between the bundle's passes. */
  readonly kind: BundleKind;
  /** Key of the bundle, unique in the pipeline. */
  readonly id: string;
  /** Name that the contributor gave. Other bundles can have the same given name. */
  readonly given: string;
  /** Names of passes and pass types that must not run between the bundle's passes. Allowed only for open bundles. */
  readonly without?: readonly string[] | undefined;
}

/** Step of the framework's pipeline: a pass, or an extension point, which is a named position without a pass. */
export interface Step {
  /** Whether the step is a pass or an extension point. */
  readonly kind: "pass" | "point";
  /** Name of the pass or extension point. */
  readonly name: string;
  /** Stable address: the name, with `#2`, `#3` … for later steps of the same name in the framework's pipeline. */
  readonly address: string;
  /** Declaration of the pass. The declaration of an extension point contains only the name. */
  readonly declaration: PassDeclaration;
  /** Options of the pass. Absent options have their defaults. */
  readonly options: StepOptions;
  /** Pass types of the step. */
  readonly types: readonly string[];
  /** Managers that contain the step, outermost first. Empty for a step that is directly in the topmost manager. */
  readonly nests: readonly Nest[];
  /** Bundle that contains the step. */
  readonly bundle?: BundleRef | undefined;
  /** Contributor that added the step, with the file and line. */
  readonly origin: Origin;
  /** Reason that the framework gave, for explanations. */
  readonly reason?: string | undefined;
  /** Whether plugins can remove the step. */
  readonly removable?: boolean | undefined;
  /** Settings of the extension point. Absent if the step is a pass. */
  readonly point?: PointSettings | undefined;
}

/** Returns the number of the manager or group of a level, or `undefined` if the framework did not open it. */
export const idOf = ({ id, isImplicit }: Nest): number | undefined => (isImplicit === true ? undefined : id);

/** Returns the number of outermost levels that two adjacent steps can share. */
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

/** Settings for a renamed or deprecated extension point, so that plugins which use it continue to work. */
export interface PointSettings {
  /** Former names. A plugin that uses a former name gets this position, and a warning with the current name. */
  readonly formerly?: readonly string[];
  /** Help of the warning for plugins that use a deprecated extension point, for example "use `bufferize.end`". */
  readonly deprecated?: string;
}

/** Returns the current and former names of an extension point. */
export function pointNames(name: string, { formerly = [] }: PointSettings): readonly string[] {
  return [name, ...formerly];
}
