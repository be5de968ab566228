import { givenOptions, UsageError } from "@passwright/core";
import type { NamedPipeline, OpPassManager, PassDefinition } from "@passwright/core";
import { notInBundle } from "../errors/calls.ts";
import { countWhile } from "../count-while.ts";
import { pushTo } from "../maps.ts";
import { typeKey, typeKeys } from "./pass-type.ts";
import type { BundleRef, Step, StepOptions } from "./step.ts";
import { PassCatalogue } from "../catalogue.ts";
import { agnosticInBundle } from "../errors/steps.ts";
import { fillPipeline } from "./fill-pipeline.ts";

/** Restrictions on steps between the passes of a bundle: the kind of the bundle, and excluded steps. */
export interface BundleTerms {
  readonly kind?: BundleRef["kind"] | undefined;
  readonly without?: readonly string[] | undefined;
}

/** Bundle that a plugin or config declares. Contributors insert the bundle by name. */
export interface PublishedBundle extends BundleTerms {
  /** Passes of the bundle by name, in order, with their options. */
  readonly passes: readonly BundleMember<string>[];
}

type Bundled = Pick<Step, "bundle">;

/** Fields of a step that determine whether the `without` setting of a bundle excludes the step. */
export type Outsider = Bundled & Pick<Step, "name" | "types">;

/** Pass of a bundle, with its options. `anchor` is the operation to run on if the pass does not declare one. */
export type BundleMember<P> = readonly [pass: P, options: StepOptions, anchor?: string];

/** Returns the settings of a member: the settings of the bundle, combined with the member's own settings. */
export function settingsOfMember<S extends object>(
  shared: S,
  [, options, anchor]: BundleMember<unknown>,
): S & { readonly options: StepOptions; readonly anchor?: string } {
  return anchor === undefined ? { ...shared, options } : { ...shared, options, anchor };
}

/** Returns whether both are the same closed bundle, so that no step can be inserted between its two passes. */
export function isClosedBetween(left: BundleRef | undefined, right: BundleRef | undefined): boolean {
  return left !== undefined && right !== undefined && left.id === right.id && left.kind !== "open";
}

/** Returns the entry of a bundle's `without` that matches a step, which therefore must not run inside the bundle. */
export function excludedBy({ without, id }: BundleRef, { name, types, bundle }: Outsider): string | undefined {
  return bundle?.id === id ? undefined : without?.find((one) => one === name || typeKeys(types).includes(typeKey(one)));
}

/** Returns the passes of each bundle, by the name that the contributor of the bundle gave. */
export function passesByBundle(steps: Iterable<Pick<Step, "name" | "bundle">>): ReadonlyMap<string, readonly string[]> {
  const passes = new Map<string, string[]>();
  for (const { name, bundle } of steps) if (bundle !== undefined) pushTo(passes, bundle.given, name);
  return passes;
}

/** Bundle that has the setting `without`, with the indices of its first and last pass. */
export interface BundleSpan {
  readonly bundle: BundleRef;
  readonly first: number;
  last: number;
}

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

/** Index of the bundles that have the setting `without`. Finds the bundle that excludes a step from a position. */
export class SelectivePositions {
  readonly #spans: readonly BundleSpan[];
  /** For each index in `#spans`: the largest `last` of the spans up to this index. */
  readonly #reach: readonly number[];

  constructor(steps: readonly Bundled[]) {
    let reach = -1;
    this.#spans = selectiveBundles(steps);
    this.#reach = this.#spans.map(({ last }) => (reach = Math.max(reach, last)));
  }

  excludingAt(index: number, step: Outsider): BundleRef | undefined {
    const begun = countWhile(this.#spans.length, (at) => (this.#spans[at] as BundleSpan).first < index);
    let found: BundleRef | undefined;
    for (let at = begun - 1; at >= 0 && (this.#reach[at] as number) >= index; at--) {
      const { bundle, last } = this.#spans[at] as BundleSpan;
      if (index <= last && excludedBy(bundle, step) !== undefined) found = bundle;
    }
    return found;
  }
}

/** Steps by name and type, to find the steps that a bundle excludes. */
export class Outsiders<T extends Outsider> {
  readonly #bySelector = new Map<string, number[]>();
  readonly #steps: readonly T[];

  constructor(steps: readonly T[]) {
    this.#steps = steps;
    steps.forEach(({ name, types }, index) => {
      pushTo(this.#bySelector, `pass ${name}`, index);
      for (const key of typeKeys(types)) pushTo(this.#bySelector, `type ${key}`, index);
    });
  }

  /** Returns the excluded steps in order, each with the first matching entry of the bundle's `without`. */
  of({
    id,
    without = [],
  }: BundleRef): readonly { readonly step: T; readonly index: number; readonly excluded: string }[] {
    const found = new Map<number, string>();
    for (const one of without) {
      const keys = [`pass ${one}`, `type ${typeKey(one)}`];
      for (const index of keys.flatMap((key) => this.#bySelector.get(key) ?? []))
        if (this.#steps[index]?.bundle?.id !== id && !found.has(index)) found.set(index, one);
    }
    const sorted = [...found].sort(([left], [right]) => left - right);
    return sorted.map(([index, excluded]) => ({ step: this.#steps[index] as T, index, excluded }));
  }
}

/**
 * Returns the passes of a bundle with changed options. The keys of `options` are names of passes, and the values
 * replace options of these passes. @throws UsageError PWB0307 for a pass that is not in the bundle.
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

/** Member of a bundle: a pass, its options, and optionally the operation that the pass runs on. */
export type BundleEntry<Op extends object> = BundleMember<PassDefinition<Op>>;

/**
 * Returns the passes of a registered pipeline as members of a bundle. `anchor` is the operation of the pipeline.
 * Without an `anchor`, passes that do not declare an operation run on the operation at the bundle's position. Passes in
 * a nested manager run on the operation of this manager.
 *
 * @throws UsageError PWB0303 for options that the pipeline does not accept, PWB0306 for an op-agnostic manager in the
 * pipeline.
 */
export function bundleOfPipeline<Op extends object>(
  pipeline: NamedPipeline<Op>,
  options: StepOptions = {},
  anchor?: string,
): readonly BundleEntry<Op>[] {
  const named = { pipeline, owner: { name: pipeline.name } };
  const use = { anchor, nesting: "implicit" } as const;
  return entriesOf(pipeline.name, fillPipeline(named, options, use, { catalogue: new PassCatalogue<Op>() }));
}

/** Returns the passes in a manager as members of a bundle. @throws UsageError PWB0306 for an op-agnostic manager. */
export function entriesOf<Op extends object>(name: string, manager: OpPassManager<Op>): BundleEntry<Op>[] {
  return manager.elements.flatMap((element): BundleEntry<Op>[] => {
    if (element.kind === "nested") {
      if (element.manager.anchor === undefined) throw new UsageError(agnosticInBundle(name));
      return entriesOf(name, element.manager);
    }
    const { definition, declaration, options } = element.pass;
    const given = givenOptions(options);
    const pass = definition as PassDefinition<Op>;
    const isSaid = declaration.anchor !== undefined || manager.anchor === undefined;
    return [isSaid ? [pass, given] : [pass, given, manager.anchorText]];
  });
}

/** Converts a bundle to a named pipeline. Adjacent passes on the same nested operation are in one manager. */
export function pipelineOfBundle<Op extends object>(
  name: string,
  summary: string,
  passes: readonly (PassDefinition<Op> | BundleEntry<Op>)[],
): NamedPipeline<Op> {
  return {
    name,
    summary,
    build(manager) {
      let inside = manager;
      for (const entry of passes) {
        const [pass, options, own] = Array.isArray(entry)
          ? (entry as BundleEntry<Op>)
          : ([entry as PassDefinition<Op>, {}] as const);
        const anchor = own ?? pass.declaration.anchor;
        if (anchor === undefined || manager.anchor === undefined || anchor === manager.anchor) inside = manager;
        else if (inside === manager || inside.anchorText !== anchor) inside = manager.nest(anchor);
        inside.addPass(pass, options);
      }
    },
  };
}
