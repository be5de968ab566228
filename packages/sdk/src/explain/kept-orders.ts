import { hasType, originText, ruleText } from "@passwright/builder";
import type { Plan, PlanStep, Rule, Selector } from "@passwright/builder";

/**
 * Returns a line for each rule about the order of a step that holds without having moved anything, so that its author sees
 * that it applies. What a rule moved is in the notes of the step.
 */
export function keptOrders(step: PlanStep, plan: Plan, rules: readonly Rule[]): string[] {
  const at = plan.steps.indexOf(step);
  // The user overruled them.
  const overruled = new Set(plan.overridden?.map(({ what }) => what));
  return rules.flatMap((rule) => {
    const { strength, subject, relation, target, reason, origin } = rule;
    if (overruled.has(`rule ${ruleText(rule)} (${originText(origin)})`)) return [];
    if (relation !== "before" && relation !== "after") return [];
    const because = `rule: "${reason}" (${originText(origin)})`;
    if (!isMeant(step, subject) || step.notes?.some((note) => note.endsWith(because)) === true) return [];
    const others = plan.steps.filter((one) => one !== step && isMeant(one, target));
    const holds = others.every((one) => plan.steps.indexOf(one) > at === (relation === "before"));
    if (others.length === 0 || !holds) return [];
    const names = others.map(({ address }) => `\`${address}\``).join(", ");
    return [`${relation} ${names}, where it stands anyway; so asks a ${strength} ${because}`];
  });
}

function isMeant(step: PlanStep, selector: Selector): boolean {
  if (step.kind === "point") return false;
  return "pass" in selector ? step.pass === selector.pass : hasType(step.types, selector.type);
}
