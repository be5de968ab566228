import type { When } from "../choice.ts";
import type { Nest, Step } from "./step.ts";

/** A step on its way into the list: its managers are known when it is there, its address when all are. */
export interface DraftStep extends Step {
  address: string;
  nests: readonly Nest[];
  readonly when?: When | undefined;
}

/** A step in the list. It keeps its identity while others come and go around it. */
export interface StepNode {
  readonly step: DraftStep;
  previous: StepNode | undefined;
  next: StepNode | undefined;
  /** Grows along the list; only good for comparing. */
  label: number;
}

/** The distance of two neighbours that were appended one after the other. */
const SPACING = 2 ** 10;

/** How much less dense a stretch of twice the length has to be: more makes room more often, less has to look further. */
const THINNING = 1.3;

/**
 * The framework's pipeline under construction: a doubly linked list, so that a step can be put anywhere. Labels, whole
 * numbers, tell in constant time which of two steps comes first. Where there is no number left between two neighbours, the
 * smallest stretch around them that is thin enough is labelled anew, so that an insertion costs logarithmic time, taken
 * over all (Bender, Cole, Demaine, Farach-Colton, Zito: Two simplified algorithms for maintaining order in a list).
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

/** Deals labels out anew around a node that has the one of its neighbour. */
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
