import { spellList, spellValue } from "@passwright/core";
import { type StepOptions } from "../steps/step.ts";
import { type Plan } from "./plan.ts";

/** A map is no option of any pass, and is shown as what it is until somebody has said so. */
function valueText(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** An option as it is written, so that it is read again as it was: a list may have to be written in several parts. */
function optionText(name: string, value: unknown): string {
  const spelled = Array.isArray(value) ? spellList(value.map(valueText)) : spellValue(valueText(value));
  const parts = typeof spelled === "string" ? [spelled] : (spelled ?? [valueText(value)]);
  return parts.map((part) => `${name}=${part}`).join(" ");
}

/**
 * The options of a step as MLIR's textual pipelines have them behind a pass, `{size=8 tiles={4,4}}`, and nothing where there
 * are none. The order in which they were given makes no difference.
 */
export function printOptions(options: StepOptions): string {
  const names = Object.keys(options).sort();
  return names.length === 0 ? "" : `{${names.map((name) => optionText(name, options[name])).join(" ")}}`;
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
    text += step.pass + printOptions(step.options);
    open = step.nests;
  }
  return `${plan.anchor}(${text}${")".repeat(open.length)})`;
}
