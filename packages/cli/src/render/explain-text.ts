import { originText, type Plan, type PlanDifference, type PlanStep } from "@passwright/builder";
import { headline, type PlanContext } from "./plan-text.ts";

/** Every step with all that is known of how it came to be there. */
export function explainText(plan: Plan, context: PlanContext): string {
  return [headline(plan, context), ...plan.steps.map((step) => `\n${stepText(step, plan.anchor)}`)].join("\n");
}

function stepText(step: PlanStep, anchor: string): string {
  const on = [anchor, ...step.nests.map((nest) => nest.anchor)].join(" > ");
  const options = Object.entries(step.options).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const lines = [
    step.kind === "point" ? `· ${step.pass}` : step.address,
    `    from     ${originText(step.origin)}`,
    ...(step.kind === "point" ? ["    is       an extension point"] : [`    types    ${step.types.join(", ")}`]),
    `    on       ${on}`,
    ...(options.length === 0 ? [] : [`    options  ${options.join(" ")}`]),
    ...(step.because === "" ? [] : [`    because  ${step.because}`]),
  ];
  return lines.join("\n");
}

/** What becomes of a plan without some plugins, step by step. */
export function differenceText(
  before: Plan,
  after: Plan,
  difference: PlanDifference,
  without: readonly string[],
): string {
  const { gone, added, moved } = difference;
  const names = without.join(", ");
  if (gone.length + added.length + moved.length === 0) return `without ${names}: nothing changes`;
  const all = [...gone, ...added, ...moved];
  const width = Math.max(...all.map(({ address }) => address.length));
  const row = (mark: string, step: PlanStep, text: string): string =>
    `  ${mark} ${step.address.padEnd(width)}  ${text}`.trimEnd();
  return [
    `without ${names}:`,
    ...gone.map((step) => row("-", step, `gone; it was ${neighbours(before, step)}: ${step.because}`)),
    ...added.map((step) => row("+", step, `new, ${neighbours(after, step)}: ${step.because}`)),
    ...moved.map((step) => row("~", step, `moved, from ${neighbours(before, step)} to ${neighbours(after, step)}`)),
  ].join("\n");
}

/** `after cse, before lower`: where a step is in a plan, by the steps around it. */
function neighbours(plan: Plan, step: PlanStep): string {
  const index = plan.steps.findIndex(({ address }) => address === step.address);
  const [left, right] = [plan.steps[index - 1], plan.steps[index + 1]];
  if (left === undefined && right === undefined) return "alone";
  if (left === undefined) return `first, before ${right?.address}`;
  return right === undefined ? `last, after ${left.address}` : `between ${left.address} and ${right.address}`;
}
