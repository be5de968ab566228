import { hasType, isOverruled, originText, overrulingsOf, rulesThatMoved, ordersByName } from "@passwright/builder";
import type { Plan, PlanStep, ResolveInput, Selector } from "@passwright/builder";

/**
 * Returns a line for each rule that a step satisfies although the rule did not move the step. The author of the rule
 * then sees that the rule applies. The step's notes already contain the rules that moved the step.
 */
export function keptOrders(step: PlanStep, plan: Plan, { rules, overrides = [] }: ResolveInput): string[] {
  const at = plan.steps.indexOf(step);
  const overrulings = overrulingsOf(overrides);
  const moved = rulesThatMoved(step);
  return rules.flatMap((rule) => {
    const { strength, subject, relation, target, reason, origin } = rule;
    if (overrulings.some((one) => isOverruled(one, rule))) return [];
    if (relation !== "before" && relation !== "after") return [];
    if (moved.has(rule) || !isMeant(step, subject)) return [];
    const others = plan.steps.filter((one) => one !== step && isMeant(one, target));
    const holds = others.every((one) => plan.steps.indexOf(one) > at === (relation === "before"));
    if (others.length === 0 || !holds) return [];
    const names = others.map(({ address }) => `\`${address}\``).join(", ");
    return [
      `${relation} ${names}, also without the ${strength} rule that requires it: "${reason}" (${originText(origin)})`,
    ];
  });
}

function isMeant(step: PlanStep, selector: Selector): boolean {
  if (step.kind === "point") return false;
  return "pass" in selector ? step.pass === selector.pass : hasType(step.types, selector.type);
}

/**
 * Adds notes about the order of steps to a plan that was resolved from `input`. A note names an order that depends only
 * on the names of two contributors. Steps in `named`, given by address or pass, also get a note for each rule that
 * holds without moving the step.
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
  return [
    `${relation} ${shown.join(", ")}${more} by the names of the contributors alone: no rule or position decides it`,
  ];
}
