import { areTogether, groupNest } from "../steps/groups.ts";
import { slotNumber } from "../steps/nesting.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import type { Nest } from "../steps/step.ts";
import type { Element } from "./element.ts";

/** Groups in one slot, and the contributed steps that belong to them. */
export interface Together {
  /** Returns the group of a contributed step, or `undefined` if the step is not a member of a group. */
  homeOf(element: Element): string | undefined;
  /** `begun`: groups with members before the slot. `unfinished`: groups with members after the slot. */
  readonly begun: ReadonlySet<string>;
  readonly unfinished: ReadonlySet<string>;
}

/**
 * Assigns contributed members to groups. A member joins a group of the framework if this group is adjacent to the
 * member or surrounds the member. Between two consecutive passes of the framework, the remaining members with the same
 * group name form one group.
 */
export class Homes {
  readonly #basePipeline: BasePipeline;
  readonly #homes = new Map<string, string>();
  /** Positions of the first and last member of each group, as slot numbers. */
  readonly #extents = new Map<string, { first: number; last: number }>();

  constructor(basePipeline: BasePipeline, contributed: readonly Element[]) {
    this.#basePipeline = basePipeline;
    basePipeline.steps.forEach(({ kind, nests }, index) => {
      const nest = kind === "pass" ? groupNest(nests) : undefined;
      if (nest !== undefined) this.#extend(keyOf(nest), 3 * index + 1);
    });
    for (const element of contributed) {
      const nest = groupNest(element.nests);
      if (nest === undefined) continue;
      const slot = slotNumber(element.slot);
      const home = this.#homeAt(slot, element, nest);
      this.#homes.set(element.address, home);
      this.#extend(home, slot);
    }
  }

  homeOf(element: Element): string | undefined {
    const nest = groupNest(element.nests);
    if (nest === undefined || element.contribution !== undefined) return this.#homes.get(element.address);
    return nest.id === undefined ? undefined : keyOf(nest);
  }

  in(slot: number, there: readonly Element[]): Together | undefined {
    const homes = [...new Set(there.flatMap((element) => this.#homes.get(element.address) ?? []))];
    if (homes.length === 0) return undefined;
    const begun = new Set(homes.filter((home) => (this.#extents.get(home)?.first ?? slot) < slot));
    const unfinished = new Set(homes.filter((home) => (this.#extents.get(home)?.last ?? slot) > slot));
    return { homeOf: (element) => this.#homes.get(element.address), begun, unfinished };
  }

  #homeAt(slot: number, { nests }: Element, nest: Nest): string {
    if (nest.id !== undefined) return keyOf(nest);
    const { steps } = this.#basePipeline;
    let [left, right] = [Math.floor(slot / 3), Math.floor(slot / 3) + 1];
    while (steps[left]?.kind === "point") left--;
    while (steps[right]?.kind === "point") right++;
    const beside = [steps[left], steps[right]].find((step) => step !== undefined && areTogether(step.nests, nests));
    const own = beside && groupNest(beside.nests);
    if (own !== undefined) return keyOf(own);
    return JSON.stringify([left, nests.map(({ anchor, id }) => [anchor, id])]);
  }

  #extend(home: string, position: number): void {
    const { first, last } = this.#extents.get(home) ?? { first: position, last: position };
    this.#extents.set(home, { first: Math.min(first, position), last: Math.max(last, position) });
  }
}

/** Returns the key of a group. Only groups of the framework have an `id`. */
function keyOf({ id }: Nest): string {
  return String(id);
}
