import { SelectivePositions } from "./bundle.ts";
import { pointNames } from "./step.ts";
import { NameList } from "../errors/name-list.ts";
import type { PassDeclaration } from "@passwright/core";
import type { Alternative } from "../plan/plan.ts";
import type { NestingReach } from "./hierarchy.ts";
import { isConversion, Sides } from "./sides.ts";
import type { Side } from "./sides.ts";
import { typeKey, typeKeys } from "./pass-type.ts";
import type { Nest, Step } from "./step.ts";
import { getOrMake, pushTo } from "../maps.ts";

/**
 * Position relative to the steps of the base pipeline, as a number that increases along the pipeline: `3i` right before
 * step i, `3i+1` at step i (for insertions at an extension point), and `3i+2` right after step i. Therefore, steps
 * right after a base step precede steps right before the next base step.
 */
export type Slot = number;

export const slotBefore = (index: number): Slot => 3 * index;
export const slotOf = (index: number): Slot => 3 * index + 1;
export const slotAfter = (index: number): Slot => 3 * index + 2;

/** Side of a step or of a group of steps. */
export type Beside = "before" | "after";

export const slotBeside = (side: Beside, index: number): Slot => (side === "before" ? 3 * index : 3 * index + 2);

/** Returns the first item for `before`, or the last item for `after`. */
export const endAt = <T>(side: Beside, { first, last }: { readonly first: T; readonly last: T }): T =>
  side === "before" ? first : last;

/** Indices of the first and last of several steps, for example the steps of a type or of a bundle. */
export interface Extent {
  readonly first: number;
  readonly last: number;
}

interface Listed {
  readonly passes: NameList;
  readonly bundles: NameList;
  readonly types: NameList;
  readonly points: NameList;
}

/**
 * Immutable steps of the framework, indexed by name, type, extension point and nesting. Positions of contributions are
 * relative to these steps. Contributions never change the steps.
 */
export class BasePipeline {
  /** Operation of the topmost manager, or `any`. */
  readonly anchor: string;
  /** Steps of the framework, in order, extension points included. */
  readonly steps: readonly Step[];
  readonly #byName = new Map<string, number[]>();
  /** Indices by address, for the few steps whose address differs from their name. */
  readonly #byAddress = new Map<string, number>();
  readonly #byType = new Map<string, number[]>();
  readonly #points = new Map<string, number>();
  readonly #bundles = new Map<string, number[]>();
  /** Unique names of the bundles with each given name. */
  readonly #givenNames = new Map<string, Set<string>>();
  /** For each step in an atomic bundle, by name: the name of the bundle. */
  readonly #hidden = new Map<string, string>();
  /** Bundles with `without`. */
  readonly selective: SelectivePositions;
  readonly #sides: Sides;
  /** Conversions of the pipeline: the index of each conversion, and the part of the pipeline after this conversion. */
  readonly #conversions: { readonly index: number; readonly side: Side }[] = [];
  /** Groups that the framework opened. Groups without members are dropped. */
  readonly openedGroups: readonly Nest[];
  /** Steps that exist only for a different choice. */
  readonly alternatives: readonly Alternative[];
  #listed: Listed | undefined;

  constructor(
    anchor: string,
    steps: readonly Step[],
    reach: NestingReach = "direct",
    openedGroups: readonly Nest[] = [],
    alternatives: readonly Alternative[] = [],
  ) {
    this.anchor = anchor;
    this.steps = steps;
    this.openedGroups = openedGroups;
    this.alternatives = alternatives;
    this.selective = new SelectivePositions(steps);
    // If no step before the first conversion declares an IR, the first IR is unknown.
    const first = steps.find((step) => isConversion(step) || step.declaration.ir !== undefined);
    this.#sides = new Sides(anchor, reach, first?.declaration.ir);
    steps.forEach((step, index) => {
      (this.#conversions.at(-1)?.side ?? this.#sides.first).hierarchy.add(step.nests);
      if (step.kind === "point") {
        for (const name of pointNames(step.name, step.point ?? {})) this.#points.set(name, index);
        return;
      }
      if (isConversion(step)) this.#conversions.push({ index, side: this.#sides.after(step.declaration) });
      if (step.bundle !== undefined) {
        const { name, given } = step.bundle;
        pushTo(this.#bundles, name, index);
        getOrMake(this.#givenNames, given, () => new Set()).add(name);
      }
      // The names of steps in an atomic bundle cannot be used as targets.
      if (step.bundle?.kind === "atomic") this.#hidden.set(step.name, step.bundle.name);
      else {
        pushTo(this.#byName, step.name, index);
        if (step.address !== step.name) this.#byAddress.set(step.address, index);
      }
      for (const key of typeKeys(step.types)) pushTo(this.#byType, key, index);
    });
  }

  /** Returns the part of the framework's pipeline, between two conversions, that contains the slot. */
  sideAt(slot: number): Side {
    return this.#conversions.findLast(({ index }) => slotAfter(index) <= slot)?.side ?? this.#sides.first;
  }

  /**
   * Returns, for each step of an order, the part of the pipeline that contains the step. Framework conversions and
   * contributed conversions separate the parts. An additional last entry is the part at the end of the pipeline.
   */
  sidesOf(order: readonly { readonly declaration: PassDeclaration }[]): readonly Side[] {
    const sides = [this.#sides.first];
    for (const step of order) sides.push(isConversion(step) ? this.sideAfter(step) : (sides.at(-1) as Side));
    return sides;
  }

  /** Returns the part of the pipeline after `conversion`. Without a conversion, returns the first part. */
  sideAfter(conversion: { readonly declaration: PassDeclaration } | undefined): Side {
    return conversion === undefined ? this.#sides.first : this.#sides.after(conversion.declaration);
  }

  /** Returns the slot at the end of the pipeline, or, if `ir` is set, at the end of the last part on that IR. */
  endOf(ir: string | undefined): number {
    const end = slotBefore(this.steps.length);
    return ir === undefined ? end : this.nearest(end, "before", ir);
  }

  /**
   * Returns the nearest slot at which the pipeline runs on an IR: `slot` itself, or a slot before or after it,
   * depending on `side`. Returns `slot` if the pipeline does not run on the IR at any of these slots.
   */
  nearest(slot: number, side: "before" | "after", ir: string | undefined): number {
    if (ir === undefined || this.#conversions.length === 0 || this.sideAt(slot).ir === ir) return slot;
    const edges = this.#conversions.map(({ index }) => slotBeside(side, index));
    const fits = (edge: number): boolean =>
      (side === "before" ? edge < slot : edge > slot) && this.sideAt(edge).ir === ir;
    return (side === "before" ? edges.findLast(fits) : edges.find(fits)) ?? slot;
  }

  /** Returns the indices of the steps with this name, or of the step with this address (`cse#2`). */
  named(name: string): readonly number[] {
    const index = this.#byAddress.get(name) ?? this.#numberOne(name);
    return this.#byName.get(name) ?? (index === undefined ? [] : [index]);
  }

  /** Returns the index of the first step with a name if `address` consists of this name and `#1`. */
  #numberOne(address: string): number | undefined {
    const name = address.endsWith("#1") ? address.slice(0, -2) : undefined;
    const index = name === undefined ? undefined : (this.#byName.get(name)?.[0] ?? this.#byAddress.get(name));
    return index !== undefined && this.steps[index]?.address === name ? index : undefined;
  }

  /** Returns the indices of the first and last step that have a type. */
  extentOf(type: string): Extent | undefined {
    return extentIn(this.#byType.get(typeKey(type)));
  }

  /** Returns the indices of the steps of a type, in order. */
  typed(type: string): readonly number[] {
    return this.#byType.get(typeKey(type)) ?? [];
  }

  /** Returns the first and last step of a bundle. */
  bundle(name: string): Extent | undefined {
    return extentIn(this.#bundles.get(name));
  }

  /** Returns the bundles with this name, or the bundle with this address (`tidy#2`). */
  bundlesNamed(name: string): readonly Extent[] {
    const names = this.#givenNames.get(name) ?? [name.endsWith("#1") ? name.slice(0, -2) : name];
    return [...names].flatMap((each) => this.bundle(each) ?? []);
  }

  /** Returns the index of the extension point with this current or former name. */
  point(name: string): number | undefined {
    return this.#points.get(name);
  }

  /** Returns whether a pass has this name, including passes that cannot be used as targets. */
  hasPass(name: string): boolean {
    return this.#byName.has(name) || this.#hidden.has(name);
  }

  /** Returns the atomic bundle that contains the pass `name`, or `undefined`. */
  hidingBundle(name: string): string | undefined {
    return this.#hidden.get(name);
  }

  /** Names of the passes in the base pipeline. */
  get passNames(): Iterable<string> {
    return this.#byName.keys();
  }

  /** Returns the names that can be used as targets, for lists in errors. Omits former names of points. */
  get listed(): Listed {
    return (this.#listed ??= {
      passes: new NameList(this.passNames),
      bundles: new NameList(this.#bundles.keys()),
      types: new NameList(this.steps.flatMap((step) => step.types.filter((type) => typeKeys([type]).length > 0))),
      points: new NameList(this.steps.flatMap(({ kind, name }) => (kind === "point" ? [name] : []))),
    });
  }
}

function extentIn(found: readonly number[] | undefined): Extent | undefined {
  return found && { first: found[0] as number, last: found.at(-1) as number };
}
