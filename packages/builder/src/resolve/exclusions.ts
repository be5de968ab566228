import { gapOf } from "../steps/nesting.ts";
import { excludedBy } from "../steps/bundle.ts";
import type { BundleRef } from "../steps/step.ts";
import type { Origin } from "../contributions/origin.ts";
import type { Element } from "./element.ts";

/** A step and the passes of a bundle in one gap, between which it must not be: the bundle is `without` it. */
export interface Exclusion {
  readonly step: Element;
  readonly bundle: BundleRef;
  /** The entry of `without` that applies. */
  readonly excluded: string;
  readonly members: readonly Element[];
  /** The sides of the members where the step is outside the bundle. Further passes of it may be in other gaps. */
  readonly sides: readonly ("before" | "after")[];
  readonly origin: Origin;
}

export function exclusionText({ step, bundle, excluded }: Pick<Exclusion, "step" | "bundle" | "excluded">): string {
  return `\`${step.name}\` cannot come between the passes of bundle \`${bundle.name}\`, which is without ${excluded}`;
}

/** Whether a step is outside the bundle in the default order of the gap. */
export function isOutside({ step, members, sides }: Exclusion, rank = (one: Element): number => one.position): boolean {
  const ranks = members.map(rank);
  const at = rank(step);
  return sides.some((side) => (side === "before" ? at < Math.min(...ranks) : at > Math.max(...ranks)));
}

/** Exclusions by gap, from the bundles of contributors that have a `without`. */
export class Exclusions {
  readonly #bundles = new Map<string, { readonly bundle: BundleRef; readonly byGap: Map<number, Element[]> }>();

  constructor(contributed: readonly Element[]) {
    for (const element of contributed) {
      const { bundle } = element;
      if (bundle?.without === undefined) continue;
      const { byGap } = this.#bundles.get(bundle.id) ?? { byGap: new Map<number, Element[]>() };
      this.#bundles.set(bundle.id, { bundle, byGap });
      const gap = gapOf(element.slot);
      byGap.set(gap, [...(byGap.get(gap) ?? []), element]);
    }
  }

  in(gap: number, there: readonly Element[]): readonly Exclusion[] {
    return [...this.#bundles.values()].flatMap(({ bundle, byGap }): Exclusion[] => {
      const members = byGap.get(gap);
      const [first] = members ?? [];
      if (members === undefined || first === undefined) return [];
      const gaps = [...byGap.keys()];
      const sides = [
        ...(gaps.every((one) => one >= gap) ? (["before"] as const) : []),
        ...(gaps.every((one) => one <= gap) ? (["after"] as const) : []),
      ];
      return there.flatMap((step): Exclusion[] => {
        const excluded = excludedBy(bundle, step);
        return excluded === undefined ? [] : [{ step, bundle, excluded, members, sides, origin: first.origin }];
      });
    });
  }
}
