import { UsageError } from "@passwright/core";
import * as errors from "./errors.ts";
import { type BundleKind, type BundleRef } from "./bundle.ts";
import { type Choice, isChosen } from "./choice.ts";
import { Hierarchy, nestBeside, openBetween, staysInside } from "./nesting.ts";
import { typeKeys } from "./pass-type.ts";
import { type Alternative } from "./plan.ts";
import { Spine } from "./spine.ts";
import { type Nest, type Step } from "./step.ts";
import { type DraftStep, StepList, type StepNode } from "./step-list.ts";

interface Ends {
  first: StepNode;
  last: StepNode;
}

/**
 * The framework's pipeline while the framework builds it. Its own insertions are carried out at once, in program order.
 * First and last of each name and type are kept, so that an insertion costs the same in a long pipeline as in a short one.
 */
export class FrameworkSteps {
  readonly anchor: string;
  readonly hierarchy: Hierarchy = new Hierarchy();
  readonly #list = new StepList();
  readonly #names = new Map<string, Ends>();
  readonly #types = new Map<string, Ends>();
  readonly #points = new Map<string, StepNode>();
  readonly #bundles = new Map<string, number>();
  readonly #choice: Choice;
  readonly #alternatives: Alternative[] = [];
  #managers = 0;
  #spine: Spine | undefined;

  constructor(anchor: string, choice: Choice) {
    this.anchor = anchor;
    this.#choice = choice;
  }

  /** Steps that are there under another choice: known when the spine is. */
  get alternatives(): readonly Alternative[] {
    return this.#alternatives;
  }

  /** A bundle of its own; the second one of a name is `name#2`. */
  openBundle(name: string, kind: BundleKind): BundleRef {
    const count = (this.#bundles.get(name) ?? 0) + 1;
    this.#bundles.set(name, count);
    const address = count === 1 ? name : `${name}#${count}`;
    return { name: address, kind, id: address };
  }

  /** A manager of its own, inside others. */
  openNest(anchor: string, outer: readonly Nest[]): readonly Nest[] {
    return [...outer, { anchor, id: ++this.#managers }];
  }

  get isFixed(): boolean {
    return this.#spine !== undefined;
  }

  /** Appends a step to a manager. @throws {@link UsageError} PWB0116 if it runs on an operation further out. */
  append(step: DraftStep, inside: readonly Nest[]): void {
    const nests = step.kind === "point" ? inside : nestBeside(this, step.declaration.anchor, inside);
    if (!staysInside(nests, inside)) {
      throw new UsageError(errors.wrongManager(step.name, step.declaration.anchor, inside.at(-1)?.anchor, step.origin));
    }
    step.nests = nests;
    this.#add(this.#list.append(step));
  }

  findName(name: string, side: "before" | "after"): StepNode | undefined {
    return side === "before" ? this.#names.get(name)?.first : this.#names.get(name)?.last;
  }

  findType(type: string, side: "before" | "after"): StepNode | undefined {
    const ends = this.#types.get(type.toLowerCase());
    return side === "before" ? ends?.first : ends?.last;
  }

  findPoint(name: string): StepNode | undefined {
    return this.#points.get(name);
  }

  /** Puts a step next to another; `false` if it would split a manager. */
  insert(step: DraftStep, target: StepNode, side: "before" | "after"): boolean {
    const nests = nestBeside(this, step.declaration.anchor, target.step.nests);
    const [left, right] = side === "before" ? [target.previous, target] : [target, target.next];
    if (!staysInside(nests, openBetween(left?.step, right?.step))) return false;
    step.nests = nests;
    this.#add(side === "before" ? this.#list.insertBefore(target, step) : this.#list.insertAfter(target, step));
    return true;
  }

  /** The steps, fixed from now on, with their addresses. */
  spine(): Spine {
    if (this.#spine !== undefined) return this.#spine;
    const counts = new Map<string, number>();
    const steps: Step[] = [];
    for (const node of this.#list) {
      const { name, when } = node.step;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      node.step.address = count === 1 ? name : `${name}#${count}`;
      const { step } = node;
      if (when === undefined || isChosen(when, this.#choice)) steps.push(step);
      else this.#alternatives.push({ address: step.address, pass: name, when });
    }
    this.#spine = new Spine(this.anchor, steps);
    return this.#spine;
  }

  #add(node: StepNode): void {
    const { step } = node;
    this.hierarchy.add(step.nests);
    if (step.kind === "point") {
      this.#points.set(step.name, node);
      return;
    }
    stretch(this.#names, step.name, node);
    for (const key of typeKeys(step.types)) stretch(this.#types, key, node);
  }
}

function stretch(ends: Map<string, Ends>, key: string, node: StepNode): void {
  const existing = ends.get(key);
  if (existing === undefined) ends.set(key, { first: node, last: node });
  else if (node.label < existing.first.label) existing.first = node;
  else if (node.label > existing.last.label) existing.last = node;
}
