import { hasType, isOverruled, originText, overrulingsOf, rulesThatMoved } from "@passwright/builder";
import type { Plan, PlanStep, ResolveInput, Selector } from "@passwright/builder";

/**
 * Returns a line for each rule about the order of a step that holds without having moved anything, so that its author sees
 * that it applies. What a rule moved is in the notes of the step.
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
      `${relation} ${names}, where it stands anyway; so asks a ${strength} rule: "${reason}" (${originText(origin)})`,
    ];
  });
}

function isMeant(step: PlanStep, selector: Selector): boolean {
  if (step.kind === "point") return false;
  return "pass" in selector ? step.pass === selector.pass : hasType(step.types, selector.type);
}
