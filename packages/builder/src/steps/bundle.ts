import { notInBundle } from "../errors/calls.ts";
import type { BundleRef, StepOptions } from "./step.ts";

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

/** Gives passes of a bundle options, by the names of the passes. @throws UsageError PWB0307 for other names. */
export function bundleWithOptions(
  bundle: string,
  passes: readonly BundleMember<string>[],
  options: { readonly [pass: string]: StepOptions } = {},
): readonly BundleMember<string>[] {
  const names = passes.map(([pass]) => pass);
  for (const pass of Object.keys(options)) if (!names.includes(pass)) notInBundle(bundle, pass, names);
  return passes.map(([pass, own, ...anchor]) => [
    pass,
    Object.hasOwn(options, pass) ? { ...own, ...options[pass] } : own,
    ...anchor,
  ]);
}
