import { slotNumber } from "../steps/nesting.ts";
import { Outsiders } from "../steps/bundle.ts";
import type { BundleRef } from "../steps/step.ts";
import type { Origin } from "../contributions/origin.ts";
import { getOrMake, pushTo } from "../maps.ts";
import type { Element } from "./element.ts";

/**
 * Requirement that a step is outside a bundle, because the setting `without` of the bundle excludes the step. Concerns
 * only the passes of the bundle that are in the same slot as the step.
 */
export interface Exclusion {
  readonly step: Element;
  readonly bundle: BundleRef;
  readonly excluded: string;
  readonly members: readonly Element[];
  /** Allowed sides of `members`. Passes of the bundle in earlier slots exclude `before`, in later slots `after`. */
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

interface Selective {
  readonly bundle: BundleRef;
  readonly bySlot: Map<number, Element[]>;
}

/** Exclusions by slot, from contributed bundles with `without`. */
export class Exclusions {
  readonly #bySlot = new Map<number, Selective[]>();

  constructor(contributed: readonly Element[]) {
    const bundles = new Map<string, Selective>();
    for (const element of contributed) {
      const { bundle } = element;
      if (bundle?.without === undefined) continue;
      const selective = getOrMake(bundles, bundle.id, () => ({ bundle, bySlot: new Map<number, Element[]>() }));
      const slot = slotNumber(element.slot);
      if (!selective.bySlot.has(slot)) pushTo(this.#bySlot, slot, selective);
      pushTo(selective.bySlot, slot, element);
    }
  }

  in(slot: number, there: readonly Element[]): readonly Exclusion[] {
    const bundles = this.#bySlot.get(slot) ?? [];
    if (bundles.length === 0) return [];
    const outsiders = new Outsiders(there);
    return bundles.flatMap(({ bundle, bySlot }): Exclusion[] => {
      const members = bySlot.get(slot) as readonly Element[];
      const { origin } = members[0] as Element;
      const slots = [...bySlot.keys()];
      const sides = [
        ...(slots.every((one) => one >= slot) ? (["before"] as const) : []),
        ...(slots.every((one) => one <= slot) ? (["after"] as const) : []),
      ];
      return outsiders.of(bundle).map(({ step, excluded }) => ({ step, bundle, excluded, members, sides, origin }));
    });
  }
}
