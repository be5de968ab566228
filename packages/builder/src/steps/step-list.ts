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

/** Makes a step that does not have a position yet. */
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

/** Difference between the labels of adjacent steps after all steps got new labels. */
const SPACING = 2 ** 32;

/**
 * Pipeline of the framework during its construction: a doubly linked list, so that steps can be inserted anywhere.
 * Integer labels determine in constant time which of two steps comes first. If no integer is free between two
 * neighbors, which takes at least 32 insertions at one position, all steps get new labels.
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
    if (node.label === low) {
      let label = 0;
      for (const each of this) each.label = label += SPACING;
    }
    return node;
  }
}
