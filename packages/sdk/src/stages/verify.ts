import { optionsAskedOf } from "@passwright/builder";
import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { checkListed } from "./check-mistakes.ts";
import { checkWhen } from "./check-when.ts";
import * as errors from "./errors.ts";
import { buildersOf } from "./work.ts";
import type { Work } from "./work.ts";

/** Checks what the config and the plugins ask for against what exists. The builder checks the plan itself. */
export function verify(work: Work): readonly Diagnostic[] {
  const { input, catalogue } = work;
  const { framework } = input.framework;
  return [
    ...checkOptions(work),
    ...checkWhen(input.owner, framework),
    ...checkListed(input.plugins, catalogue, buildersOf(work)),
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
