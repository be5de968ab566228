import { spellList, spellValue } from "@passwright/core";
import { type Plan, type PlanStep } from "./plan.ts";

/** An option as it is written, so that it is read again as it was: a list may have to be written in several parts. */
function optionText(name: string, value: unknown): string {
  const spelled = Array.isArray(value) ? spellList(value.map(String)) : spellValue(String(value));
  const parts = typeof spelled === "string" ? [spelled] : (spelled ?? [String(value)]);
  return parts.map((part) => `${name}=${part}`).join(" ");
}

function stepText(step: PlanStep): string {
  const names = Object.keys(step.options).sort();
  if (names.length === 0) return step.pass;
  return `${step.pass}{${names.map((name) => optionText(name, step.options[name])).join(" ")}}`;
}

/** The plan as MLIR's textual pipeline on one line, with the options that were set: what `mlir-opt --pass-pipeline` takes. */
export function printPlan(plan: Plan): string {
  let text = "";
  let open: readonly { readonly id: number }[] = [];
  for (const step of plan.steps) {
    if (step.kind === "point") continue;
    let depth = 0;
    while (depth < open.length && open[depth]?.id === step.nests[depth]?.id) depth++;
    text += ")".repeat(open.length - depth);
    if (text !== "") text += ",";
    for (const { anchor } of step.nests.slice(depth)) text += `${anchor}(`;
    text += stepText(step);
    open = step.nests;
  }
  return `${plan.anchor}(${text}${")".repeat(open.length)})`;
}
