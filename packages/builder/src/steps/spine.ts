import { selectiveBundles } from "./bundle.ts";
import type { BundleSpan } from "./bundle.ts";
import { pointNames } from "./step.ts";
import { NameList } from "../errors/name-list.ts";
import type { PassDeclaration } from "@passwright/core";
import type { NestingReach } from "./hierarchy.ts";
import { isConversion, Sides } from "./sides.ts";
import type { Side } from "./sides.ts";
import { slotAfter, slotBefore } from "./slots.ts";
import { typeKeys } from "./pass-type.ts";
import type { Nest, Step } from "./step.ts";
import { isSelectable } from "../contributions/type-index.ts";
import { pushTo } from "../push-to.ts";

/** Indices of the first and the last step with a common key. */
export interface Extent {
  readonly first: number;
  readonly last: number;
}

interface Listed {
  readonly passes: NameList;
  readonly types: NameList;
  readonly points: NameList;
}

/**
 * Framework's steps, which cannot change, found by name, type, extension point and nesting. Contributions are placed
 * relative to these steps and never change them.
 */
export class Spine {
  /** The operation of the top manager, or `any`. */
  readonly anchor: string;
  readonly steps: readonly Step[];
  /** First step with a name, and all of them if there are several. */
  readonly #firstNamed = new Map<string, number>();
  readonly #severalNamed = new Map<string, number[]>();
  /** Passes whose address is not their name. Most addresses are names. */
  readonly #byAddress = new Map<string, number>();
  readonly #byType = new Map<string, number[]>();
  readonly #points = new Map<string, number>();
  readonly #bundles = new Map<string, number[]>();
  /** Names of steps inside atomic bundles. */
  readonly #hidden = new Set<string>();
  /** Bundles with `without`. */
  readonly selective: readonly BundleSpan[];
  readonly #sides: Sides;
  /** Conversions by index, and the sides after them. */
  readonly #conversions: { readonly index: number; readonly side: Side }[] = [];
  /** Groups that the framework opened. Those without members are dropped. */
  readonly openedGroups: readonly Nest[];
  #listed: Listed | undefined;

  constructor(
    anchor: string,
    steps: readonly Step[],
    reach: NestingReach = "direct",
    openedGroups: readonly Nest[] = [],
  ) {
    this.anchor = anchor;
    this.steps = steps;
    this.openedGroups = openedGroups;
    this.selective = selectiveBundles(steps);
    this.#sides = new Sides(anchor, reach, steps.find(isConversion)?.declaration.ir);
    steps.forEach((step, index) => {
      (this.#conversions.at(-1)?.side ?? this.#sides.first).hierarchy.add(step.nests);
      if (step.kind === "point") {
        for (const name of pointNames(step.name, step.point ?? {})) this.#points.set(name, index);
        return;
      }
      if (isConversion(step)) this.#conversions.push({ index, side: this.#sides.after(step.declaration) });
      if (step.bundle !== undefined) pushTo(this.#bundles, step.bundle.name, index);
      // Steps inside an atomic bundle cannot be referred to by name.
      if (step.bundle?.kind === "atomic") this.#hidden.add(step.name);
      else this.#addName(step, index);
      for (const key of typeKeys(step.types)) pushTo(this.#byType, key, index);
    });
  }

  /** Returns the side of the framework's pipeline that contains a position. */
  sideAt(slot: number): Side {
    return this.#conversions.findLast(({ index }) => slotAfter(index) <= slot)?.side ?? this.#sides.first;
  }

  /** Returns the sides of steps in order, including contributed conversions. The last entry is the side at the end. */
  sidesOf(order: readonly { readonly declaration: PassDeclaration }[]): readonly Side[] {
    const sides = [this.#sides.first];
    for (const step of order)
      sides.push(isConversion(step) ? this.#sides.after(step.declaration) : (sides.at(-1) as Side));
    return sides;
  }

  /** Returns the end of the pipeline, or of its last part that runs on an IR. */
  endOf(ir: string | undefined): number {
    const end = slotBefore(this.steps.length);
    return ir === undefined ? end : this.nearest(end, "before", ir);
  }

  /**
   * Returns `slot` if it runs on an IR, else the nearest position on one side of `slot` that does. Returns `slot` if
   * there is no such position.
   */
  nearest(slot: number, side: "before" | "after", ir: string | undefined): number {
    if (ir === undefined || this.#conversions.length === 0 || this.sideAt(slot).ir === ir) return slot;
    const edges = this.#conversions.map(({ index }) => (side === "before" ? slotBefore(index) : slotAfter(index)));
    const fits = (edge: number): boolean =>
      (side === "before" ? edge < slot : edge > slot) && this.sideAt(edge).ir === ir;
    return (side === "before" ? edges.findLast(fits) : edges.find(fits)) ?? slot;
  }

  /** Returns the indices of the steps with that name, or of the step with that address (`cse#2`). */
  named(name: string): readonly number[] {
    const first = this.#firstNamed.get(name);
    if (first !== undefined) return this.#severalNamed.get(name) ?? [first];
    const index = this.#byAddress.get(name) ?? this.#numberOne(name);
    return index === undefined ? [] : [index];
  }

  /** `cse#1` is the address of the first `cse` as well as `cse`. */
  #numberOne(address: string): number | undefined {
    const name = address.endsWith("#1") ? address.slice(0, -2) : undefined;
    const index = name === undefined ? undefined : (this.#firstNamed.get(name) ?? this.#byAddress.get(name));
    return index !== undefined && this.steps[index]?.address === name ? index : undefined;
  }

  /** Returns the interval of the steps of a type. */
  extentOf(type: string): Extent | undefined {
    const found = this.#byType.get(type.toLowerCase());
    if (found === undefined) return undefined;
    return { first: found[0] as number, last: found.at(-1) as number };
  }

  /** Returns the indices of the steps of a type, in order. */
  typed(type: string): readonly number[] {
    return this.#byType.get(type.toLowerCase()) ?? [];
  }

  /** Returns the first and last index of a bundle. */
  bundle(name: string): Extent | undefined {
    const found = this.#bundles.get(name);
    return found === undefined ? undefined : { first: found[0] as number, last: found.at(-1) as number };
  }

  /** Returns the extension point that has, or had, that name. */
  point(name: string): number | undefined {
    return this.#points.get(name);
  }

  /** Returns whether a pass has that name, including passes that others cannot refer to. */
  hasPass(name: string): boolean {
    return this.#firstNamed.has(name) || this.#hidden.has(name);
  }

  get passNames(): Iterable<string> {
    return this.#firstNamed.keys();
  }

  /**
   * Returns the names that can be referred to, as errors list them. Extension points are listed with their current
   * names.
   */
  get listed(): Listed {
    return (this.#listed ??= {
      passes: new NameList(this.passNames),
      types: new NameList(this.steps.flatMap((step) => step.types.filter(isSelectable))),
      points: new NameList(this.steps.flatMap(({ kind, name }) => (kind === "point" ? [name] : []))),
    });
  }

  #addName({ name, address }: Step, index: number): void {
    if (address !== name) this.#byAddress.set(address, index);
    const first = this.#firstNamed.get(name);
    if (first === undefined) this.#firstNamed.set(name, index);
    else if (this.#severalNamed.has(name)) pushTo(this.#severalNamed, name, index);
    else this.#severalNamed.set(name, [first, index]);
  }
}
