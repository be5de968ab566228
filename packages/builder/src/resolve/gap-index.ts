import { gapOf } from "../steps/nesting.ts";
import type { Element } from "./element.ts";
import { pushTo } from "../push-to.ts";

const NONE: readonly Element[] = [];

/** Where many passes are that one selector means, before they have an order. */
export class GapIndex {
  /** The gaps, or steps, of the first and the last of them. */
  readonly earliest: number;
  readonly latest: number;
  readonly #byGap = new Map<number, Element[]>();

  constructor(elements: readonly Element[]) {
    let [earliest, latest] = [Infinity, -Infinity];
    for (const element of elements) {
      const gap = gapOf(element.slot);
      earliest = Math.min(earliest, gap);
      latest = Math.max(latest, gap);
      if (element.contribution === undefined) continue;
      pushTo(this.#byGap, gap, element);
    }
    this.earliest = earliest;
    this.latest = latest;
  }

  /** How many gaps there are in which somebody put one. */
  get size(): number {
    return this.#byGap.size;
  }

  get gaps(): Iterable<number> {
    return this.#byGap.keys();
  }

  /** The contributed ones in a gap. */
  in(gap: number): readonly Element[] {
    return this.#byGap.get(gap) ?? NONE;
  }
}
