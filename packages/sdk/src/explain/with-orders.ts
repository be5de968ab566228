import { ordersByName } from "@passwright/builder";
import type { Plan, ResolveInput } from "@passwright/builder";
import { keptOrders } from "./kept-orders.ts";

/**
 * Adds notes about the order to the steps of a plan: pairs that only the names of two contributors order and, for steps
 * that are `named` by address or pass, rules that hold without having moved anything. `input` is the plan's.
 */
export function withOrders(plan: Plan, input: ResolveInput, named: readonly string[] = []): Plan {
  const byName = ordersByName(input, plan);
  const steps = plan.steps.map((step) => {
    const { address, pass } = step;
    const isNamed = named.includes(address) || named.includes(pass);
    const more = [
      ...(isNamed ? keptOrders(step, plan, input) : []),
      ...byNameAlone(
        "after",
        byName.filter(({ second }) => address === second).map(({ first }) => first),
      ),
      ...byNameAlone(
        "before",
        byName.filter(({ first }) => address === first).map(({ second }) => second),
      ),
    ];
    return more.length === 0 ? step : { ...step, notes: [...(step.notes ?? []), ...more] };
  });
  return { ...plan, steps };
}

function byNameAlone(relation: "before" | "after", others: readonly string[]): string[] {
  if (others.length === 0) return [];
  const shown = others.slice(0, 3).map((address) => `\`${address}\``);
  const more = others.length > shown.length ? ` and ${others.length - shown.length} more` : "";
  return [`${relation} ${shown.join(", ")}${more} by the names of the contributors alone: nobody asked for an order`];
}
