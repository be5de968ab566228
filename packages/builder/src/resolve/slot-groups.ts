import { isClosedBetween } from "../steps/bundle.ts";
import type { Element } from "./element.ts";

/** Order demand between numbered groups: all groups of `first` must precede all groups of `second`. */
export type GroupPair = readonly [first: readonly number[], second: readonly number[]];

/** Steps of a slot in groups that stay together: the members of a closed bundle, or a single pass. */
export class SlotGroups {
  readonly groups: readonly (readonly Element[])[];
  /** Group of each pass, by its position in the slot. */
  readonly #numbers: readonly number[];

  /** Groups the steps of a slot. The `position` of each step must already be set. */
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
   * Converts the demand that all of `first` precede all of `second` to demands between groups. The result omits two
   * kinds of pairs: a group with itself, and two groups that both contain steps of `first` and steps of `second`.
   * Omitted pairs can contradict the demand, so callers must also call {@link allows}.
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

  /** Returns whether the groups allow that all of `first` precede all of `second`, apart from other demands. */
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
