import { jsonText, printOptionData } from "@passwright/core";
import { aPlan, checkArguments } from "../check/check-data.ts";
import { withoutUnset } from "../steps/step.ts";
import type { StepOptions } from "../steps/step.ts";
import type { Plan } from "./plan.ts";

/**
 * Formats the options of a step as in a textual pipeline: `{size=8 tiles={4,4}}`. If `options` is empty, returns an
 * empty string. The order in which options were set does not matter. Planning refuses options that a textual pipeline
 * cannot represent, but this function prints them as JSON.
 */
export function printOptions(options: StepOptions): string {
  return printOptionData(withoutUnset(options)) ?? jsonText(options);
}

/** Formats a plan as a textual pipeline on one line, with the options that were set, as `mlir-opt` accepts it. */
export function printPlan(plan: Plan): string {
  checkArguments("printPlan", { plan: aPlan }, { plan });
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
