import { isClosedBetween } from "../bundle.ts";
import { type Item } from "./item.ts";

/** All of one group before all of another, by the groups' numbers. */
export type GroupPair = readonly [first: readonly number[], second: readonly number[]];

/** The items of a gap in groups that stand together as one: the members of a closed bundle, or an item by itself. */
export class GapGroups {
  readonly groups: readonly (readonly Item[])[];
  readonly #numbers = new Map<Item, number>();

  constructor(items: readonly Item[]) {
    const groups: Item[][] = [];
    for (const item of items) {
      const { bundle } = item;
      const last = groups.at(-1);
      if (last !== undefined && isClosedBetween((last[0] as Item).bundle, bundle)) last.push(item);
      else groups.push([item]);
    }
    this.groups = groups;
    groups.forEach((group, number) => {
      for (const item of group) this.#numbers.set(item, number);
    });
  }

  numberOf(item: Item): number {
    return this.#numbers.get(item) as number;
  }

  /** What it means for groups that all of `first` come before all of `second`. A group is not compared with itself. */
  pairs(first: readonly Item[], second: readonly Item[]): readonly GroupPair[] {
    const [left, right] = [this.#of(first), this.#of(second)];
    const both = [...left].filter((number) => right.has(number));
    if (both.length === 0) return [[[...left], [...right]]];
    const [onlyLeft, onlyRight] = [left, right].map((side) => [...side].filter((number) => !both.includes(number)));
    return [
      [onlyLeft as number[], [...right]],
      [both, onlyRight as number[]],
    ];
  }

  /** Whether no group contradicts that by itself: by its own order, or as two groups would each have to be first. */
  allows(first: readonly Item[], second: readonly Item[]): boolean {
    const right = this.#of(second);
    const both = [...this.#of(first)].filter((number) => right.has(number));
    if (both.length === 0) return true;
    const group = this.groups[both[0] as number] as readonly Item[];
    const lastOfFirst = group.findLastIndex((item) => first.includes(item));
    return both.length === 1 && lastOfFirst < group.findIndex((item) => second.includes(item));
  }

  #of(items: readonly Item[]): ReadonlySet<number> {
    return new Set(items.map((item) => this.numberOf(item)));
  }
}
