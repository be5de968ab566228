import { checkArguments, INPUT, isInput, isPlan } from "../check/check-data.ts";
import type { Plan, PlanStep } from "../plan/plan.ts";
import { finish } from "../resolve/finish.ts";
import type { ResolveInput } from "../resolve/resolve-input.ts";

/** Two steps of a plan, by address, whose order depends only on the names of their contributors. */
export interface OrderByName {
  readonly first: string;
  readonly second: string;
  /** Contributor of each. */
  readonly parties: readonly [first: string, second: string];
}

/** Maps addresses of steps to their positions. */
type Positions = ReadonlyMap<string, number>;

/** Maximum number of contributors. Each costs a resolution, so more would take seconds. */
const MOST_PARTIES = 100;

/**
 * Finds pairs of steps whose order depends only on the names of their contributors: no rule, position or order of
 * calls decides it, not even through other steps. `plan` is the result of `input`.
 *
 * With more than 100 contributors, finds only pairs of neighbors.
 */
export function ordersByName(input: ResolveInput, plan: Plan): readonly OrderByName[] {
  checkArguments("ordersByName", ["input", INPUT, isInput, input], ["plan", "a plan", isPlan, plan]);
  const parties = [...new Set(input.contributions.map(({ party }) => party))].sort();
  if (parties.length < 2) return [];
  const stretches = stretchesOf(plan);
  if (parties.length > MOST_PARTIES) return neighbours(stretches, positionsIf(input, parties.toReversed()));
  const inStretches = new Set(stretches.flat().map(({ origin }) => origin.name));
  // With the last of all names, a contributor's steps come after every step that need not follow them. Steps that must
  // follow them move with them, so all others are tried in both orders.
  const namings = parties
    .filter((party) => inStretches.has(party))
    .flatMap((last) => {
      const others = parties.filter((party) => party !== last);
      return [positionsIf(input, [...others, last]), positionsIf(input, [...others.toReversed(), last])];
    });
  return stretches.flatMap((stretch) =>
    stretch.flatMap((second, index) =>
      stretch.slice(0, index).flatMap((first) => {
        const isByName =
          first.origin.name !== second.origin.name && namings.some((one) => isBefore(second, first, one));
        return isByName ? [pairOf(first, second)] : [];
      }),
    ),
  );
}

/** Returns the contributed passes between every two steps of the framework. */
function stretchesOf({ steps }: Plan): readonly (readonly PlanStep[])[] {
  const stretches: PlanStep[][] = [[]];
  for (const step of steps) {
    const { kind, origin } = step;
    if (kind === "pass" && (origin.kind === "plugin" || origin.kind === "config")) stretches.at(-1)?.push(step);
    else if (kind === "point" || origin.kind === "framework") stretches.push([]);
  }
  return stretches.filter((stretch) => stretch.length > 1);
}

/** Resolves the order with names of contributors that compare in this order. */
function positionsIf(input: ResolveInput, parties: readonly string[]): Positions {
  // Numbers with equally many digits compare as numbers.
  const digits = String(parties.length).length;
  const renamed = new Map(parties.map((party, index) => [party, String(index).padStart(digits, "0")]));
  const contributions = input.contributions.map((one) => ({ ...one, party: renamed.get(one.party) as string }));
  return new Map(finish({ ...input, contributions }).order?.map(({ address }, position) => [address, position]));
}

function neighbours(stretches: readonly (readonly PlanStep[])[], reversed: Positions): readonly OrderByName[] {
  return stretches.flatMap((stretch) =>
    stretch.flatMap((second, index) => {
      const first = stretch[index - 1];
      return first !== undefined && isBefore(second, first, reversed) ? [pairOf(first, second)] : [];
    }),
  );
}

function isBefore(one: PlanStep, other: PlanStep, positions: Positions): boolean {
  const [left, right] = [positions.get(one.address), positions.get(other.address)];
  return left !== undefined && right !== undefined && left < right;
}

function pairOf(first: PlanStep, second: PlanStep): OrderByName {
  return { first: first.address, second: second.address, parties: [first.origin.name, second.origin.name] };
}
