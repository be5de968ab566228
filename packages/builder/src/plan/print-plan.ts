import { jsonText, printOptionData } from "@passwright/core";
import type { OptionSpecs } from "@passwright/core";
import { PassCatalogue, specsOf } from "../catalogue.ts";
import { withoutUnset } from "../steps/step.ts";
import type { StepOptions } from "../steps/step.ts";
import type { Plan } from "./plan.ts";

/**
 * Formats the options of a step as in a textual pipeline: `{size=8 tiles={4,4}}`. If `options` is empty, returns an
 * empty string. The order in which options were set does not matter. Planning refuses options that a textual pipeline
 * cannot represent, but this function prints them as JSON. Options of the kinds `record` and `anyOf` require `specs`.
 */
export function printOptions(options: StepOptions, specs?: OptionSpecs): string {
  return printOptionData(withoutUnset(options), specs) ?? jsonText(options);
}

/**
 * Formats a plan as a textual pipeline on one line, with the options that were set, as `mlir-opt` accepts it. Options of
 * the kinds `record` and `anyOf` require the catalogue that contains the passes.
 */
export function printPlan<Op extends object>(plan: Plan, catalogue: PassCatalogue<Op> = new PassCatalogue()): string {
  let text = "";
  let open: readonly { readonly id: number }[] = [];
  for (const step of plan.steps) {
    if (step.kind === "point") continue;
    let depth = 0;
    while (depth < open.length && open[depth]?.id === step.nests[depth]?.id) depth++;
    text += ")".repeat(open.length - depth);
    if (text !== "") text += ",";
    for (const { anchor } of step.nests.slice(depth)) text += `${anchor}(`;
    text += step.pass + printOptions(step.options, specsOf(catalogue.find(step.pass)));
    open = step.nests;
  }
  return `${plan.anchor}(${text}${")".repeat(open.length)})`;
}
