import { type Plan, type PlanStep } from "../plan.ts";

/** How a plan differs from another. Steps are the same when their addresses are. */
export interface PlanDifference {
  readonly gone: readonly PlanStep[];
  readonly added: readonly PlanStep[];
  /** Steps that both have, but between other neighbours among the steps that both have. */
  readonly moved: readonly PlanStep[];
}

/** Positions of a longest run of growing numbers: what did not move. */
function longestGrowing(values: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  values.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : (tails[low - 1] as number);
    tails[low] = index;
  });
  const kept = new Set<number>();
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) kept.add(index);
  return kept;
}

/** What became of a plan's steps: gone, added, moved. As few as possible count as moved. */
export function diffPlans(before: Plan, after: Plan): PlanDifference {
  const positions = new Map(before.steps.map((step, index) => [step.address, index]));
  const addresses = new Set(after.steps.map((step) => step.address));
  const both = after.steps.filter((step) => positions.has(step.address));
  const kept = longestGrowing(both.map((step) => positions.get(step.address) as number));
  return {
    gone: before.steps.filter((step) => !addresses.has(step.address)),
    added: after.steps.filter((step) => !positions.has(step.address)),
    moved: both.filter((_, index) => !kept.has(index)),
  };
}
