import type { PassDeclaration } from "@passwright/core";
import { Hierarchy } from "./hierarchy.ts";
import type { NestingReach } from "./hierarchy.ts";
import { getOrMake } from "../maps.ts";

export interface Side {
  readonly ir: string | undefined;
  readonly anchor: string;
  /** Nesting of operations that the framework uses on this IR. */
  readonly hierarchy: Hierarchy;
}

/** Parts of a pipeline between conversions. Parts on the same IR share one {@link Hierarchy}. */
export class Sides {
  readonly first: Side;
  readonly #reach: NestingReach;
  readonly #byIr = new Map<string, Hierarchy>();

  /** `ir` is the name of the first IR, if it is known. */
  constructor(anchor: string, reach: NestingReach, ir: string | undefined) {
    this.#reach = reach;
    this.first = { ir, anchor, hierarchy: new Hierarchy(reach) };
    if (ir !== undefined) this.#byIr.set(ir, this.first.hierarchy);
  }

  after({ to = "", toAnchor: anchor = "any" }: PassDeclaration): Side {
    return { ir: to, anchor, hierarchy: getOrMake(this.#byIr, to, () => new Hierarchy(this.#reach)) };
  }
}

/** Returns whether a step is a conversion, so that later steps run on a different IR. */
export function isConversion({ declaration }: { readonly declaration: PassDeclaration }): boolean {
  return declaration.to !== undefined;
}

/** Returns whether a pass for an IR can run in a part of the pipeline. Returns true if either IR is unknown. */
export function fitsIr(ir: string | undefined, side: Side): boolean {
  return ir === undefined || side.ir === undefined || ir === side.ir;
}
