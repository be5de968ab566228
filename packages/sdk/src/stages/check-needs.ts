import { hasType } from "@passwright/builder";
import type { PassManagerBuilder } from "@passwright/builder";
import { ownerText } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { Framework } from "../define/define-framework.ts";
import { needsMissing } from "./errors.ts";
import type { PluginPart } from "./input.ts";

/** Reports requirements of plugins that the framework does not meet. Without `builder`, ignores pass types. */
export function checkNeeds(
  plugins: readonly PluginPart[],
  framework: Framework<object>,
  builder: PassManagerBuilder | undefined,
): readonly Diagnostic[] {
  const { extensionPoints = {} } = framework;
  const points = Object.keys(extensionPoints).sort();
  const former = new Set(Object.values(extensionPoints).flatMap(({ formerly = [] }) => formerly));
  let types: readonly string[] | undefined;
  return plugins.flatMap(({ plugin: { needs }, contributor, at, isCode: hasRun }) => {
    if (needs === undefined) return [];
    const { extensionPoints: wantedPoints = [], passTypes: wantedTypes = [] } = needs;
    const who = { name: ownerText(contributor), at, hasRun };
    const lackingPoints = wantedPoints.filter((point) => !points.includes(point) && !former.has(point));
    if (wantedTypes.length > 0 && builder !== undefined) {
      const used = builder.frameworkSteps.flatMap((step) => step.types);
      types ??= [...new Set([...Object.keys(framework.passTypes ?? {}), ...used])].sort();
    }
    const known = types ?? [];
    const lackingTypes = types === undefined ? [] : wantedTypes.filter((type) => !hasType(known, type));
    return [
      ...(lackingPoints.length === 0
        ? []
        : [needsMissing(who, "extension point", lackingPoints, framework.name, points)]),
      ...(lackingTypes.length === 0 ? [] : [needsMissing(who, "pass type", lackingTypes, framework.name, known)]),
    ];
  });
}
