import type { Contribution } from "../contributions/contribution.ts";
import { slotOf } from "../steps/base-pipeline.ts";
import type { Slot } from "../steps/base-pipeline.ts";
import type { BundleRef, Step } from "../steps/step.ts";

/** Step during planning: a step of the framework, a contribution, or an inserted cleanup. */
export interface Element extends Pick<
  Step,
  "kind" | "name" | "address" | "declaration" | "types" | "options" | "nests" | "origin"
> {
  /** Name of the replaced pass. Positions, rules and guards that name this pass refer to the step. */
  readonly alias: string | undefined;
  /** Bundle that contains the step. Each copy of a bundle is separate. */
  readonly bundle: BundleRef | undefined;
  because: string;
  readonly slot: Slot;
  /** Contribution that the step comes from. Absent for steps of the framework and inserted cleanups. */
  readonly contribution: Contribution | undefined;
  notes: readonly string[];
  /** Members and extension points, if the element represents a whole group. */
  readonly inside?: readonly Element[];
  /** Index in the slot until all slots are ordered, and then in the final order. -1 before that. */
  position: number;
}

const NO_NOTES: readonly string[] = [];

export const INSERTED = "inserted";

/** Value of `because` for a framework step that does not have a reason. */
export const BASE = "base pipeline";

type ElementPosition = Pick<Element, "address" | "nests" | "because"> & Partial<Pick<Element, "bundle" | "slot">>;

export function setPositions<T extends readonly Element[]>(order: T): T {
  order.forEach((element, position) => (element.position = position));
  return order;
}

/** Returns whether a step has the name, former name or address `pass`. Also checks the members of a group. */
export function isNamed({ name, alias, address, inside }: Named, pass: string): boolean {
  return (
    name === pass || alias === pass || address === pass || inside?.some((member) => isNamed(member, pass)) === true
  );
}

/** Fields of a step that the search for names uses. */
export type Named = Pick<Element, "name" | "alias" | "inside"> & Partial<Pick<Element, "address">>;

/**
 * Makes the element of a step, a contribution, or an inserted cleanup. All elements are made here, so that all of them
 * have the same object shape.
 */
export function makeElement(
  { declaration, types, options, origin }: Pick<Element, "declaration" | "types" | "options" | "origin">,
  { address, nests, bundle, because, slot = -1 }: ElementPosition,
  kind: Element["kind"] = "pass",
  contribution?: Contribution,
): Element {
  return {
    kind,
    name: declaration.name,
    alias: undefined,
    address,
    declaration,
    types,
    options,
    nests,
    bundle,
    origin,
    because,
    slot,
    contribution,
    notes: NO_NOTES,
    position: -1,
  };
}

export function elementOfStep(step: Step, index: number): Element {
  const { kind, address, nests, bundle, reason: because = BASE } = step;
  return makeElement(step, { address, nests, bundle, because, slot: slotOf(index) }, kind);
}
