import type { When } from "../choice.ts";
import type { Nest, Step } from "./step.ts";

/** Step before it is added to the list, without managers and address. */
export interface DraftStep extends Step {
  address: string;
  nests: readonly Nest[];
  readonly when?: When | undefined;
}

/** Step in the list. It keeps its identity when others are added and removed. */
export interface StepNode {
  readonly step: DraftStep;
  previous: StepNode | undefined;
  next: StepNode | undefined;
  /** Label that increases along the list. Only for comparisons. */
  label: number;
}

/** Distance of two neighbors that were appended one after the other. */
const SPACING = 2 ** 10;

/**
 * Ratio of densities of a range and one of twice the length. A larger one makes room more often, a smaller one
 * searches less.
 */
const THINNING = 1.3;

/**
 * Framework's pipeline under construction: a doubly linked list, so that a step can be inserted anywhere. Integer
 * labels show in constant time which of two steps comes first. If there is no integer between two neighbors, the
 * smallest range around them that is sparse enough gets new labels. An insertion costs amortized logarithmic time
 * (Bender, Cole, Demaine, Farach-Colton, Zito: Two simplified algorithms for maintaining order in a list).
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

  clear(): void {
    this.#first = this.#last = undefined;
    this.#size = 0;
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
    node.label = low + Math.floor((high - low) / 2);
    if (node.label === low) makeRoom(node);
    return node;
  }
}

/** Assigns new labels around a node that has the label of its neighbor. */
function makeRoom(node: StepNode): void {
  let [first, last, count] = [node, node, 1];
  for (let size = 2, room = 2 / THINNING; ; size *= 2, room *= 2 / THINNING) {
    const start = Math.floor(node.label / size) * size;
    while (first.previous !== undefined && first.previous.label >= start) [first, count] = [first.previous, count + 1];
    while (last.next !== undefined && last.next.label < start + size) [last, count] = [last.next, count + 1];
    if (count > room) continue;
    for (let index = 0, each = first; index < count; index++, each = each.next as StepNode)
      each.label = start + Math.floor((index * size) / count);
    return;
  }
}
