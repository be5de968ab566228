import { isValueProperty } from "@passwright/core";
import type { Origin } from "../contributions/origin.ts";

/**
 * Fact about the IR at a point of the pipeline. A *structural* one ("bufferized") still holds after a pass that
 * declares nothing about it. A *fragile* one ("canonical", the name of an analysis) is lost unless a pass preserves
 * it.
 */
export interface Property {
  readonly kind: "structural" | "fragile";
  readonly doc?: string;
  /** Whether it holds for the input of the pipeline. */
  readonly initially?: boolean;
}

/**
 * Maps names to properties that a framework declares. An undeclared one is structural and does not hold at the start.
 */
export type Properties = { readonly [name: string]: Property };

/** Range of the pipeline in which every pass, of any contributor, must preserve a property. */
export interface Guard {
  readonly property: string;
  /** Pass after which the range begins. */
  readonly from: string;
  /** Pass before which the range ends. */
  readonly to: string;
  readonly reason: string;
  readonly origin: Origin;
}

/** Whether a pass that does not preserve the property loses it. True for all values. */
export function isFragile(properties: Properties, name: string): boolean {
  return isValueProperty(name) || (Object.hasOwn(properties, name) && properties[name]?.kind === "fragile");
}
