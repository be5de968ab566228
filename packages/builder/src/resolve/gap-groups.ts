import { isClosedBetween } from "../steps/bundle.ts";
import { type Element } from "./element.ts";

/** All of one group before all of another, by the groups' numbers. */
export type GroupPair = readonly [first: readonly number[], second: readonly number[]];

/** What is in a gap, in groups that stand together as one: the members of a closed bundle, or a pass by itself. */
export class GapGroups {
  readonly groups: readonly (readonly Element[])[];
  /** By the position of a pass in its gap. */
  readonly #numbers: readonly number[];

  /** Of all that is in a gap, which knows its position. */
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
   * What it means for groups that all of `first` come before all of `second`, which have no pass in common. A group is not
   * compared with itself.
   */
  pairs(first: readonly Element[], second: readonly Element[]): readonly GroupPair[] {
    if (this.#areSingle) return [[this.#numbersOf(first), this.#numbersOf(second)]];
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
  allows(first: readonly Element[], second: readonly Element[]): boolean {
    if (this.#areSingle) return true;
    const right = this.#of(second);
    const both = [...this.#of(first)].filter((number) => right.has(number));
    if (both.length === 0) return true;
    const group = this.groups[both[0] as number] as readonly Element[];
    const lastOfFirst = group.findLastIndex((element) => first.includes(element));
    return both.length === 1 && lastOfFirst < group.findIndex((element) => second.includes(element));
  }

  /** Without closed bundles every pass is a group, and most gaps are so. */
  get #areSingle(): boolean {
    return this.groups.length === this.#numbers.length;
  }

  #numbersOf(elements: readonly Element[]): number[] {
    return elements.map((element) => this.numberOf(element));
  }

  #of(elements: readonly Element[]): ReadonlySet<number> {
    return new Set(this.#numbersOf(elements));
  }
}
