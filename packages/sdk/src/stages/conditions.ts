import type { Condition } from "./check-when.ts";
import { originIn } from "./insertions.ts";
import { contentOf } from "./pipeline-content.ts";
import { buildersOf } from "./work.ts";
import type { Work } from "./work.ts";

/** Returns the conditions of steps of the config and the framework, and those conditions of plugins that do not hold. */
export function conditionsOf(work: Work): readonly Condition[] {
  const { owner, host, plugins } = work.input;
  const builders = buildersOf(work);
  const alternatives = builders.flatMap((builder) => builder.input().alternatives ?? []);
  const all: Condition[] = [
    ...owner.insert.map((one) => ({ when: one.data.when, origin: originIn(one) })),
    ...contentOf(host, owner).conditions.map((one) => ({ when: one.data, origin: originIn(one) })),
    // The conditions of a config contain the conditions of its own pipeline.
    ...(owner.pipeline === undefined ? builders : []).flatMap(({ frameworkSteps }) =>
      frameworkSteps.filter(({ origin }) => origin.kind === "framework"),
    ),
    ...plugins.flatMap(({ contributor: { name, isOwn } }) =>
      alternatives
        .filter(({ address }) => address.startsWith(`${name}::`))
        .map(({ when }) => ({ when, origin: { kind: "plugin", name } as const, isShared: isOwn !== true })),
    ),
  ];
  // Steps of a bundle have the same condition.
  const entries = all.map((one) => {
    const { file, line, column, name } = one.origin;
    return [JSON.stringify([file ?? name, line, column, one.when]), one] as const;
  });
  return [...new Map(entries).values()];
}
