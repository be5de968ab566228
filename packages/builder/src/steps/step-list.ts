import type { PassDeclaration } from "@passwright/core";
import type { When } from "../choice.ts";
import type { Origin } from "../contributions/origin.ts";
import type { Nest, Step } from "./step.ts";

/** Step whose managers and address can still change. */
export interface DraftStep extends Step {
  /** Address, which depends on earlier steps of the same name. */
  address: string;
  /** Managers that contain the step, outermost first. */
  nests: readonly Nest[];
  /** Condition under which the pipeline contains the step. Absent if the pipeline always contains the step. */
  readonly when?: When | undefined;
}

const NOTHING = Object.freeze({});

export function draftStep(
  kind: DraftStep["kind"],
  declaration: PassDeclaration,
  origin: Origin,
  more: Partial<DraftStep>,
): DraftStep {
  const { name } = declaration;
  return { kind, name, address: "", declaration, options: NOTHING, types: [], nests: [], origin, ...more };
}

/** Entry of a {@link StepList}, with links to its neighbors. Stays the same object if steps are added. */
export interface StepNode {
  readonly step: DraftStep;
  previous: StepNode | undefined;
  next: StepNode | undefined;
  /** Label that increases along the list. Used only for comparisons. */
  label: number;
}

/** Difference between the labels of a step and of the step that is appended next. */
const SPACING = 2 ** 10;

/**
 * Divisor of the allowed density of labels: each time the length of a range doubles, the allowed density is divided by
 * this number. A larger factor causes more frequent relabeling. A smaller factor causes shorter searches.
 */
const THINNING = 1.3;

/**
 * Pipeline of the framework during its construction: a doubly linked list, so that steps can be inserted anywhere.
 * Integer labels determine in constant time which of two steps comes first. If no integer is free between two
 * neighbors, the smallest surrounding range that is sparse enough gets new labels. An insertion takes amortized
 * logarithmic time (Bender, Cole, Demaine, Farach-Colton, Zito: Two simplified algorithms for maintaining order in a
 * list).
 */
export class StepList implements Iterable<StepNode> {
  #first: StepNode | undefined;
  #last: StepNode | undefined;

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
    const low = previous?.label ?? (next?.label ?? 0) - 2 * SPACING;
    const high = next?.label ?? low + 2 * SPACING;
    node.label = low + Math.floor((high - low) / 2);
    if (node.label === low) makeRoom(node);
    return node;
  }
}

/** Assigns new labels to a node and its neighbors if the node has the same label as a neighbor. */
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
