import { optionsTestedIn } from "@passwright/builder";
import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { checkFrameworkCleanups } from "./check-passes.ts";
import * as errors from "./errors.ts";
import { knownPasses } from "./work.ts";
import type { Work } from "./work.ts";

/** Checks the framework's cleanups and the options of the config. The builder has already checked the plan itself. */
export function verify(work: Work): readonly Diagnostic[] {
  const { input } = work;
  // Plugins that are left out might provide the cleanups and test the options.
  if (input.plugins.length < input.pluginNames.length) return [];
  return [...checkFrameworkCleanups(input.framework.framework, knownPasses(work)), ...checkOptions(work)];
}

/** Reports options of the pipeline that no condition tests. */
function checkOptions({ input, choice, owner: framework }: Work): readonly Diagnostic[] {
  const { owner } = input;
  const tested = optionsTestedIn(choice);
  const names = [...tested].sort();
  return Object.keys(owner.option)
    .filter((name) => !tested.has(name))
    .map((name) =>
      errors.unknownOption(name, framework.name, names, suggest(name, names), owner.optionPlaces.get(name)),
    );
}
