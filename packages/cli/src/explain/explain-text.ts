import { originText, printOptions } from "@passwright/builder";
import type { Plan, PlanStep } from "@passwright/builder";
import { escapeData, renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { TapSummary } from "@passwright/loader";
import { headline, leftOutLines } from "../render/plan-text.ts";
import type { PlanContext } from "../render/plan-text.ts";

/** Every step with all that is known of how it came to be there. */
export function explainText(raw: Plan, context: PlanContext & { readonly taps: readonly TapSummary[] }): string {
  const plan = escapeData(raw);
  const steps = plan.steps.map((step) => `\n${stepText(step, plan.anchor)}`);
  const rest = [...leftOutLines(plan), ...escapeData(context.rest ?? [])].map((line) => `\n${line.trim()}`);
  return [headline(plan, context), ...steps, ...rest, ...tapLines(context.taps)].join("\n");
}

/** What was tapped, one paragraph each. */
export function tapLines(taps: readonly TapSummary[]): string[] {
  return escapeData(taps).map(({ hook, tap, plugin }) => `\nhook ${hook}\n    tapped   ${tap} (plugin ${plugin})`);
}

/** Some steps of a plan, with what was left out under their names, and what was refused: where it was to go, and why not. */
export function explainSomeText(
  raw: Plan,
  names: readonly string[] = [],
  refusals: readonly Diagnostic[] = [],
): string {
  const [some, refused] = [escapeData(raw), escapeData(names)];
  const steps = some.steps.map((step) => stepText(step, some.anchor));
  const known = new Set(
    [...some.steps, ...some.leftOut, ...some.alternatives].flatMap((one) => [one.address, one.pass]),
  );
  const absent = refused.filter((name) => !known.has(name));
  return [
    ...steps,
    ...leftOutLines(some).map((line) => line.trim()),
    ...absent.map((name) => `${name}\n    stands nowhere; \`passwright explain --where ${name}\` tells where it could`),
    ...refusals.map(renderDiagnostic),
  ].join("\n\n");
}

/** `inside` is the pipeline of a graph that the step is in. */
export function stepText(step: PlanStep, anchor: string, inside?: string): string {
  const on = [anchor, ...step.nests.map((nest) => nest.anchor)].join(" > ");
  const options = printOptions(step.options);
  const lines = [
    `${inside === undefined ? "" : `${inside}: `}${step.kind === "point" ? `· ${step.pass}` : step.address}`,
    `    from     ${originText(step.origin)}`,
    ...(step.kind === "point" ? ["    is       an extension point"] : [`    types    ${step.types.join(", ")}`]),
    `    on       ${on}`,
    ...(step.bundle === undefined ? [] : [`    bundle   ${step.bundle}`]),
    ...(options === "" ? [] : [`    options  ${options}`]),
    ...(step.because === "" ? [] : [`    because  ${step.because}`]),
    ...(step.notes ?? []).map((note) => `    order    ${note}`),
  ];
  return lines.join("\n");
}

/** What becomes of a plan or a graph without some plugins, one sentence for each difference. */
export function differenceText(
  differences: readonly string[],
  tapsGone: readonly TapSummary[],
  without: readonly string[],
): string {
  const all = escapeData([
    ...differences,
    ...tapsGone.map(({ hook, tap, plugin }) => `hook \`${hook}\` is no longer tapped by \`${tap}\` (plugin ${plugin})`),
  ]);
  const names = escapeData(without.join(", "));
  if (all.length === 0) return `without ${names}: nothing changes`;
  return [`without ${names}:`, ...all.map((difference) => `  ${difference}`)].join("\n");
}
