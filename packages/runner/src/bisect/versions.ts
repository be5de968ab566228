import { assembleInput, Assembly } from "@passwright/sdk/loading";
import type { AssemblyInput } from "@passwright/sdk/loading";

/** Plugin or framework whose version differs between two assemblies of the same pipeline. */
export interface VersionChange {
  /** Name of the plugin or framework. */
  readonly name: string;
  /** Version without the fault. */
  readonly from: string;
  /** Version with the fault. */
  readonly to: string;
}

/**
 * Returns a change for each plugin whose version differs between the assemblies, and for the framework if its version
 * differs.
 */
export function versionChanges(before: AssemblyInput, after: AssemblyInput): readonly VersionChange[] {
  const ownersOf = ({ framework, plugins }: AssemblyInput) =>
    [framework, ...plugins].flatMap(({ contributor }) => (contributor === undefined ? [] : [contributor]));
  const known = new Map(ownersOf(before).map(({ name, version }) => [name, version]));
  return ownersOf(after).flatMap(({ name, version: to = "" }) => {
    const from = known.get(name);
    return from === undefined || from === to ? [] : [{ name, from, to }];
  });
}

/**
 * Returns an assembly in which the plugins and the framework in `upgraded` have their later versions. All other
 * plugins, and the framework if it is not in `upgraded`, have their earlier versions.
 */
export function withVersions(
  before: AssemblyInput,
  after: AssemblyInput,
  upgraded: readonly VersionChange[],
): Assembly {
  const isUpgraded = (name: string | undefined): boolean => upgraded.some((one) => one.name === name);
  const earlier = new Map(before.plugins.map((part) => [part.contributor.name, part]));
  const plugins = after.plugins.map((part) => {
    const { name } = part.contributor;
    const found = isUpgraded(name) ? undefined : earlier.get(name);
    // Options come from the config, which does not change.
    return found === undefined ? part : { ...found, options: part.options };
  });
  const framework = isUpgraded(after.framework.contributor?.name) ? after.framework : before.framework;
  return new Assembly(assembleInput({ ...after, plugins, framework }));
}
