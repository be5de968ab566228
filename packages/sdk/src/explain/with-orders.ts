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
      ...(isNamed ? keptOrders(step, plan, input.rules) : []),
      ...byName.flatMap(({ first, second, parties: [left, right] }) => {
        const why = `by name alone: nobody asked for an order, and \`${left}\` comes before \`${right}\``;
        if (address === first) return [`before \`${second}\` ${why}`];
        return address === second ? [`after \`${first}\` ${why}`] : [];
      }),
    ];
    return more.length === 0 ? step : { ...step, notes: [...(step.notes ?? []), ...more] };
  });
  return { ...plan, steps };
}
