import { isValueProperty } from "@passwright/core";
import type { Origin } from "../contributions/origin.ts";

/**
 * A fact about the IR at a point of the pipeline. A *structural* one ("bufferized") stays true when a pass says nothing
 * about it; a *fragile* one ("canonical", the name of an analysis) is lost unless a pass preserves it.
 */
export interface Property {
  readonly kind: "structural" | "fragile";
  readonly doc?: string;
  /** Whether it holds of the IR that the pipeline is given. */
  readonly initially?: boolean;
}

/** The properties that a framework declares, by name. One that nobody declared is structural and does not hold at first. */
export type Properties = { readonly [name: string]: Property };

/** A stretch of the pipeline in which every pass has to preserve a property, whoever put it there. */
export interface Guard {
  readonly property: string;
  /** The pass that the stretch begins after. */
  readonly from: string;
  /** The pass that the stretch ends before. */
  readonly to: string;
  readonly reason: string;
  readonly origin: Origin;
}

/** Whether a pass that does not preserve the property loses it. True for all values. */
export function isFragile(properties: Properties, name: string): boolean {
  return isValueProperty(name) || (Object.hasOwn(properties, name) && properties[name]?.kind === "fragile");
}
