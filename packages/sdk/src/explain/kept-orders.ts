import {
  hasType,
  isOverruled,
  originText,
  overrulingsOf,
  resolve,
  rulesThatMoved,
  ordersByName,
} from "@passwright/builder";
import type { Plan, PlanStep, ResolveInput, Selector } from "@passwright/builder";

/** Maximum number of rules to leave out one by one. Each of these rules requires resolving the plan again. */
const MOST_TRIED = 16;

/**
 * Returns a line for each rule that a step satisfies and that its notes do not contain, so that the author of the rule
 * can check it. Such a rule can also determine the order, if other rules would otherwise move the step.
 */
function keptOrders(step: PlanStep, plan: Plan, input: ResolveInput): string[] {
  const { rules, overrides = [] } = input;
  let tried = 0;
  const overrulings = overrulingsOf(overrides);
  const moved = rulesThatMoved(step);
  return rules.flatMap((rule) => {
    const { strength, subject, relation, target, reason, origin } = rule;
    if (overrulings.some((one) => isOverruled(one, rule))) return [];
    if (relation !== "before" && relation !== "after") return [];
    if (moved.has(rule) || !isMeant(step, subject)) return [];
    const others = plan.steps.flatMap((one) => (one !== step && isMeant(one, target) ? [one.address] : []));
    const holdsIn = (steps: readonly PlanStep[]): boolean => {
      const order = steps.map(({ address }) => address);
      const at = order.indexOf(step.address);
      return others.every((other) => order.indexOf(other) > at === (relation === "before"));
    };
    if (others.length === 0 || !holdsIn(plan.steps)) return [];
    const without =
      tried++ < MOST_TRIED ? resolve({ ...input, rules: rules.filter((one) => one !== rule) }).plan?.steps : undefined;
    const how =
      without === undefined || holdsIn(without)
        ? `also without the ${strength} rule that requires it`
        : `by a ${strength} rule`;
    return [
      `${relation} ${others.map((other) => `\`${other}\``).join(", ")}, ${how}: "${reason}" (${originText(origin)})`,
    ];
  });
}

function isMeant(step: PlanStep, selector: Selector): boolean {
  if (step.kind === "point") return false;
  if ("pass" in selector) return [step.pass, step.address].includes(selector.pass);
  return hasType(step.types, selector.type);
}

/**
 * Adds notes to `plan`, which was resolved from `input`, about orders that depend only on the names of contributors.
 * Steps whose address or pass name is in `named` also get notes about the rules that they satisfy.
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
        byName.flatMap(({ first, second }) => (address === second ? [first] : [])),
      ),
      ...byNameAlone(
        "before",
        byName.flatMap(({ first, second }) => (address === first ? [second] : [])),
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
  return [
    `${relation} ${shown.join(", ")}${more} by the names of the contributors alone: no rule or position decides it`,
  ];
}
