import { checkArguments, INPUT, isInput, isPlan } from "../check/check-data.ts";
import type { Plan, PlanStep } from "../plan/plan.ts";
import { finish } from "../resolve/finish.ts";
import type { ResolveInput } from "../resolve/resolve-input.ts";

/** Two neighbours in a plan, by their addresses, of which only the names of their parties say which comes first. */
export interface OrderByName {
  readonly first: string;
  readonly second: string;
  /** Who asked for each. */
  readonly parties: readonly [first: string, second: string];
}

/**
 * The neighbours in a plan that would stand the other way round if the names of the parties compared the other way: nobody
 * asked for their order. `plan` is what `input` resolves to.
 */
export function ordersByName(input: ResolveInput, plan: Plan): readonly OrderByName[] {
  checkArguments("ordersByName", ["input", INPUT, isInput, input], ["plan", "a plan", isPlan, plan]);
  const parties = [...new Set(input.contributions.map(({ party }) => party))].sort().reverse();
  if (parties.length < 2) return [];
  // Numbers of one length compare as numbers.
  const digits = String(parties.length).length;
  const renamed = new Map(parties.map((party, index) => [party, String(index).padStart(digits, "0")]));
  const contributions = input.contributions.map((one) => ({ ...one, party: renamed.get(one.party) as string }));
  const positions = new Map<string, number>();
  finish({ ...input, contributions }).order?.forEach(({ address }, position) => positions.set(address, position));
  const isAsked = ({ kind, origin }: PlanStep): boolean =>
    kind === "pass" && (origin.kind === "plugin" || origin.kind === "config");
  return plan.steps.flatMap((second, index) => {
    const first = plan.steps[index - 1];
    if (first === undefined || !isAsked(first) || !isAsked(second)) return [];
    const [one, other] = [positions.get(first.address), positions.get(second.address)];
    if (one === undefined || other === undefined || one < other) return [];
    return [{ first: first.address, second: second.address, parties: [first.origin.name, second.origin.name] }];
  });
}
