import { optionsAskedOf } from "@passwright/builder";
import { type Diagnostic, suggest } from "@passwright/core";
import { checkAnchors, checkListed, plansOfGraph } from "./check-mistakes.ts";
import { checkWhen } from "./check-when.ts";
import * as errors from "./errors.ts";
import { type Planned } from "./resolve.ts";
import { buildersOf, type Work } from "./work.ts";

/** Checks a plan, and what the config asks for, against what exists. */
export function verify(work: Work, { plan, graph }: Planned): readonly Diagnostic[] {
  const { input, catalogue, pipeline } = work;
  const { framework } = input.framework;
  const plans = [...(plan === undefined ? [] : [plan]), ...(graph === undefined ? [] : plansOfGraph(graph.plan))];
  return [
    ...checkOptions(work),
    ...checkWhen(input.owner, framework),
    ...checkListed(input.plugins, catalogue, buildersOf(work)),
    // Where the pipeline is data, the IR is loaded when something runs.
    ...(pipeline === undefined ? checkAnchors(plans, framework.ir) : []),
  ];
}

/** Reports options of the pipeline that no condition names. If plugins are left out, they may be the ones that do. */
function checkOptions({ input, choice, owner: framework }: Work): readonly Diagnostic[] {
  const { owner, plugins, pluginNames } = input;
  if (plugins.length < pluginNames.length) return [];
  const asked = optionsAskedOf(choice);
  const names = [...asked].sort();
  return Object.keys(owner.option)
    .filter((name) => !asked.has(name))
    .map((name) =>
      errors.unknownOption(name, framework.name, names, suggest(name, names), owner.optionPlaces.get(name)),
    );
}
