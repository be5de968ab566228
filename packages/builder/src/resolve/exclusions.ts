import { slotNumber } from "../steps/nesting.ts";
import { excludedBy } from "../steps/bundle.ts";
import type { BundleRef } from "../steps/step.ts";
import type { Origin } from "../contributions/origin.ts";
import type { Element } from "./element.ts";

/** Step and passes of a bundle in one slot. The `without` of the bundle forbids the step between these passes. */
export interface Exclusion {
  readonly step: Element;
  readonly bundle: BundleRef;
  /** Entry of `without` that applies to the step. */
  readonly excluded: string;
  readonly members: readonly Element[];
  /**
   * Sides of the members on which the step is outside the bundle. Further passes of the bundle may be in other slots.
   */
  readonly sides: readonly ("before" | "after")[];
  readonly origin: Origin;
}

export function exclusionText({ step, bundle, excluded }: Pick<Exclusion, "step" | "bundle" | "excluded">): string {
  return `\`${step.name}\` cannot be inserted into bundle \`${bundle.name}\`, which excludes ${excluded}`;
}

/** Returns whether the step is outside the bundle. By default, `rank` returns the position in the default order. */
export function isOutside({ step, members, sides }: Exclusion, rank = (one: Element): number => one.position): boolean {
  const ranks = members.map(rank);
  const at = rank(step);
  return sides.some((side) => (side === "before" ? at < Math.min(...ranks) : at > Math.max(...ranks)));
}

/** Exclusions by slot, from contributed bundles with `without`. */
export class Exclusions {
  readonly #bundles = new Map<string, { readonly bundle: BundleRef; readonly bySlot: Map<number, Element[]> }>();

  constructor(contributed: readonly Element[]) {
    for (const element of contributed) {
      const { bundle } = element;
      if (bundle?.without === undefined) continue;
      const { bySlot } = this.#bundles.get(bundle.id) ?? { bySlot: new Map<number, Element[]>() };
      this.#bundles.set(bundle.id, { bundle, bySlot });
      const slot = slotNumber(element.slot);
      bySlot.set(slot, [...(bySlot.get(slot) ?? []), element]);
    }
  }

  in(slot: number, there: readonly Element[]): readonly Exclusion[] {
    return [...this.#bundles.values()].flatMap(({ bundle, bySlot }): Exclusion[] => {
      const members = bySlot.get(slot);
      const [first] = members ?? [];
      if (members === undefined || first === undefined) return [];
      const slots = [...bySlot.keys()];
      const sides = [
        ...(slots.every((one) => one >= slot) ? (["before"] as const) : []),
        ...(slots.every((one) => one <= slot) ? (["after"] as const) : []),
      ];
      return there.flatMap((step): Exclusion[] => {
        const excluded = excludedBy(bundle, step);
        return excluded === undefined ? [] : [{ step, bundle, excluded, members, sides, origin: first.origin }];
      });
    });
  }
}
