import type { Diagnostic } from "@passwright/core";
import { checkWhen } from "./check-when.ts";
import type { Condition } from "./check-when.ts";
import { originIn } from "./insertions.ts";
import { contentOf } from "./pipeline-content.ts";
import { buildersOf } from "./work.ts";
import type { Work } from "./work.ts";

/** Checks the conditions of steps. */
export function checkConditions(work: Work): Diagnostic[] {
  return checkWhen(conditionsOf(work), work.input.framework.framework);
}

/** Returns the conditions of steps of the config and the framework, and those conditions of plugins that do not hold. */
function conditionsOf(work: Work): readonly Condition[] {
  const { owner, host, plugins } = work.input;
  const ofConfig = [
    ...owner.insertions.map((one) => ({ ...one, data: one.data.when })),
    ...contentOf(host, owner).conditions,
  ].map((one) => ({ when: one.data, origin: originIn(one) }));
  const ofFramework = buildersOf(work)
    .flatMap(({ frameworkSteps }) => frameworkSteps)
    // Leaves out all steps of a bundle except the first step, because these steps have the same condition.
    .filter(({ bundle }, index, all) => bundle === undefined || bundle.id !== all[index - 1]?.bundle?.id)
    .filter(({ origin }) => origin.kind === "framework");
  const alternatives = buildersOf(work).flatMap((builder) => builder.input().alternatives ?? []);
  const ofPlugins = plugins.flatMap(({ contributor: { name, isOwn } }) => {
    const found = alternatives.filter(({ address }) => address.startsWith(`${name}::`));
    const distinct = new Map(found.map(({ when }) => [JSON.stringify(when), when]));
    const origin = { kind: "plugin", name } as const;
    return [...distinct.values()].map((when) => ({ when, origin, isShared: isOwn !== true }));
  });
  // The framework of a config with `pipeline` consists of steps whose conditions the config contains.
  const keyOf = ({ when, origin: { file, line } }: Condition): string => JSON.stringify([file, line, when]);
  const known = new Set(ofConfig.map(keyOf));
  return [...ofConfig, ...ofFramework.filter((step) => !known.has(keyOf(step))), ...ofPlugins];
}
