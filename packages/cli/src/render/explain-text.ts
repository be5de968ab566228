import { describeDifference, originText, type Plan, type PlanStep } from "@passwright/builder";
import { type TapSummary } from "@passwright/loader";
import { headline, leftOutLines, type PlanContext } from "./plan-text.ts";

/** Every step with all that is known of how it came to be there. */
export function explainText(plan: Plan, context: PlanContext & { readonly taps: readonly TapSummary[] }): string {
  const steps = plan.steps.map((step) => `\n${stepText(step, plan.anchor)}`);
  const rest = [...leftOutLines(plan), ...(context.rest ?? [])].map((line) => `\n${line.trim()}`);
  const hooks = context.taps.map(({ hook, tap, plugin }) => `\nhook ${hook}\n    tapped   ${tap} (plugin ${plugin})`);
  return [headline(plan, context), ...steps, ...rest, ...hooks].join("\n");
}

/** Some steps of a plan, with what was left out under their names. */
export function explainSomeText(some: Plan): string {
  const steps = some.steps.map((step) => stepText(step, some.anchor));
  return [...steps, ...leftOutLines(some).map((line) => line.trim())].join("\n\n");
}

function stepText(step: PlanStep, anchor: string): string {
  const on = [anchor, ...step.nests.map((nest) => nest.anchor)].join(" > ");
  const options = Object.entries(step.options).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const lines = [
    step.kind === "point" ? `· ${step.pass}` : step.address,
    `    from     ${originText(step.origin)}`,
    ...(step.kind === "point" ? ["    is       an extension point"] : [`    types    ${step.types.join(", ")}`]),
    `    on       ${on}`,
    ...(step.bundle === undefined ? [] : [`    bundle   ${step.bundle}`]),
    ...(options.length === 0 ? [] : [`    options  ${options.join(" ")}`]),
    ...(step.because === "" ? [] : [`    because  ${step.because}`]),
    ...(step.notes ?? []).map((note) => `    order    ${note}`),
  ];
  return lines.join("\n");
}

/** What becomes of a plan without some plugins, one sentence for each difference. */
export function differenceText(
  before: Plan,
  after: Plan,
  taps: { readonly gone: readonly TapSummary[] },
  without: readonly string[],
): string {
  const differences = [
    ...describeDifference(before, after),
    ...taps.gone.map(
      ({ hook, tap, plugin }) => `hook \`${hook}\` is no longer tapped by \`${tap}\` (plugin ${plugin})`,
    ),
  ];
  const names = without.join(", ");
  if (differences.length === 0) return `without ${names}: nothing changes`;
  return [`without ${names}:`, ...differences.map((difference) => `  ${difference}`)].join("\n");
}
