import { optionsTestedIn, whereOf } from "@passwright/builder";
import { errorDiagnostic, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { checkFrameworkCleanups } from "./check-passes.ts";
import { checkWhen } from "./check-when.ts";
import * as errors from "./errors.ts";
import { buildersOf, knownPasses } from "./work.ts";
import type { Work } from "./work.ts";
import type { PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import { originIn } from "./insertions.ts";
import type { PluginPart } from "./input.ts";
import { contentOf } from "./pipeline-content.ts";

/**
 * Checks the options and conditions of the config and the plugins, and the passes that plugins use but do not list. The
 * builder has already checked the plan itself.
 */
export function verify(work: Work): readonly Diagnostic[] {
  const { input, catalogue } = work;
  return [
    ...checkFrameworkCleanups(input.framework.framework, knownPasses(work)),
    ...checkOptions(work),
    ...checkWhen(conditionalSteps(work), input.framework.framework),
    ...checkListed(input.plugins, catalogue, buildersOf(work)),
  ];
}

/**
 * Reports options of the pipeline that no condition tests. Does nothing if plugins are left out, because those plugins
 * might test the options.
 */
function checkOptions({ input, choice, owner: framework }: Work): readonly Diagnostic[] {
  const { owner, plugins, pluginNames } = input;
  if (plugins.length < pluginNames.length) return [];
  const tested = optionsTestedIn(choice);
  const names = [...tested].sort();
  return Object.keys(owner.option)
    .filter((name) => !tested.has(name))
    .map((name) =>
      errors.unknownOption(name, framework.name, names, suggest(name, names), owner.optionPlaces.get(name)),
    );
}

/**
 * Returns the steps of the config and the framework, with their conditions. Leaves out steps of plugins, because a
 * plugin can also support other frameworks.
 */
function conditionalSteps(work: Work): Parameters<typeof checkWhen>[0] {
  const { owner, host } = work.input;
  const ofConfig = [
    ...owner.insertions.map((one) => ({ ...one, data: one.data.when })),
    ...contentOf(host, owner).conditions,
  ].map((one) => ({ when: one.data, origin: originIn(one) }));
  const ofFramework = buildersOf(work)
    .flatMap(({ frameworkSteps }) => frameworkSteps)
    // Leaves out all steps of a bundle except the first step, because these steps have the same condition.
    .filter(({ bundle }, index, all) => bundle === undefined || bundle.id !== all[index - 1]?.bundle?.id)
    .filter(({ origin }) => origin.kind === "framework");
  return [...ofConfig, ...ofFramework];
}

/* Warning PWL0220, about a plan that works but probably contains a mistake. */

/**
 * Warns about passes that plugins use in `setup` but do not list. Passes that are not listed are missing in `passwright
 * list` and in manifests, and configs cannot use these passes.
 */
export function checkListed(
  plugins: readonly PluginPart[],
  catalogue: PassCatalogue,
  builders: readonly PassManagerBuilder[],
): Diagnostic[] {
  const contributions = builders.flatMap((builder) => builder.input().contributions);
  return plugins.flatMap(({ contributor: found, plugin, isCode }) => {
    if (!isCode) return [];
    const listed = new Set((plugin.passes ?? []).map((pass) => ("declaration" in pass ? pass.declaration : pass).name));
    const brought = catalogue
      .entries()
      .filter(({ owner, definition, declaration, pipeline }) => {
        const isBrought = definition !== undefined && pipeline === undefined;
        return isBrought && owner.name === found.name && !listed.has(declaration.name);
      })
      .map(({ declaration }) => declaration.name);
    return brought.map((pass): Diagnostic => {
      const step = contributions.find((one) => one.contributor === found.name && one.pass.name === pass);
      const message = `the setup of \`${found.name}\` uses pass \`${pass}\`, which the plugin does not list in \`passes\``;
      const help = `add \`${pass}\` to \`passes\` in \`definePlugin\`, or add the package that defines it to \`plugins\``;
      return errorDiagnostic("PWL0220", message, help, {
        severity: "warning",
        plugin: found.name,
        ...(step === undefined ? {} : whereOf(step.origin)),
        notes: ["`passwright list` and manifests do not contain the pass, and configs cannot use it"],
      });
    });
  });
}
