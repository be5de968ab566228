import { UsageError } from "@passwright/core";
import * as errors from "../errors/places.ts";
import { excludedBy, isClosedBetween } from "./bundle.ts";
import type { BundleTerms } from "./bundle.ts";
import { isChosen } from "../choice.ts";
import type { Choice } from "../choice.ts";
import { pointNames } from "./step.ts";
import { nestBeside } from "./hierarchy.ts";
import { groupNest, joinGroups } from "./groups.ts";
import type { Groups } from "./groups.ts";
import type { NestingReach } from "./hierarchy.ts";
import { openBetween, staysInside } from "./nesting.ts";
import { BasePipeline, endAt } from "./base-pipeline.ts";
import { numbered, pushTo } from "../maps.ts";
import { typeKey, typeKeys } from "./pass-type.ts";
import { isConversion, Sides } from "./sides.ts";
import type { Side } from "./sides.ts";
import { chosenOf } from "../contributions/place.ts";
import type { Which } from "../contributions/place.ts";
import type { Alternative } from "../plan/plan.ts";
import type { BundleRef, Nest } from "./step.ts";
import { StepList } from "./step-list.ts";
import type { DraftStep, StepNode } from "./step-list.ts";

interface Ends {
  first: StepNode;
  last: StepNode;
  /** All steps, in the order in which they were added. */
  readonly all: StepNode[];
}

const inOrder = (left: StepNode, right: StepNode): number => left.label - right.label;

/**
 * Steps that the framework has added so far. Insertions take effect immediately, in the order of the calls. The first
 * and last step of each name and type are cached, so that the cost of an insertion does not depend on the length of the
 * pipeline.
 */
export class FrameworkSteps {
  readonly anchor: string;
  readonly #sides: Sides;
  #conversions = 0;
  /** Part of the pipeline that the next appended step belongs to. */
  #end: Side;
  #list = new StepList();
  readonly #named = new Map<string, Ends>();
  readonly #types = new Map<string, Ends>();
  readonly #points = new Map<string, StepNode>();
  readonly #bundles = new Map<string, number>();
  readonly #bundleEnds = new Map<string, Ends>();
  /** Unique names of the bundles with each given name. */
  readonly #givenNames = new Map<string, string[]>();
  readonly #selective: BundleRef[] = [];
  readonly #choice: Choice;
  readonly #reach: NestingReach;
  readonly #alternatives: Alternative[] = [];
  #managers = 0;
  readonly #openedGroups: Nest[] = [];
  readonly #groups: Groups;
  #basePipeline: BasePipeline | undefined;
  #all: readonly DraftStep[] = [];

  constructor(anchor: string, choice: Choice, reach: NestingReach, groups: Groups) {
    this.anchor = anchor;
    this.#reach = reach;
    this.#sides = new Sides(anchor, reach, undefined);
    this.#end = this.#sides.first;
    this.#choice = choice;
    this.#groups = groups;
  }

  /** Returns the steps that exist only for a different choice, after the steps have become immutable. */
  get alternatives(): readonly Alternative[] {
    return this.#alternatives;
  }

  /** Returns the steps for all choices, and makes the steps immutable. */
  all(): readonly DraftStep[] {
    this.basePipeline();
    return this.#all;
  }

  /** Creates a bundle. The second bundle with the same name is named `name#2`. */
  openBundle(name: string, { kind = "open", without }: BundleTerms): BundleRef {
    const address = numbered(this.#bundles, name);
    pushTo(this.#givenNames, name, address);
    const bundle = { name: address, kind, id: address, given: name, without };
    if (without !== undefined) this.#selective.push(bundle);
    return bundle;
  }

  openNest(anchor: string, outer: readonly Nest[]): readonly Nest[] {
    const nest = { anchor, id: ++this.#managers };
    if (groupNest([nest]) !== undefined) this.#openedGroups.push(nest);
    return [...outer, nest];
  }

  get isFixed(): boolean {
    return this.#basePipeline !== undefined;
  }

  /**
   * Appends a step inside the managers `inside`. @throws {@link UsageError} PWB0116 if the declaration of the pass does
   * not allow the step in these managers.
   */
  append(step: DraftStep, inside: readonly Nest[]): void {
    const nests = step.kind === "point" ? inside : nestBeside(this.#end, step.declaration, inside);
    if (!staysInside(nests, inside))
      throw new UsageError(errors.wrongManager(step.name, step.declaration.anchor, inside.at(-1)?.anchor, step.origin));
    step.nests = nests;
    this.#add(this.#list.append(step));
  }

  /** Returns the first (`before`) or last (`after`) step with this name, or of the bundle with this name. */
  findName(name: string, side: "before" | "after"): StepNode | undefined {
    const found = this.#bundleEnds.get(name) ?? this.#named.get(name);
    return found && endAt(side, found);
  }

  /** Returns the number of items that a name refers to. A bundle counts as one item. */
  countOf(name: string): number {
    return this.#bundlesNamed(name, "before").length || (this.#named.get(name)?.all.length ?? 1);
  }

  /** Returns the first or last steps of the bundles with this name, in the order of the pipeline. */
  #bundlesNamed(name: string, side: "before" | "after"): readonly StepNode[] {
    const ends = (this.#givenNames.get(name) ?? [name]).map((each) => this.#bundleEnds.get(each));
    return ends.flatMap((each) => (each === undefined ? [] : [endAt(side, each)])).sort(inOrder);
  }

  /** Returns the steps with this name that `which` selects. For the name of a bundle, returns an end of each bundle. */
  findNamed(name: string, side: "before" | "after", which: Which | undefined): readonly StepNode[] {
    const bundles = this.#bundlesNamed(name, side);
    if (bundles.length > 0) return chosenOf(bundles, side, which);
    if (which === "each") return (this.#named.get(name)?.all ?? []).toSorted(inOrder);
    const end = which === undefined ? side : which === "first" ? "before" : "after";
    const node = this.findName(name, end);
    return node === undefined ? [] : [node];
  }

  /** Returns the first or last step of a type, or of a bundle around it into which `steps` cannot be inserted. */
  findType(type: string, side: "before" | "after", steps: readonly DraftStep[]): StepNode | undefined {
    const ends = this.#types.get(typeKey(type));
    let node = ends && endAt(side, ends);
    for (let bundle; (bundle = node && this.closedBeside(node, side, steps));) node = this.findName(bundle.name, side);
    return node;
  }

  /** Returns the first current or former name of an extension point that another point already has. */
  takenName(step: DraftStep): string | undefined {
    const names = isChosen(step.when, this.#choice) ? pointNames(step.name, step.point ?? {}) : [];
    return names.find((name) => this.#points.has(name));
  }

  findPoint(name: string): StepNode | undefined {
    return this.#points.get(name);
  }

  /** Returns whether steps can be inserted next to `target` without splitting a manager or a closed bundle. */
  canInsert(steps: readonly DraftStep[], target: StepNode, side: "before" | "after"): boolean {
    if (this.closedBeside(target, side, steps) !== undefined) return false;
    const [left, right] = side === "before" ? [target.previous, target] : [target, target.next];
    const rows = this.#nestsBeside(steps, target);
    return rows.every((nests, index) => {
      const previous = index === 0 ? left?.step : { nests: rows[index - 1] as readonly Nest[] };
      return staysInside(nests, openBetween(previous, right?.step));
    });
  }

  /** Returns, for each of the steps, the managers that contain the step if it is inserted next to `target`. */
  #nestsBeside(steps: readonly DraftStep[], target: StepNode): readonly (readonly Nest[])[] {
    const side = this.#sideOf(target);
    return steps.map(({ declaration }) => nestBeside(side, declaration, target.step.nests));
  }

  #sideOf(node: StepNode): Side {
    if (this.#conversions === 0) return this.#sides.first;
    for (let at = node.previous; at !== undefined; at = at.previous)
      if (this.#converts(at.step)) return this.#sides.after(at.step.declaration);
    return this.#sides.first;
  }

  /** Returns whether a step is a conversion, so that later steps run on a different IR. */
  #converts(step: DraftStep): boolean {
    return isConversion(step) && isChosen(step.when, this.#choice);
  }

  /** Returns the bundle around the position next to `node` that does not allow `steps` at this position. */
  closedBeside(node: StepNode, side: "before" | "after", steps: readonly DraftStep[]): BundleRef | undefined {
    const [left, right] = side === "before" ? [node.previous, node] : [node, node.next];
    if (left === undefined || right === undefined) return undefined;
    if (isClosedBetween(left.step.bundle, right.step.bundle)) return left.step.bundle;
    return this.#selective.find((bundle) => {
      const ends = this.#bundleEnds.get(bundle.name);
      const isInside = ends !== undefined && ends.first.label <= left.label && right.label <= ends.last.label;
      return isInside && steps.some((step) => excludedBy(bundle, step) !== undefined);
    });
  }

  /** Inserts steps next to `target`. Requires {@link canInsert}. */
  insert(steps: readonly DraftStep[], target: StepNode, side: "before" | "after"): void {
    const rows = this.#nestsBeside(steps, target);
    let previous = target;
    steps.forEach((step, index) => {
      step.nests = rows[index] as readonly Nest[];
      const isFirstBefore = side === "before" && index === 0;
      previous = isFirstBefore ? this.#list.insertBefore(target, step) : this.#list.insertAfter(previous, step);
      this.#add(previous);
    });
  }

  /** Returns the steps with their addresses, and makes the steps immutable. */
  basePipeline(): BasePipeline {
    if (this.#basePipeline !== undefined) return this.#basePipeline;
    const counts = new Map<string, number>();
    const steps: DraftStep[] = [];
    const all = [...this.#list].map(({ step }) => step);
    for (const step of all) {
      const { name, when } = step;
      step.address = numbered(counts, name);
      if (isChosen(step.when, this.#choice)) steps.push(step);
      else if (step.kind === "pass" && when !== undefined)
        this.#alternatives.push({ address: step.address, pass: name, when });
    }
    this.#all = steps.length === all.length ? steps : all;
    joinGroups(steps, this.#groups, () => ++this.#managers);
    this.#basePipeline = new BasePipeline(this.anchor, steps, this.#reach, this.#openedGroups, this.#alternatives);
    // Clears the list, because later queries use the base pipeline.
    this.#list = new StepList();
    for (const index of [this.#named, this.#types, this.#points, this.#bundleEnds]) index.clear();
    return this.#basePipeline;
  }

  #add(node: StepNode): void {
    const { step } = node;
    this.#sideOf(node).hierarchy.add(step.nests);
    if (this.#converts(step)) {
      this.#conversions++;
      if (node.next === undefined) this.#end = this.#sides.after(step.declaration);
    }
    if (step.kind === "point") {
      // An extension point that the pipeline contains only for a different choice does not reserve its names. Another
      // extension point can use these names.
      if (isChosen(step.when, this.#choice))
        for (const name of pointNames(step.name, step.point ?? {})) this.#points.set(name, node);
      return;
    }
    if (step.bundle !== undefined) extend(this.#bundleEnds, step.bundle.name, node);
    // The names of steps in an atomic bundle cannot be used as targets.
    if (step.bundle?.kind !== "atomic") extend(this.#named, step.name, node);
    for (const key of typeKeys(step.types)) extend(this.#types, key, node);
  }
}

function extend(ends: Map<string, Ends>, key: string, node: StepNode): void {
  const existing = ends.get(key);
  if (existing === undefined) return void ends.set(key, { first: node, last: node, all: [node] });
  existing.all.push(node);
  if (node.label < existing.first.label) existing.first = node;
  else if (node.label > existing.last.label) existing.last = node;
}
