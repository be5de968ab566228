import { optionsTestedIn, whereOf } from "@passwright/builder";
import { errorDiagnostic, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import * as errors from "./errors.ts";
import { buildersOf } from "./work.ts";
import type { Work } from "./work.ts";
import type { When, PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import type { InConfig, OwnerContributions } from "../contributions/checked.ts";
import type { CheckedStep } from "../contributions/pipeline-schema.ts";
import type { Placed } from "../data/shape.ts";
import type { Framework } from "../define/define-framework.ts";
import { pipelinesOf } from "./data-pipeline.ts";
import { originIn } from "./insertions.ts";
import type { PluginPart } from "./input.ts";

/**
 * Checks the plan against the requests of the config and the plugins. The builder has already checked the plan itself.
 */
export function verify(work: Work): readonly Diagnostic[] {
  const { input, catalogue } = work;
  const { framework } = input.framework;
  return [
    ...checkOptions(work),
    ...checkWhen(input.owner, framework),
    ...checkListed(input.plugins, catalogue, buildersOf(work)),
  ];
}

/**
 * Reports options of the pipeline that no condition tests. Does nothing if plugins are left out, because these may test
 * the options.
 */
function checkOptions({ input, choice, owner: framework }: Work): readonly Diagnostic[] {
  const { owner, plugins, pluginNames } = input;
  if (plugins.length < pluginNames.length) return [];
  const asked = optionsTestedIn(choice);
  const names = [...asked].sort();
  return Object.keys(owner.option)
    .filter((name) => !asked.has(name))
    .map((name) =>
      errors.unknownOption(name, framework.name, names, suggest(name, names), owner.optionPlaces.get(name)),
    );
}

/**
 * Warns about steps in a config for targets or levels that the framework does not have: such steps never run. Steps of
 * plugins are exempt, because they may be for other frameworks.
 */
export function checkWhen(
  config: OwnerContributions,
  { name, targets = [], levels = [] }: Pick<Framework<object>, "name" | "targets" | "levels">,
): Diagnostic[] {
  return whensOf(config).flatMap(({ data: when, ...place }) =>
    (["target", "level"] as const).flatMap((what) => {
      const known = what === "target" ? targets : levels;
      const wanted = [when[what] ?? []].flat();
      return wanted
        .filter((one) => !known.includes(one))
        .map((one) => errors.neverChosen({ what, name: one }, name, known, suggest(one, known), originIn(place)));
    }),
  );
}

function whensOf(config: OwnerContributions): InConfig<When>[] {
  const inserted = config.insertions.flatMap(({ data, ...place }) =>
    data.when === undefined ? [] : [{ data: data.when, ...place }],
  );
  const steps = pipelinesOf(config).flatMap(({ data, file }) =>
    "text" in data ? [] : data.steps.flatMap((step) => whensOfStep(step, file)),
  );
  return [...inserted, ...steps];
}

function whensOfStep({ data, line }: Placed<CheckedStep>, file: string): InConfig<When>[] {
  const place = line === undefined ? { file } : { file, line };
  const own = "when" in data && data.when !== undefined ? [{ data: data.when, ...place }] : [];
  return "steps" in data ? [...own, ...data.steps.flatMap((step) => whensOfStep(step, file))] : own;
}

/* PWL0220: plans that work but probably contain a mistake. */

/**
 * Warns about passes that plugins use in `setup` but do not list. Lists, configs and manifests do not contain such
 * passes.
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
      const step = contributions.find((one) => one.party === found.name && one.pass.name === pass);
      const message = `the setup of \`${found.name}\` uses \`${pass}\`, which is not among its \`passes\``;
      const help = `add it to \`passes\` in \`definePlugin\`; if another package defines it, add that package to \`plugins\``;
      return errorDiagnostic("PWL0220", message, help, {
        severity: "warning",
        plugin: found.name,
        ...(step === undefined ? {} : whereOf(step.origin)),
        notes: ["configs, lists and plans from manifests do not know it"],
      });
    });
  });
}
