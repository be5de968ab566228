import { originText } from "@passwright/builder";
import type { Plan, PlanStep } from "@passwright/builder";
import { renderDiagnostic } from "@passwright/core";
import { parseScenario } from "./parse-scenario.ts";
import { runScenario } from "./run-scenario.ts";

const kindMark = (step: PlanStep): string => (step.kind === "point" ? "." : "");

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Formats a plan as a table with the address (indented by managers), the contributor and the reason of each step. */
export function showPlan(plan: Plan): string {
  return columns(
    plan.steps.map((step) => [
      "  ".repeat(step.nests.length) + kindMark(step) + step.address,
      step.nests.map(({ anchor, id }) => `${anchor}#${id}`).join(" "),
      originText(step.origin),
      step.because,
    ]),
  );
}

/** Formats a plan as nested text with addresses instead of passes: `builtin.module(tile,func.func(tpp::fold))`. */
export function outlinePlan(plan: Plan): string {
  let text = "";
  let open: PlanStep["nests"] = [];
  for (const step of plan.steps) {
    let depth = 0;
    while (depth < open.length && open[depth]?.id === step.nests[depth]?.id) depth++;
    text += ")".repeat(open.length - depth) + (text === "" ? "" : ",");
    text +=
      step.nests
        .slice(depth)
        .map(({ anchor }) => `${anchor}(`)
        .join("") +
      kindMark(step) +
      step.address;
    open = step.nests;
  }
  return `${plan.anchor}(${text}${")".repeat(open.length)})`;
}

/** Runs a scenario given as text. Returns the outline of the plan and the diagnostics. */
export function outline(text: string): string {
  const { plan, diagnostics } = runScenario(parseScenario(text), { isTraced: true }).resolve();
  const told = diagnostics.map(renderDiagnostic);
  return [plan === undefined ? "no plan" : outlinePlan(plan), ...told].join("\n");
}

/** Runs a scenario given as text. Returns the plan as a table and the diagnostics. */
export function table(text: string): string {
  const { plan, diagnostics } = runScenario(parseScenario(text), { isTraced: true }).resolve();
  return [plan === undefined ? "no plan" : showPlan(plan), ...diagnostics.map(renderDiagnostic)].join("\n");
}

/** Runs a scenario given as text. Returns the results of the contributors' calls. */
export function answers(text: string): string {
  const lines = runScenario(parseScenario(text), { isTraced: true }).answers.flatMap(
    ({ contributor, act, insertion }) => {
      const what = act.kind === "insert" ? act.pass : act.kind === "bundle" ? act.name : `${act.kind} ${act.target}`;
      const requested = `${contributor} asks for ${what}:`;
      if (!insertion.ok) return [`${requested} no`, renderDiagnostic(insertion.diagnostic)];
      return [`${requested} ${insertion.step}`, ...insertion.warnings.map(renderDiagnostic)];
    },
  );
  return lines.join("\n");
}
