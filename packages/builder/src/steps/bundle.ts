import { type StepOptions } from "./step.ts";

/**
 * How firmly the passes of a bundle stick together.
 *
 * - `open`: they are ordinary steps; the bundle is remembered, and others may come between them.
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
}

/** A pass of a bundle, its options, and the operation to run it on where it says none itself. */
export type BundleMember<P> = readonly [pass: P, options: StepOptions, anchor?: string];

/** What is said of one pass of a bundle: what is said of all, and what is its own. */
export function settingsOfMember<S extends object>(
  shared: S,
  [, options, anchor]: BundleMember<unknown>,
): S & { readonly options: StepOptions; readonly anchor?: string } {
  return anchor === undefined ? { ...shared, options } : { ...shared, options, anchor };
}

/** Whether anything may come between two neighbours that belong to these bundles. */
export function isClosedBetween(left: BundleRef | undefined, right: BundleRef | undefined): boolean {
  return left !== undefined && right !== undefined && left.id === right.id && left.kind !== "open";
}
