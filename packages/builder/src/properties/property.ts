import { isValueProperty } from "@passwright/core";
import type { Origin } from "../contributions/origin.ts";

/**
 * Property of the IR at a point in the pipeline. A *structural* property ("bufferized") still holds after a pass that
 * declares nothing about it. A *fragile* property ("canonical", or the name of an analysis) is lost unless the pass
 * preserves it.
 */
export interface Property {
  /** Whether the property holds (`structural`) or is lost (`fragile`) after a pass that declares nothing about it. */
  readonly kind: "structural" | "fragile";
  /** Meaning of the property, for documentation. */
  readonly doc?: string;
  /** Whether the input of the pipeline has the property. */
  readonly initially?: boolean;
}

/** Properties of a framework, by name. An undeclared property is structural and does not hold at the start. */
export type Properties = { readonly [name: string]: Property };

/** Guard: all passes in a range of the pipeline must preserve a property, whichever contributor adds these passes. */
export interface Guard {
  /** Name of the property. */
  readonly property: string;
  /** Name of the pass after which the range begins. */
  readonly from: string;
  /** Name of the pass before which the range ends. */
  readonly to: string;
  /** Reason that the contributor gave, for error messages. */
  readonly reason: string;
  /** Contributor, with the file and line of the guard. */
  readonly origin: Origin;
}

/** Returns whether a property is fragile. Properties for values are always fragile. */
export function isFragile(properties: Properties, name: string): boolean {
  return isValueProperty(name) || (Object.hasOwn(properties, name) && properties[name]?.kind === "fragile");
}
