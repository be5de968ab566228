import { type When } from "./choice.ts";
import { type Nest, type Step } from "./step.ts";

/** A step on its way into the list: its managers are known when it is there, its address when all are. */
export interface DraftStep extends Step {
  address: string;
  nests: readonly Nest[];
  readonly when?: When;
}

/** A step in the list. It keeps its identity while others come and go around it. */
export interface StepNode {
  readonly step: DraftStep;
  previous: StepNode | undefined;
  next: StepNode | undefined;
  /** Grows along the list; only good for comparing. */
  label: number;
}

/** The distance of two neighbours after labels were dealt out anew: room for some twenty insertions at one place. */
const SPACING = 2 ** 20;

/**
 * The framework's pipeline under construction: a doubly linked list, so that a step can be put anywhere at constant cost.
 * Labels tell in constant time which of two steps comes first; they are dealt out again when a place runs out of room.
 */
export class StepList implements Iterable<StepNode> {
  #first: StepNode | undefined;
  #last: StepNode | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  append(step: DraftStep): StepNode {
    return this.#link(step, this.#last, undefined);
  }

  insertBefore(node: StepNode, step: DraftStep): StepNode {
    return this.#link(step, node.previous, node);
  }

  insertAfter(node: StepNode, step: DraftStep): StepNode {
    return this.#link(step, node, node.next);
  }

  *[Symbol.iterator](): Iterator<StepNode> {
    for (let node = this.#first; node !== undefined; node = node.next) yield node;
  }

  #link(step: DraftStep, previous: StepNode | undefined, next: StepNode | undefined): StepNode {
    const node: StepNode = { step, previous, next, label: 0 };
    if (previous === undefined) this.#first = node;
    else previous.next = node;
    if (next === undefined) this.#last = node;
    else next.previous = node;
    this.#size++;
    const low = previous?.label ?? (next?.label ?? 0) - 2 * SPACING;
    const high = next?.label ?? low + 2 * SPACING;
    node.label = (low + high) / 2;
    if (node.label <= low || node.label >= high) this.#relabel();
    return node;
  }

  #relabel(): void {
    let label = 0;
    for (const node of this) node.label = label += SPACING;
  }
}
