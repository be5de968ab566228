import { basename, dirname } from "node:path";
import { isPath, pathInConfig, readConfigData, resolvePath } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import { configData } from "@passwright/runner";
import type { SmallerPipeline } from "@passwright/runner";

type Data = { readonly [key: string]: unknown };

/** Data of a config file. Paths in the data are relative to the folder of the file. */
interface FileData {
  readonly path: string;
  readonly data: Data;
}

/** Returns a function that makes the config of a smaller pipeline, for the file `target`. */
export async function configMaker(
  session: Session,
): Promise<(pipeline: Pick<SmallerPipeline, "kept" | "banned">, target?: string) => Data> {
  const { path, files, shown, framework } = session.config;
  const names = shown.map(({ name }) => name);
  const read = await Promise.all(
    files.map(async (file): Promise<FileData> => ({ path: file, data: ((await readConfigData(file)) ?? {}) as Data })),
  );
  return (pipeline, target = path) => {
    const folder = dirname(target);
    const textOf = (name: string): string => {
      const named = session.plugins.find((plugin) => plugin.name === name)?.named;
      return named === undefined ? name : movedPath(named.text, dirname(named.from ?? path), folder);
    };
    const data = merged(read.map((file) => ({ ...file, data: moved(file.data, dirname(file.path), folder) })));
    const own = framework && { framework: movedPath(framework.text, dirname(framework.from ?? path), folder) };
    return renamed(configData({ ...data, ...own }, pipeline, textOf), names, basename(target)) as Data;
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
function merged(files: readonly FileData[]): Data {
  const all: { [key: string]: unknown } = {};
  for (const { data } of files) {
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
  if (Array.isArray(all["plugins"]))
    all["plugins"] = [...new Map(all["plugins"].map((entry: unknown) => [textOfPlugin(entry), entry])).values()];
  return all;
}

function mergedGraph(earlier: Data = {}, later: Data): Data {
  const tables = Object.keys({ ...earlier, ...later });
  return Object.fromEntries(
    tables.map((table) => [table, { ...(earlier[table] as Data | undefined), ...(later[table] as Data | undefined) }]),
  );
}

function textOfPlugin(entry: unknown): unknown {
  if (typeof entry === "string") return entry;
  return Array.isArray(entry) ? (entry[0] as unknown) : (entry as Data)["plugin"];
}

function movedPath(text: string, from: string, to: string): string {
  return isPath(text) ? pathInConfig(to, resolvePath(text, from)) : text;
}

/** Makes the paths of a config relative to another folder. */
function moved(config: Data, from: string, to: string): Data {
  const path = (value: unknown): unknown => (typeof value === "string" ? movedPath(value, from, to) : value);
  const plugin = (entry: unknown): unknown => {
    if (typeof entry === "string") return path(entry);
    if (Array.isArray(entry)) return [path(entry[0]), ...(entry as unknown[]).slice(1)];
    return { ...(entry as Data), plugin: path((entry as Data)["plugin"]) };
  };
  const changes: { readonly [key: string]: (value: unknown) => unknown } = {
    framework: path,
    ir: path,
    plugins: (value) => (value as unknown[]).map(plugin),
  };
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, Object.hasOwn(changes, key) ? changes[key]?.(value) : value]),
  );
}
