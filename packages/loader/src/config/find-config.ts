import { accessSync, constants, existsSync, lstatSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { Diagnostic, Result } from "@passwright/core";
import * as errors from "../errors/index.ts";
import { DATA_LIMIT, fieldsIn, problemOf, readText, statsOf } from "./files.ts";
import { displayPath, pathInConfig } from "./paths.ts";

/** Extensions of config files. */
export const CONFIG_ENDINGS: readonly string[] = [".ts", ".mts", ".js", ".mjs", ".cjs", ".json", ".yaml", ".yml"];

/** Names that a config can have in a folder. The first existing name is used. */
export const SEARCH_PLACES: readonly string[] = [
  ...CONFIG_ENDINGS.map((ending) => `passwright.config${ending}`),
  ".passwrightrc",
  ...CONFIG_ENDINGS.map((ending) => `.passwrightrc${ending}`),
  "package.json",
];

const ENDINGS_TEXT = `{${CONFIG_ENDINGS.map((ending) => ending.slice(1)).join(",")}}`;

/** {@link SEARCH_PLACES} as text for messages. */
const PLACES_TEXT = `passwright.config.${ENDINGS_TEXT}, .passwrightrc, .passwrightrc.${ENDINGS_TEXT}, and field \`passwright\` in package.json`;

/** Files that cosmiconfig executes during its setup. */
const META_CONFIGS = ["js", "ts", "cjs", "mjs"].map((ending) => `.config/config.${ending}`);

const META_DATA = [
  "package.json",
  "package.yaml",
  ...["json", "yaml", "yml"].map((ending) => `.config/config.${ending}`),
];

/** Path of a config, or the reason why the config was not found. */
export type FindResult = Result<{ readonly path: string }, { readonly diagnostic: Diagnostic }>;

/** Returns the path of the config in a file or folder. Does not run code or search other folders. */
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
  const found = configIn(path);
  // A link can be broken.
  if (found !== undefined)
    return statsOf(found) === undefined ? findNamedConfig(found, cwd) : { ok: true, path: found };
  return { ok: false, diagnostic: errors.noConfigIn(shown, PLACES_TEXT, flawOf(join(path, "package.json"))) };
}

/**
 * Searches for a config with cosmiconfig, from `cwd` up to the folder with the project's package.json. Does not use the
 * parsers of cosmiconfig, because they do not record positions. Calls cosmiconfig once per folder, because its strategy
 * `project` does not stop at package.json.
 */
export async function searchConfig(cwd: string): Promise<FindResult> {
  const meta = META_CONFIGS.find((name) => existsSync(join(process.cwd(), name)));
  if (meta !== undefined) return { ok: false, diagnostic: errors.searchWouldRun(meta) };
  // Checks the files first, because cosmiconfig blocks on a pipe, skips a file that it cannot read, and throws for any
  // invalid package.json.
  const places = foldersOfProject(cwd).flatMap(configsIn);
  const isOdd = [...places, ...META_DATA.map((name) => join(process.cwd(), name))].some(isIrregular);
  if (isOdd || flawOf(join(process.cwd(), "package.json")) !== undefined) return findConfigAround(cwd);
  const { cosmiconfig } = await import("cosmiconfig");
  const found = (path: string): { readonly isConfig: true } | undefined =>
    holdsConfig(path) ? { isConfig: true } : undefined;
  const loaders = Object.fromEntries([...CONFIG_ENDINGS, "noExt"].map((ending) => [ending, found]));
  const explorer = cosmiconfig("passwright", {
    searchPlaces: [...SEARCH_PLACES],
    // For package.json, cosmiconfig reads the property `passwright`.
    loaders: { ...loaders, ".json": (path: string) => ({ passwright: found(path), ...found(path) }) },
    ignoreEmptySearchPlaces: false,
    searchStrategy: "none",
  });
  for (const folder of foldersOfProject(cwd)) {
    const result = await explorer.search(folder);
    if (result !== null) return { ok: true, path: result.filepath };
  }
  return { ok: false, diagnostic: notFoundFrom(cwd) };
}

/** Reports that no config was found. The help names a config above the project, for example in a workspace. */
function notFoundFrom(cwd: string): Diagnostic {
  let folder = cwd;
  while (dirname(folder) !== folder && configIn(folder) === undefined) folder = dirname(folder);
  const above = configIn(folder) !== undefined ? pathInConfig(cwd, folder) : undefined;
  return errors.noConfigIn(
    ".",
    `${PLACES_TEXT}, in this folder and its parent folders up to the folder with package.json`,
    flawOf(join(cwd, "package.json")),
    above,
  );
}

/** Returns the config in a folder. The config can be a file that cannot be read. */
function configIn(folder: string): string | undefined {
  return configsIn(folder).find((file) => isPresent(file) && holdsConfig(file));
}

function isPresent(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

const configsIn = (folder: string): readonly string[] => SEARCH_PLACES.map((name) => join(folder, name));

/** Returns whether a path exists but cannot be read, is irregular, for example a pipe or a folder, or is too large. */
function isIrregular(path: string): boolean {
  if (!isPresent(path)) return false;
  const stats = statsOf(path);
  if (stats === undefined || problemOf(stats, DATA_LIMIT) !== undefined) return true;
  try {
    accessSync(path, constants.R_OK);
    return false;
  } catch {
    return true;
  }
}

/** Returns the reason why a package.json cannot be used, or `undefined` if the file is valid or missing. */
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

/** Searches for a config without cosmiconfig, which can run code. Used in data-only mode. */
export function findConfigAround(cwd: string): FindResult {
  const folder = foldersOfProject(cwd).find((one) => configIn(one) !== undefined);
  return folder === undefined ? { ok: false, diagnostic: notFoundFrom(cwd) } : findNamedConfig(folder, cwd);
}

function foldersOfProject(start: string): string[] {
  const folders = [start];
  for (let folder = start; !existsSync(join(folder, "package.json")); folder = dirname(folder)) {
    if (dirname(folder) === folder) break;
    folders.push(dirname(folder));
  }
  return folders;
}

/** Returns whether a file is a config. `passwright` in a package.json is a manifest if it contains `kind`. */
function holdsConfig(path: string): boolean {
  if (basename(path) !== "package.json") return true;
  const read = readText(path);
  const passwright = read.ok ? fieldsIn(read.text)?.["passwright"] : undefined;
  return typeof passwright === "object" && passwright !== null && !("kind" in passwright);
}

export const CODE_ENDINGS: readonly string[] = [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"];

export function isCode(path: string): boolean {
  return CODE_ENDINGS.includes(extname(path));
}
