import type { Plan, PlanStep } from "../plan/plan.ts";
import { countWhile } from "../count-while.ts";

/** Differences between two plans. Steps are identified by address. */
export type PlanDifference = ListDifference<PlanStep>;

/** Returns the indices of a longest increasing subsequence of `values`. The items at these indices did not move. */
function longestGrowing(values: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  values.forEach((value, index) => {
    const length = countWhile(tails.length, (at) => (values[tails[at] as number] as number) < value);
    previous[index] = tails[length - 1] ?? -1;
    tails[length] = index;
  });
  const kept = new Set<number>();
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) kept.add(index);
  return kept;
}

/** Difference of two lists. */
export interface ListDifference<T> {
  /** Items that are only in the first list. */
  readonly gone: readonly T[];
  /** Items that are only in the second list. */
  readonly added: readonly T[];
  /** Smallest number of items, of those in both lists, that explains the new order. */
  readonly moved: readonly T[];
}

/** Compares two lists of items, which are identified by unique keys. */
export function diffLists<T>(before: readonly T[], after: readonly T[], keyOf: (one: T) => string): ListDifference<T> {
  const positions = new Map(before.map((one, index) => [keyOf(one), index]));
  const keys = new Set(after.map((one) => keyOf(one)));
  const both = after.filter((one) => positions.has(keyOf(one)));
  const kept = longestGrowing(both.map((one) => positions.get(keyOf(one)) as number));
  return {
    gone: before.filter((one) => !keys.has(keyOf(one))),
    added: after.filter((one) => !positions.has(keyOf(one))),
    moved: both.filter((_, index) => !kept.has(index)),
  };
}

/** Compares the steps of two plans. As few steps as possible count as moved. */
export function diffPlans(before: Plan, after: Plan): PlanDifference {
  return diffLists(before.steps, after.steps, ({ address }) => address);
}
