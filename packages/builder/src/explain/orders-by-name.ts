import { checkArguments, INPUT, isInput, isPlan } from "../check/check-data.ts";
import type { Plan, PlanStep } from "../plan/plan.ts";
import { finish } from "../resolve/finish.ts";
import type { ResolveInput } from "../resolve/resolve-input.ts";

/** Two steps of a plan, given by address, whose order depends only on the names of their contributors. */
export interface OrderByName {
  readonly first: string;
  readonly second: string;
  /** Contributors of the two steps. */
  readonly parties: readonly [first: string, second: string];
}

/** Indices of steps in an order, by address. */
type Positions = ReadonlyMap<string, number>;

/** Maximum number of contributors to examine. Each requires resolving again, so more would take seconds. */
const MOST_PARTIES = 100;

/**
 * Finds pairs of steps whose order depends only on the names of their contributors: neither a rule nor a position nor
 * the order of calls determines it, not even through other steps. `plan` must be the result of `input`.
 *
 * With more than 100 contributors, finds only adjacent pairs.
 */
export function ordersByName(input: ResolveInput, plan: Plan): readonly OrderByName[] {
  checkArguments("ordersByName", ["input", INPUT, isInput, input], ["plan", "a plan", isPlan, plan]);
  const parties = [...new Set(input.contributions.map(({ party }) => party))].sort();
  if (parties.length < 2) return [];
  const stretches = stretchesOf(plan);
  if (parties.length > MOST_PARTIES) return neighbours(stretches, positionsIf(input, parties.toReversed()));
  const inStretches = new Set(stretches.flat().map(({ origin }) => origin.name));
  // If a contributor has the last name, its steps come after all steps that need not follow them. Steps that must
  // follow them move along. One such naming per contributor therefore tries all other pairs in both orders.
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

/** Returns the contributed passes between every two adjacent steps of the framework. */
function stretchesOf({ steps }: Plan): readonly (readonly PlanStep[])[] {
  const stretches: PlanStep[][] = [[]];
  for (const step of steps) {
    const { kind, origin } = step;
    if (kind === "pass" && (origin.kind === "plugin" || origin.kind === "config")) stretches.at(-1)?.push(step);
    else if (kind === "point" || origin.kind === "framework") stretches.push([]);
  }
  return stretches.filter((stretch) => stretch.length > 1);
}

/** Resolves with the contributors renamed so that they sort in this order. */
function positionsIf(input: ResolveInput, parties: readonly string[]): Positions {
  // All numbers have the same number of digits, so that they sort as text.
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
