import type { PassDeclaration } from "@passwright/core";
import { Hierarchy } from "./hierarchy.ts";
import type { NestingReach } from "./hierarchy.ts";

/** Part of a pipeline between two conversions. */
export interface Side {
  /** Name of its IR, if it is known. */
  readonly ir: string | undefined;
  /** Operation of the top manager, or `any`. */
  readonly anchor: string;
  /** Nesting of the operations of its IR in the framework. */
  readonly hierarchy: Hierarchy;
}

/** Sides of a pipeline. Sides on the same IR share the known nesting of operations. */
export class Sides {
  readonly first: Side;
  readonly #reach: NestingReach;
  readonly #byIr = new Map<string, Hierarchy>();

  /** `ir` is the name of the IR that the pipeline starts on, if it is known. */
  constructor(anchor: string, reach: NestingReach, ir: string | undefined) {
    this.#reach = reach;
    this.first = { ir, anchor, hierarchy: new Hierarchy(reach) };
    if (ir !== undefined) this.#byIr.set(ir, this.first.hierarchy);
  }

  /** Returns the side after a conversion. */
  after({ to = "", toAnchor: anchor = "any" }: PassDeclaration): Side {
    let hierarchy = this.#byIr.get(to);
    if (hierarchy === undefined) this.#byIr.set(to, (hierarchy = new Hierarchy(this.#reach)));
    return { ir: to, anchor, hierarchy };
  }
}

/** Returns whether a step is a conversion, so that later steps run on a different IR. */
export function isConversion({ declaration }: { readonly declaration: PassDeclaration }): boolean {
  return declaration.to !== undefined;
}

/** Returns whether a pass for an IR runs on a side, as far as its IR is known. */
export function fitsIr(ir: string | undefined, side: Side): boolean {
  return ir === undefined || side.ir === undefined || ir === side.ir;
}
