import { existsSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { Diagnostic } from "@passwright/core";
import * as errors from "../errors.ts";
import { DATA_LIMIT, displayPath, problemOf, readText, statsOf } from "./files.ts";

/** How config files end. */
export const CONFIG_ENDINGS: readonly string[] = [".ts", ".mts", ".js", ".mjs", ".cjs", ".json", ".yaml", ".yml"];

/** The names that a config may have in a folder; the first that is there is taken. */
export const SEARCH_PLACES: readonly string[] = [
  ...CONFIG_ENDINGS.map((ending) => `passwright.config${ending}`),
  ".passwrightrc",
  ...CONFIG_ENDINGS.map((ending) => `.passwrightrc${ending}`),
  "package.json",
];

/** Files of cosmiconfig's own that it would execute as soon as it is set up. */
const META_CONFIGS = ["js", "ts", "cjs", "mjs"].map((ending) => `.config/config.${ending}`);

/** Files of cosmiconfig's own that it reads as soon as it is set up. */
const META_DATA = [
  "package.json",
  "package.yaml",
  ...["json", "yaml", "yml"].map((ending) => `.config/config.${ending}`),
];

/** The path of a config, or why there is none. */
export type FindResult =
  { readonly ok: true; readonly path: string } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** The config that `named` names: a file, or a folder that holds one. Nothing is executed, and no other folder looked at. */
export function findNamedConfig(named: string, cwd: string): FindResult {
  const path = resolve(cwd, named);
  const shown = displayPath(path, cwd);
  const stats = statsOf(path);
  if (stats === undefined) {
    const read = readText(path);
    const isMissing = read.ok || read.isMissing;
    const diagnostic = isMissing ? errors.noSuchConfig(shown) : errors.unreadableConfig(shown, read.reason);
    return { ok: false, diagnostic };
  }
  if (!stats.isDirectory()) return { ok: true, path };
  const found = SEARCH_PLACES.map((name) => join(path, name)).find((file) => existsSync(file) && holdsConfig(file));
  if (found !== undefined) return { ok: true, path: found };
  return { ok: false, diagnostic: errors.noConfigIn(shown, SEARCH_PLACES, flawOf(join(path, "package.json"))) };
}

/**
 * Looks for a config in `cwd` and the folders around it, up to the one with the project's package.json. cosmiconfig looks,
 * with loaders that only read: what is found is parsed and evaluated by us, which keeps the places of things.
 *
 * One call per folder: in version 9 its strategy `project` does not stop at package.json but at the root of the disk.
 */
export async function searchConfig(cwd: string): Promise<FindResult> {
  const meta = META_CONFIGS.find((name) => existsSync(join(process.cwd(), name)));
  if (meta !== undefined) return { ok: false, diagnostic: errors.searchWouldRun(meta) };
  // cosmiconfig reads whatever is at these places, and throws where a package.json is broken: that is reported by who needs it.
  const places = foldersOfProject(cwd).flatMap((folder) => SEARCH_PLACES.map((name) => join(folder, name)));
  const isOdd = [...places, ...META_DATA.map((name) => join(process.cwd(), name))].some(isIrregular);
  if (isOdd || flawOf(join(process.cwd(), "package.json")) !== undefined) return findConfigAround(cwd);
  const { cosmiconfig } = await import("cosmiconfig");
  const found = (path: string): { readonly isConfig: true } | undefined =>
    holdsConfig(path) ? { isConfig: true } : undefined;
  const loaders = Object.fromEntries([...CONFIG_ENDINGS, "noExt"].map((ending) => [ending, found]));
  const explorer = cosmiconfig("passwright", {
    searchPlaces: [...SEARCH_PLACES],
    // cosmiconfig takes the property out of a package.json; ours has looked into it already.
    loaders: { ...loaders, ".json": (path: string) => ({ passwright: found(path), ...found(path) }) },
    ignoreEmptySearchPlaces: false,
    searchStrategy: "none",
  });
  for (const folder of foldersOfProject(cwd)) {
    // A folder is looked at only if there was nothing in those before it.
    const result = await explorer.search(folder);
    if (result !== null) return { ok: true, path: result.filepath };
  }
  return { ok: false, diagnostic: errors.noConfigIn(".", SEARCH_PLACES, flawOf(join(cwd, "package.json"))) };
}

/** Whether something is there that is not a regular file, or too large to be a config. */
function isIrregular(path: string): boolean {
  const stats = statsOf(path);
  return stats !== undefined && problemOf(stats, DATA_LIMIT) !== undefined;
}

/** Returns why nothing in a package.json counts; `undefined` if it is JSON, or not there. */
function flawOf(packageJson: string): string | undefined {
  const read = readText(packageJson);
  if (!read.ok) return read.isMissing ? undefined : `cannot be read (${read.reason})`;
  try {
    JSON.parse(read.text);
    return undefined;
  } catch {
    return "is not JSON";
  }
}

/** The same without cosmiconfig, which runs code of its own accord: for data-only mode. */
export function findConfigAround(cwd: string): FindResult {
  for (const folder of foldersOfProject(cwd)) {
    const found = findNamedConfig(folder, cwd);
    if (found.ok) return found;
  }
  return { ok: false, diagnostic: errors.noConfigIn(".", SEARCH_PLACES, flawOf(join(cwd, "package.json"))) };
}

function foldersOfProject(start: string): string[] {
  const folders = [start];
  for (let folder = start; !existsSync(join(folder, "package.json")); folder = dirname(folder)) {
    if (dirname(folder) === folder) break;
    folders.push(dirname(folder));
  }
  return folders;
}

/** In package.json the field `passwright` is a config unless it is a manifest, which says its `kind`. */
function holdsConfig(path: string): boolean {
  if (basename(path) !== "package.json") return true;
  const read = readText(path);
  if (!read.ok) return false;
  try {
    const { passwright } = JSON.parse(read.text) as { passwright?: unknown };
    return typeof passwright === "object" && passwright !== null && !("kind" in passwright);
  } catch {
    // A broken package.json is npm's to complain about; it is no config of ours.
    return false;
  }
}

/** How files of code end. */
export const CODE_ENDINGS: readonly string[] = [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"];

/** Whether a path ends as code does. */
export function isCode(path: string): boolean {
  return CODE_ENDINGS.includes(extname(path));
}
