import { type PassDeclaration } from "@passwright/core";
import { type BundleRef } from "../bundle.ts";
import { type Slot, slotOf } from "../nesting.ts";
import { type Origin } from "../origin.ts";
import { type Nest, type Step, type StepOptions } from "../step.ts";
import { type Item } from "./item.ts";

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
  readonly bundle: BundleRef | undefined;
  readonly origin: Origin;
  readonly because: string;
  readonly slot: Slot;
  /** What rules did to its place, in words. */
  notes: readonly string[];
  /** The contribution behind it, if one is. */
  readonly item: Item | undefined;
  /** Its place in the finished order; -1 until it is known. */
  position: number;
}

/** Whether a step is meant by the name of a pass: its own, or that of the one it replaced. */
export function isNamed({ name, alias }: Pick<Element, "name" | "alias">, pass: string): boolean {
  return name === pass || alias === pass;
}

export function elementOfStep(step: Step, index: number): Element {
  const { kind, name, address, declaration, types, options, nests, bundle, origin } = step;
  const because = step.reason ?? "the framework's pipeline";
  const slot = slotOf(index);
  return {
    kind,
    name,
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
    notes: [],
    item: undefined,
    position: -1,
  };
}

export function elementOfItem(item: Item): Element {
  const { contribution, slot, address, because, nests, bundle } = item;
  const { pass, types, options, origin } = contribution;
  return {
    kind: "pass",
    name: pass.name,
    alias: undefined,
    address,
    declaration: pass,
    types,
    options,
    nests,
    bundle,
    origin,
    because,
    slot,
    notes: [],
    item,
    position: -1,
  };
}
