import { hasType, type PassManagerBuilder } from "@passwright/builder";
import { type Diagnostic, ownerText } from "@passwright/core";
import { type Framework } from "@passwright/sdk";
import { needsMissing } from "../package/errors.ts";
import { type PluginPackage } from "../package/read-package.ts";

/**
 * What plugins need of the framework, by their manifests, and it does not have. None of their code has run, but for those
 * of which `hasRun` says so.
 */
export function checkNeeds(
  plugins: readonly PluginPackage[],
  framework: Framework<object>,
  builder: PassManagerBuilder,
  hasRun: (plugin: PluginPackage) => boolean,
): readonly Diagnostic[] {
  const { extensionPoints = {} } = framework;
  const points = Object.keys(extensionPoints).sort();
  const former = new Set(Object.values(extensionPoints).flatMap(({ formerly = [] }) => formerly));
  let types: readonly string[] | undefined;
  return plugins.flatMap((plugin) => {
    const { needs } = plugin.manifest;
    const who = { name: ownerText(plugin), at: plugin.at, hasRun: hasRun(plugin) };
    const lackingPoints = needs.extensionPoints.filter((point) => !points.includes(point) && !former.has(point));
    if (needs.passTypes.length > 0) types ??= typesOf(framework, builder);
    const known = types ?? [];
    const lackingTypes = needs.passTypes.filter((type) => !hasType(known, type));
    return [
      ...(lackingPoints.length === 0
        ? []
        : [needsMissing(who, "extension point", lackingPoints, framework.name, points)]),
      ...(lackingTypes.length === 0 ? [] : [needsMissing(who, "pass type", lackingTypes, framework.name, known)]),
    ];
  });
}

/** The types that a framework declares, and those of its steps. */
function typesOf(framework: Framework<object>, builder: PassManagerBuilder): string[] {
  const { steps } = builder.input().spine;
  return [...new Set([...Object.keys(framework.passTypes ?? {}), ...steps.flatMap(({ types }) => types)])].sort();
}
