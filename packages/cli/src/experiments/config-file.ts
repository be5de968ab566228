import { basename, dirname, resolve } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { hasCode, isPath, pathInConfig, readConfigData, resolvePath, withFiles } from "@passwright/loader";
import type { InstrumentData, Session } from "@passwright/loader";
import type { ContributionKind, RemovableContribution, SmallerPipeline } from "@passwright/runner";
import * as errors from "../errors/index.ts";
import { writeOrReport } from "../output/output.ts";
import type { Terminal } from "../terminal/terminal.ts";

type Data = { readonly [key: string]: unknown };

type Kept = Pick<SmallerPipeline, "kept" | "banned">;

type PluginEntry = readonly [text: string, options: Data | undefined];

/** Writes a smaller config. Reports an error if the config contains functions, because the file is JSON. */
export function writeConfig(file: string, config: object, terminal: Terminal): readonly Diagnostic[] {
  if (hasCode(config)) return [errors.configWithFunctions(file)];
  return writeOrReport(file, `${JSON.stringify(config, null, 2)}\n`, terminal);
}

export async function configMaker(session: Session): Promise<(pipeline: Kept, target?: string) => Data> {
  const { path, files, shown, framework } = session.config;
  const names = shown.map(({ name }) => name);
  const read = await Promise.all(
    files.map(async (file) => [file, ((await readConfigData(file)) ?? {}) as Data] as const),
  );
  return (pipeline, target = path) => {
    const folder = dirname(target);
    const textOf = (name: string): string => {
      const named = session.plugins.find((plugin) => plugin.name === name)?.named;
      return named === undefined ? name : movedPath(named.text, dirname(named.from ?? path), folder);
    };
    const data = merged(read.map(([file, own]) => moved(own, dirname(file), folder)));
    const own = framework && { framework: movedPath(framework.text, dirname(framework.from ?? path), folder) };
    return renamed(reduced({ ...data, ...own }, pipeline, textOf), names, basename(target)) as Data;
  };
}

/** Changes addresses such as `passwright.config.yaml::cse` of steps that config files insert. */
function renamed(data: unknown, files: readonly string[], name: string): unknown {
  if (typeof data === "string") {
    const file = files.find((one) => data.startsWith(`${one}::`));
    return file === undefined ? data : `${name}${data.slice(file.length)}`;
  }
  if (Array.isArray(data)) return data.map((one) => renamed(one, files, name));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, renamed(value, files, name)]));
}

/** Lists that the loader concatenates. */
const LISTS = ["insert", "rules", "guards", "cleanups", "overrides", "retype", "independent", "plugins"];

/** Tables whose entries in later files override entries in earlier files. */
const TABLES = ["bundles", "properties", "passTypes", "option", "instrument"];

/** Merges the files of a config in the same way as the loader. Extended files come first. */
function merged(files: readonly Data[]): Data {
  const all: { [key: string]: unknown } = {};
  for (const data of files) {
    if ((data["framework"] ?? data["pipeline"]) !== undefined) {
      delete all["framework"];
      delete all["pipeline"];
    }
    for (const [key, value] of Object.entries(data)) {
      if (key === "extends") continue;
      const earlier = all[key];
      if (LISTS.includes(key)) all[key] = [...((earlier ?? []) as unknown[]), ...(value as unknown[])];
      else if (TABLES.includes(key)) all[key] = { ...(earlier as Data | undefined), ...(value as Data) };
      else if (key === "graph") all[key] = mergedGraph(earlier as Data | undefined, value as Data);
      else all[key] = value;
    }
  }
  // Keeps only the last entry of each plugin.
  const plugins = new Map((all["plugins"] as readonly PluginEntry[] | undefined)?.map((one) => [one[0], one]));
  return { ...all, plugins: [...plugins.values()] };
}

function mergedGraph(earlier: Data = {}, later: Data): Data {
  const tables = Object.keys({ ...earlier, ...later });
  return Object.fromEntries(
    tables.map((table) => [table, { ...(earlier[table] as Data | undefined), ...(later[table] as Data | undefined) }]),
  );
}

function movedPath(text: string, from: string, to: string): string {
  return isPath(text) ? pathInConfig(to, resolvePath(text, from)) : text;
}

/** Makes the paths of a config relative to another folder, and brings the entries of plugins into one form. */
function moved(config: Data, from: string, to: string): Data {
  const path = (value: unknown): unknown => (typeof value === "string" ? movedPath(value, from, to) : value);
  const plugin = (entry: unknown): unknown => {
    if (typeof entry === "string") return [path(entry), undefined];
    if (Array.isArray(entry)) return [path(entry[0]), entry[1]];
    return [path((entry as Data)["plugin"]), (entry as Data)["options"]];
  };
  const changes: { readonly [key: string]: (value: unknown) => unknown } = {
    framework: path,
    ir: path,
    plugins: (value) => (value as unknown[]).map(plugin),
    instrument: (value) => withFiles(value as InstrumentData, (file) => pathInConfig(to, resolve(from, file))),
  };
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, Object.hasOwn(changes, key) ? changes[key]?.(value) : value]),
  );
}

const KINDS: readonly (readonly [key: string, kind: ContributionKind])[] = [
  ["insert", "insertion"],
  ["rules", "rule"],
  ["overrides", "override"],
  ["retype", "retype"],
  ["guards", "guard"],
  ["cleanups", "cleanup"],
];

/** Returns the config of a smaller pipeline. `textOf` returns the text with which the config names a plugin. */
function reduced(config: Data, { kept, banned }: Kept, textOf: (plugin: string) => string): Data {
  const all: { [key: string]: unknown } = { ...config };
  const set = (key: string, value: object): void => {
    if (Object.keys(value).length === 0) delete all[key];
    else all[key] = value;
  };
  for (const key of ["strict", "$schema", "inputs"]) delete all[key];
  for (const key of ["target", "level"] as const) if (keysOf(kept, key).size === 0) delete all[key];
  for (const [key, kind] of KINDS) {
    const indexes = keysOf(kept, kind);
    const left = ((config[key] ?? []) as readonly unknown[]).filter((_, index) => indexes.has(index));
    const bans = key === "overrides" ? banned.map((ban) => ({ ban, reason: "reduced" })) : [];
    set(key, [...left, ...bans]);
  }
  set("option", only(config["option"] as Data | undefined, keysOf(kept, "option")));
  const plugins = config["plugins"] as readonly PluginEntry[];
  set(
    "plugins",
    plugins.flatMap(([text, given]) => {
      const plugin = kept.find((one) => one.kind === "plugin" && textOf(one.text) === text);
      if (plugin === undefined) return [];
      const options = only(given, keysOf(kept, "plugin option", plugin.text));
      return [Object.keys(options).length === 0 ? text : [text, options]];
    }),
  );
  return all;
}

function keysOf(
  kept: readonly RemovableContribution[],
  kind: ContributionKind,
  plugin?: string,
): ReadonlySet<number | string> {
  return new Set(kept.filter((one) => one.kind === kind && one.plugin === plugin).map(({ key }) => key));
}

function only(data: Data = {}, keys: ReadonlySet<number | string>): Data {
  return Object.fromEntries(Object.entries(data).filter(([key]) => keys.has(key)));
}
