import { notInBundle } from "../errors/calls.ts";
import { hasType } from "./pass-type.ts";
import type { BundleRef, Step, StepOptions } from "./step.ts";

/** Kind of a bundle, and the steps that must not run between its passes. */
export interface BundleTerms {
  readonly kind?: BundleRef["kind"] | undefined;
  readonly without?: readonly string[] | undefined;
}

/** Bundle that is inserted by name. */
export interface PublishedBundle extends BundleTerms {
  readonly passes: readonly BundleMember<string>[];
}

type Bundled = Pick<Step, "bundle">;

/** Parts of a step that are compared with `without` of a bundle. */
export type Outsider = Bundled & Pick<Step, "name" | "types">;

/** Pass of a bundle, with its options. Also has an operation if the pass does not declare one. */
export type BundleMember<P> = readonly [pass: P, options: StepOptions, anchor?: string];

/** Returns the settings of a member: the settings of the bundle, combined with the member's own settings. */
export function settingsOfMember<S extends object>(
  shared: S,
  [, options, anchor]: BundleMember<unknown>,
): S & { readonly options: StepOptions; readonly anchor?: string } {
  return anchor === undefined ? { ...shared, options } : { ...shared, options, anchor };
}

/** Returns whether nothing may be inserted between two neighbors in these bundles. */
export function isClosedBetween(left: BundleRef | undefined, right: BundleRef | undefined): boolean {
  return left !== undefined && right !== undefined && left.id === right.id && left.kind !== "open";
}

/**
 * Returns the entry of a bundle's `without` that matches a step. Such a step must not run between the passes of the
 * bundle.
 */
export function excludedBy({ without, id }: BundleRef, { name, types, bundle }: Outsider): string | undefined {
  return bundle?.id === id ? undefined : without?.find((one) => one === name || hasType(types, one));
}

/** Bundle with `without`, and the indices of its first and last pass. */
export interface BundleSpan {
  readonly bundle: BundleRef;
  readonly first: number;
  last: number;
}

/** Finds the bundles with `without` in a list of steps. */
export function selectiveBundles(steps: readonly Bundled[]): readonly BundleSpan[] {
  const spans = new Map<string, BundleSpan>();
  steps.forEach(({ bundle }, index) => {
    if (bundle?.without === undefined) return;
    const span = spans.get(bundle.id);
    if (span === undefined) spans.set(bundle.id, { bundle, first: index, last: index });
    else span.last = index;
  });
  return [...spans.values()];
}

/** Returns the bundle that excludes a step from the position before index `index`. */
export function excludingAt(spans: readonly BundleSpan[], index: number, step: Outsider): BundleRef | undefined {
  return spans.find(
    ({ bundle, first, last }) => first < index && index <= last && excludedBy(bundle, step) !== undefined,
  )?.bundle;
}

/**
 * Sets options of the passes of a bundle. The keys of `options` are pass names. @throws UsageError PWB0307 for names of
 * other passes.
 */
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
