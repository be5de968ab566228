import type { PassDeclaration } from "@passwright/core";
import type { Contribution } from "../contributions/contribution.ts";
import { slotOf } from "../steps/nesting.ts";
import type { Slot } from "../steps/nesting.ts";
import type { Origin } from "../contributions/origin.ts";
import type { BundleRef, Nest, Step, StepOptions } from "../steps/step.ts";

/** One step of the pipeline to be, wherever it comes from: the framework, a contribution, or an inserted cleanup. */
export interface Element {
  readonly kind: "pass" | "point";
  readonly name: string;
  /** The pass that it replaced: who speaks of that one means this one. */
  readonly alias: string | undefined;
  readonly address: string;
  readonly declaration: PassDeclaration;
  readonly types: readonly string[];
  readonly options: StepOptions;
  readonly nests: readonly Nest[];
  /** The bundle that it came in; every copy of a bundle is one of its own. */
  readonly bundle: BundleRef | undefined;
  readonly origin: Origin;
  /** Why it stands there, in words. */
  because: string;
  readonly slot: Slot;
  /** The contribution that it comes from: absent for steps of the framework and inserted cleanups. */
  readonly contribution: Contribution | undefined;
  /** What rules did to its place, in words. */
  notes: readonly string[];
  /** The members of a group and the extension points in it, where the group counts as one step. */
  readonly inside?: readonly Element[];
  /** Its place in its gap, and then in the finished order; -1 until it is known. */
  position: number;
}

const NO_NOTES: readonly string[] = [];

/** What the addresses of inserted cleanups begin with, in place of a party's name. */
export const INSERTED = "inserted";

/** Where an element stands, and why: what is not so from the beginning. */
type Stand = Pick<Element, "address" | "nests" | "bundle" | "slot" | "because">;

/** Tells every step its position. */
export function number<T extends readonly Element[]>(order: T): T {
  order.forEach((element, position) => (element.position = position));
  return order;
}

/** Whether a step is meant by the name of a pass: its own, or that of the one it replaced. */
export function isNamed({ name, alias, inside }: Named, pass: string): boolean {
  return name === pass || alias === pass || inside?.some((member) => isNamed(member, pass)) === true;
}

/** A step as far as names are concerned. */
export type Named = Pick<Element, "name" | "alias" | "inside">;

export function elementOfStep(step: Step, index: number): Element {
  return {
    kind: step.kind,
    name: step.name,
    alias: undefined,
    address: step.address,
    declaration: step.declaration,
    types: step.types,
    options: step.options,
    nests: step.nests,
    bundle: step.bundle,
    origin: step.origin,
    because: step.reason ?? "the framework's pipeline",
    slot: slotOf(index),
    contribution: undefined,
    notes: NO_NOTES,
    position: -1,
  };
}

/** A contribution whose place is settled. `which: each` makes several of one contribution. */
export function elementOfContribution(contribution: Contribution, stand: Stand): Element {
  const { pass, types, options, origin } = contribution;
  return {
    kind: "pass",
    name: pass.name,
    alias: undefined,
    address: stand.address,
    declaration: pass,
    types,
    options,
    nests: stand.nests,
    bundle: stand.bundle,
    origin,
    because: stand.because,
    slot: stand.slot,
    contribution,
    notes: NO_NOTES,
    position: -1,
  };
}

/** A pass that nobody contributed: a cleanup that is inserted, or a pass that is tried somewhere. */
export function elementOfPass(
  pass: Pick<Element, "declaration" | "types" | "options" | "origin">,
  stand: Pick<Stand, "address" | "nests" | "because">,
): Element {
  return {
    kind: "pass",
    name: pass.declaration.name,
    alias: undefined,
    address: stand.address,
    declaration: pass.declaration,
    types: pass.types,
    options: pass.options,
    nests: stand.nests,
    bundle: undefined,
    origin: pass.origin,
    because: stand.because,
    slot: -1,
    contribution: undefined,
    notes: NO_NOTES,
    position: -1,
  };
}
