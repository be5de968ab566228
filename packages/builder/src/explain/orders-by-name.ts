import type { Plan, PlanStep } from "../plan/plan.ts";
import { orderPipeline } from "../resolve/order-pipeline.ts";
import type { ResolveInput } from "../resolve/resolve-input.ts";

/** Addresses of two steps in a plan whose order depends only on the names of their contributors. */
export interface OrderByName {
  /** Address of the earlier step. */
  readonly first: string;
  /** Address of the later step. */
  readonly second: string;
}

/** Indices of steps in an order, by address. */
type Positions = ReadonlyMap<string, number>;

/** Maximum number of contributors to examine. Each contributor requires another resolution of the pipeline. */
const MOST_CONTRIBUTORS = 100;

/**
 * Finds pairs of steps whose order depends only on the names of their contributors. Rules, positions and the order of
 * calls do not determine the order of these pairs, either directly or through other steps. `plan` must be the plan that
 * resolving `input` returns.
 *
 * With more than 100 contributors, finds only adjacent pairs.
 */
export function ordersByName(input: ResolveInput, plan: Plan): readonly OrderByName[] {
  const contributors = [...new Set(input.contributions.map(({ contributor }) => contributor))].sort();
  if (contributors.length < 2) return [];
  const slots = slotsOf(plan);
  const areMany = contributors.length > MOST_CONTRIBUTORS;
  const inSlots = new Set(slots.flat().map(({ origin }) => origin.name));
  // If a contributor's name sorts last, its steps are as late as possible: only steps that must follow them come later.
  // Each contributor is last in some resolutions, so the resolutions cover both orders of every two steps whose order
  // is not determined.
  const lasts = areMany ? [] : contributors.filter((contributor) => inSlots.has(contributor));
  const orders = lasts.flatMap((last) => {
    const others = contributors.filter((contributor) => contributor !== last);
    return [
      [...others, last],
      [...others.toReversed(), last],
    ];
  });
  const namings = (areMany ? [contributors.toReversed()] : orders).map((order) => positionsIf(input, order));
  return slots.flatMap((slot) =>
    slot.flatMap((second, index) =>
      slot.slice(areMany ? Math.max(0, index - 1) : 0, index).flatMap((first) => {
        const isByName =
          first.origin.name !== second.origin.name && namings.some((one) => isBefore(second, first, one));
        return isByName ? [{ first: first.address, second: second.address }] : [];
      }),
    ),
  );
}

/** Returns the contributed passes between adjacent steps of the framework, if there are at least two passes. */
function slotsOf({ steps }: Plan): readonly (readonly PlanStep[])[] {
  const slots: PlanStep[][] = [[]];
  for (const step of steps) {
    const { kind, origin } = step;
    if (kind === "pass" && (origin.kind === "plugin" || origin.kind === "config")) slots.at(-1)?.push(step);
    else if (kind === "point" || origin.kind === "framework") slots.push([]);
  }
  return slots.filter((slot) => slot.length > 1);
}

/** Returns the positions that the steps would have if the contributors sorted in this order. */
function positionsIf(input: ResolveInput, contributors: readonly string[]): Positions {
  // All numbers get the same number of digits, so that sorting them as text gives numeric order.
  const digits = String(contributors.length).length;
  const renamed = new Map(contributors.map((contributor, index) => [contributor, String(index).padStart(digits, "0")]));
  const contributions = input.contributions.map((one) => ({
    ...one,
    contributor: renamed.get(one.contributor) as string,
  }));
  // A step that would be dropped as a duplicate in this order keeps its position.
  const { order } = orderPipeline({ ...input, contributions, keepDuplicates: true });
  return new Map(order?.map(({ address }, position) => [address, position]));
}

function isBefore(one: PlanStep, other: PlanStep, positions: Positions): boolean {
  const [left, right] = [positions.get(one.address), positions.get(other.address)];
  return left !== undefined && right !== undefined && left < right;
}
