import { isClosedBetween } from "../steps/bundle.ts";
import type { Element } from "./element.ts";

/** Demand that all of one group come before all of another. Groups are numbers. */
export type GroupPair = readonly [first: readonly number[], second: readonly number[]];

/** Steps of a gap in groups that stay together: the members of a closed bundle, or a single pass. */
export class GapGroups {
  readonly groups: readonly (readonly Element[])[];
  /** Groups by the position of a pass in its gap. */
  readonly #numbers: readonly number[];

  /** Groups of all steps in a gap. The steps have their positions. */
  constructor(elements: readonly Element[]) {
    const groups: Element[][] = [];
    this.#numbers = elements.map((element) => {
      const last = groups.at(-1);
      if (last !== undefined && isClosedBetween((last[0] as Element).bundle, element.bundle)) last.push(element);
      else groups.push([element]);
      return groups.length - 1;
    });
    this.groups = groups;
  }

  numberOf(element: Element): number {
    return this.#numbers[element.position] as number;
  }

  /**
   * Returns the pairs of groups for a demand that all of `first` come before all of `second`. A group is not compared
   * with itself, and two groups that are in both are not compared with each other: {@link allows} returns whether that
   * hides a contradiction.
   */
  pairs(first: readonly Element[], second: readonly Element[]): readonly GroupPair[] {
    const [left, right] = [this.#of(first), this.#of(second)];
    const both = inBoth(left, right);
    if (both.size === 0) return [[[...left], [...right]]];
    const without = (numbers: ReadonlySet<number>): number[] => [...numbers].filter((number) => !both.has(number));
    const pairs: readonly GroupPair[] = [
      [without(left), [...right]],
      [[...both], without(right)],
    ];
    return pairs.filter(([before, after]) => before.length > 0 && after.length > 0);
  }

  /** Returns whether an order of the groups can have all of `first` before all of `second`. */
  allows(first: readonly Element[], second: readonly Element[]): boolean {
    const [shared, ...more] = inBoth(this.#of(first), this.#of(second));
    if (shared === undefined) return true;
    const group = this.groups[shared] as readonly Element[];
    const lastOfFirst = group.findLastIndex((element) => first.includes(element));
    return more.length === 0 && lastOfFirst <= group.findIndex((element) => second.includes(element));
  }

  #of(elements: readonly Element[]): ReadonlySet<number> {
    return new Set(elements.map((element) => this.numberOf(element)));
  }
}

function inBoth(left: ReadonlySet<number>, right: ReadonlySet<number>): ReadonlySet<number> {
  const [smaller, larger] = left.size < right.size ? [left, right] : [right, left];
  return new Set([...smaller].filter((number) => larger.has(number)));
}
