import { type Diagnostic, suggest } from "@passwright/core";
import { type CheckedConfig, type PluginInConfig } from "../config/config.ts";
import { namedTwice } from "../package/errors.ts";
import { type PluginPackage, readPackage, type ReadPackageOptions } from "../package/read-package.ts";
import * as errors from "./errors.ts";

/** A plugin of the config whose manifest fits. */
export interface NamedPlugin {
  readonly package: PluginPackage;
  /** As the config has them; not checked yet. */
  readonly options: PluginInConfig["options"];
}

/** The packages that a config names, read and checked; no code of them was run. */
export interface Packages {
  readonly framework: PluginPackage;
  /** By name, whatever the order in the config; without those that are to be left out. */
  readonly plugins: readonly NamedPlugin[];
  /** Names of all plugins of the config, with those that are left out. */
  readonly names: readonly string[];
}

/** Finds the framework and all plugins of a config and checks their manifests. All problems are answered at once. */
export async function readPackages(
  config: CheckedConfig,
  options: Omit<ReadPackageOptions, "kind" | "from"> & { readonly without: readonly string[] },
): Promise<{ readonly packages?: Packages; readonly diagnostics: readonly Diagnostic[] }> {
  const { without, ...rest } = options;
  const framework = await readPackage(config.framework, { ...rest, kind: "framework", from: config.path });
  const diagnostics: Diagnostic[] = framework.ok ? [] : [...framework.diagnostics];
  const plugins = new Map<string, NamedPlugin>();
  for (const named of config.plugins) {
    // One after the other: the problems come in the order of the config.
    const result = await readPackage(named, { ...rest, kind: "plugin", from: config.path });
    if (!result.ok) {
      if (!without.includes(named.text)) diagnostics.push(...result.diagnostics);
      else plugins.set(named.text, { package: missing(named), options: {} });
      continue;
    }
    const first = plugins.get(result.package.name);
    if (first === undefined) plugins.set(result.package.name, { package: result.package, options: named.options });
    else diagnostics.push(namedTwice({ name: result.package.name, at: named.at }, first.package.named.at));
  }
  const all = [...plugins.values()].sort((left, right) => (left.package.name < right.package.name ? -1 : 1));
  const isOut = ({ package: { name, named } }: NamedPlugin): boolean =>
    without.includes(name) || without.includes(named.text);
  const known = [...new Set(all.flatMap(({ package: { name, named } }) => [name, named.text]))].sort();
  for (const name of without) {
    if (known.includes(name)) continue;
    const names = all.map((plugin) => plugin.package.name);
    diagnostics.push(errors.nobodyToLeaveOut(name, names, similarName(name, known)));
  }
  if (!framework.ok || diagnostics.length > 0) return { diagnostics };
  const names = all.map((plugin) => plugin.package.name);
  return {
    packages: { framework: framework.package, plugins: all.filter((plugin) => !isOut(plugin)), names },
    diagnostics,
  };
}

/** Stands for a plugin that cannot be loaded and is left out anyway: then it need not be there. */
function missing(named: PluginInConfig): PluginPackage {
  const needs = { extensionPoints: [], passTypes: [] };
  const manifest = { kind: "plugin", api: "*", entry: undefined, setup: true, passes: undefined } as const;
  return {
    kind: "plugin",
    name: named.text,
    named,
    folder: "",
    exports: undefined,
    main: undefined,
    manifest: { ...manifest, needs, insertions: [], rules: [] },
    at: named.at,
  };
}

/** Like a known name, or a part of just one: people leave `passwright-plugin-` out, and misspell the rest. */
function similarName(name: string, known: readonly string[]): string | undefined {
  const whole = known.filter((one) => one.includes(name));
  if (whole.length === 1) return whole[0];
  const byShort = new Map(known.map((one) => [one.replace(/^.*plugin-/, ""), one]));
  const short = suggest(name, byShort.keys());
  return suggest(name, known) ?? (short && byShort.get(short));
}
