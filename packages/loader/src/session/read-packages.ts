import { join } from "node:path";
import { optionProblems, suggest } from "@passwright/core";
import type { Diagnostic, Result, SourceLocation } from "@passwright/core";
import { badOptions, unknownPluginToLeaveOut, optionSpecs } from "@passwright/sdk/loading";
import { findEntryFile } from "../code/import-code.ts";
import type { CheckedConfig, PluginInConfig } from "../config/config.ts";
import { fieldsIn, readText } from "../config/files.ts";
import { displayPath, isInside } from "../config/paths.ts";
import { namedTwice, passAsPlugin, peerMismatch } from "../errors/index.ts";
import { JsonFile } from "../manifest/read-file.ts";
import { findPackage } from "../package/find-package.ts";
import type { SeenPackages } from "../package/find-package.ts";
import { NO_MANIFEST, readPackage } from "../package/read-package.ts";
import type { PluginPackage, ReadPackageOptions } from "../package/read-package.ts";

export const DEFAULT_IR = "@passwright/ir";

export interface NamedPlugin {
  readonly package: PluginPackage;
  /** Options from the config, not checked yet. */
  readonly options: PluginInConfig["options"];
  readonly optionPlaces: PluginInConfig["optionPlaces"] | undefined;
}

/** Packages of a config whose manifests are checked. The code of these packages has not run yet. */
export interface Packages {
  /** Package of the framework. Absent if the config contains the pipeline. */
  readonly framework: PluginPackage | undefined;
  readonly ir: PluginPackage | undefined;
  /** Plugins sorted by name, without the plugins that are left out. */
  readonly plugins: readonly NamedPlugin[];
  readonly leftOut: readonly NamedPlugin[];
  /** Names of all plugins of the config, including left-out plugins. */
  readonly names: readonly string[];
  /** Optional plugins that are not installed. */
  readonly absent: readonly NamedPlugin[];
}

/** Returns a placeholder for a plugin that is not installed, and that is optional or left out. */
const placeholder = (named: PluginInConfig): NamedPlugin => {
  const { text: name, at } = named;
  const found: PluginPackage = { kind: "plugin", name, named, folder: "", ...NO_MANIFEST, hasCode: false, at };
  return { package: found, options: {}, optionPlaces: {} };
};

/** Finds the framework and all plugins of a config, and checks their manifests. Returns all problems together. */
export async function readPackages(
  config: CheckedConfig,
  options: Omit<ReadPackageOptions, "kind" | "from"> & { readonly without: readonly string[] },
): Promise<{ readonly packages?: Packages; readonly diagnostics: readonly Diagnostic[] }> {
  const { without, ...others } = options;
  const rest = { ...others, seen: new Map() };
  const owner = await readOwner(config, rest);
  const diagnostics: Diagnostic[] = owner.ok ? [] : [...owner.diagnostics];
  const found = new Map<string, NamedPlugin>();
  const absent: NamedPlugin[] = [];
  for (const named of config.plugins) {
    const result = await readPackage(named, { ...rest, kind: "plugin", from: named.from ?? config.path });
    if (!result.ok) {
      // Ignores only missing optional plugins. An installed but unsuitable optional plugin is an error.
      if (named.isOptional === true && result.diagnostics.every(({ code }) => code === "PWL0101")) {
        absent.push(placeholder(named));
        continue;
      }
      const framework = owner.ok ? owner.of.framework : undefined;
      const isPass = framework?.manifest.passes?.some(({ name }) => name === named.text) === true;
      const isMissing = result.diagnostics.every(({ code }) => code === "PWL0101" || code === "PWL0102");
      if (without.includes(named.text)) found.set(named.text, placeholder(named));
      else if (isPass && isMissing) diagnostics.push(passAsPlugin(named.text, framework.name, named.at));
      else diagnostics.push(...result.diagnostics);
      continue;
    }
    diagnostics.push(...checkPluginOptions(result.package, named));
    const first = found.get(result.package.name);
    if (first === undefined)
      found.set(result.package.name, {
        package: result.package,
        options: named.options,
        optionPlaces: named.optionPlaces,
      });
    else diagnostics.push(namedTwice({ name: result.package.name, at: named.at }, first.package.named.at));
  }
  diagnostics.push(...(await findRepeated([...found.values()])));
  const all = [...found.values()].sort((left, right) => (left.package.name < right.package.name ? -1 : 1));
  const isOut = ({ package: { name, named } }: NamedPlugin): boolean =>
    without.includes(name) || without.includes(named.text);
  const [own, missing] = [all, absent].map((some) => some.map((plugin) => plugin.package.name)) as [string[], string[]];
  const known = [...new Set([...own, ...all.map((plugin) => plugin.package.named.text), ...missing])].sort();
  for (const name of without)
    if (!known.includes(name)) diagnostics.push(unknownPluginToLeaveOut(name, own, similarName(name, known)));
  if (!owner.ok || diagnostics.length > 0) return { diagnostics };
  const plugins = all.filter((plugin) => !isOut(plugin));
  const packages = { ...owner.of, plugins, leftOut: all.filter(isOut), names: [...own, ...missing].sort(), absent };
  return { packages, diagnostics };
}

/** Reports single files that are also the code of another entry, which has another name. */
async function findRepeated(plugins: readonly NamedPlugin[]): Promise<readonly Diagnostic[]> {
  const repeated: Diagnostic[] = [];
  for (const [index, { package: one }] of plugins.entries())
    for (const { package: other } of plugins.slice(0, index)) {
      const file = one.file ?? other.file;
      if (file === undefined || !isInside(one.folder, file) || !isInside(other.folder, file)) continue;
      if (!(await isCodeOf(one, file)) || !(await isCodeOf(other, file))) continue;
      const { name } = one.file === undefined ? one : other;
      repeated.push(namedTwice({ ...one, name, at: one.named.at }, other.named.at));
    }
  return repeated;
}

async function isCodeOf(found: PluginPackage, file: string): Promise<boolean> {
  if (found.file !== undefined) return found.file === file;
  const entry = found.hasCode ? await findEntryFile(found) : undefined;
  return entry?.ok === true && entry.path === file;
}

type OwnerResult = Result<{ readonly of: Pick<Packages, "framework" | "ir"> }>;

async function readOwner(
  config: CheckedConfig,
  options: Omit<ReadPackageOptions, "kind" | "from">,
): Promise<OwnerResult> {
  const { framework, pipeline } = config;
  const kind = framework === undefined ? "ir" : "framework";
  const named = framework ??
    config.ir ?? { text: DEFAULT_IR, at: pipeline?.at ?? { file: config.name, line: 1, column: 1 } };
  const isDefault = framework === undefined && config.ir === undefined;
  const result = await readPackage(named, { ...options, kind, isDefault, from: named.from ?? config.path });
  if (!result.ok) return result;
  const found = result.package;
  return { ok: true, of: kind === "ir" ? { framework: undefined, ir: found } : { framework: found, ir: undefined } };
}

/** Checks the options of a plugin against its manifest, before its code runs. */
function checkPluginOptions(found: PluginPackage, { options, optionPlaces }: PluginInConfig): Diagnostic[] {
  const { options: schemas } = found.manifest;
  if (schemas === undefined) return [];
  return optionProblems(optionSpecs(schemas), options).map(({ option, message, isUnknown }) => {
    const having = [...found.manifest.passOptions].filter(([, own]) => Object.hasOwn(own, option));
    const stray = { option, value: options[option], passes: isUnknown ? having.map(([pass]) => pass) : [] };
    return badOptions(found, message, Object.keys(schemas).sort(), optionPlaces?.[option], stray);
  });
}

/** Returns the only name that contains `name`, because users omit `passwright-plugin-`, or a similar name. */
function similarName(name: string, known: readonly string[]): string | undefined {
  const whole = known.filter((one) => one.includes(name));
  if (whole.length === 1) return whole[0];
  const byShort = new Map(known.map((one) => [one.replace(/^.*plugin-/, ""), one]));
  const short = suggest(name, byShort.keys());
  return suggest(name, known) ?? (short && byShort.get(short));
}

/** Checks peer dependencies, because npm does not check the peer dependencies of linked folders. */
export async function checkPeers({ framework, ir, plugins }: Packages, cwd: string): Promise<readonly Diagnostic[]> {
  const all = [framework, ir, ...plugins.map((plugin) => plugin.package)].flatMap((found) => found ?? []);
  const versions = new Map(all.map(({ name, version }) => [name, version]));
  const named = all.flatMap((found) =>
    Object.entries(found.peers)
      .filter(([name]) => name.startsWith("@passwright/") || versions.has(name))
      .map(([name, range]) => ({ found, name, range })),
  );
  if (named.length === 0) return [];
  const { satisfies, validRange } = await import("../package/semver.ts");
  const seen: SeenPackages = new Map();
  const unfit = named.flatMap(({ found, name, range }) => {
    const version = versions.has(name) ? versions.get(name) : versionOf(name, found, seen);
    // Ignores ranges such as `workspace:*`, which are meant for package managers.
    if (version === undefined || validRange(range) === null) return [];
    if (satisfies(version, range, { includePrerelease: true })) return [];
    return [{ found, name, range, version }];
  });
  return Promise.all(
    unfit.map(async ({ found, name, range, version }) => {
      const at = await placeOfPeer(found, name, cwd);
      return peerMismatch({ ...found, at }, name, range, version);
    }),
  );
}

async function placeOfPeer({ folder, at }: PluginPackage, name: string, cwd: string): Promise<SourceLocation> {
  const path = join(folder, "package.json");
  const read = readText(path);
  if (!read.ok) return at;
  return new JsonFile(displayPath(path, cwd), read.text).placeOf("peerDependencies", name);
}

function versionOf(name: string, { folder }: PluginPackage, seen: SeenPackages): string | undefined {
  const result = findPackage(name, join(folder, "package.json"), seen);
  const version = result.ok ? fieldsIn(result.found.manifestText ?? "")?.["version"] : undefined;
  return typeof version === "string" ? version : undefined;
}
