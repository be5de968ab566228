import { UsageError } from "@passwright/core";
import type { BundleMember, PublishedBundle } from "@passwright/builder";
import type { BundleMemberData, CheckedBundle } from "../contributions/pipeline-schema.ts";
import { unknownBundle } from "./errors.ts";
import type { AssemblyInput } from "./input.ts";

/** Bundles that can be inserted, by name. */
export type Bundles = ReadonlyMap<string, CheckedBundle>;

/**
 * Returns the bundles that can be inserted: a bundle of the config as `name`, and a bundle of a plugin as
 * `plugin::name` and, unless the config or another plugin has this name, as `name`. The loader replaces the name in the
 * definition of a plugin, so `plugin` can be either name, unless another plugin has the same name.
 */
export function bundlesOf({ owner, plugins }: Pick<AssemblyInput, "owner" | "plugins">): Bundles {
  const published = plugins.flatMap(({ contributor, plugin, data }) =>
    [...data.bundles].map(([name, bundle]) => ({
      bundle,
      full: `${contributor.name}::${name}`,
      others: [name, `${plugin.name ?? contributor.name}::${name}`],
    })),
  );
  const counts = new Map<string, number>();
  for (const name of published.flatMap(({ others }) => others)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map<string, CheckedBundle>([
    ...published.flatMap(({ others, bundle }) =>
      others.filter((name) => counts.get(name) === 1).map((name) => [name, bundle] as const),
    ),
    ...published.map(({ full, bundle }) => [full, bundle] as const),
    ...owner.bundles,
  ]);
}

/**
 * Returns the bundle with this name. Bundles of `contributor` have priority over bundles of other contributors.
 *
 * @throws UsageError PWL0404 for an unknown name.
 */
export function findBundle(bundles: Bundles, name: string, contributor: string): PublishedBundle {
  const found = bundles.get(`${contributor}::${name}`) ?? bundles.get(name);
  if (found === undefined) throw new UsageError(unknownBundle(name, bundles, { plugin: contributor }));
  const { kind, without, passes } = found;
  return { kind, ...(without && { without }), passes: passes.map(({ data }) => memberOf(data)) };
}

export function memberOf({ pass, options = {}, anchor }: BundleMemberData): BundleMember<string> {
  return anchor === undefined ? [pass, options] : [pass, options, anchor];
}
