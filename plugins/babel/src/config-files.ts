import { dirname, join, resolve } from "node:path";
import type { BabelOptions } from "./javascript.ts";
import { loadPartialConfigSync, transformSync } from "./loading.ts";

/**
 * Files in which Browserslist searches for the list and the statistics of browsers, in the root folder and in all
 * parents.
 */
const BROWSERS = [".browserslistrc", "browserslist", "browserslist-stats.json", "package.json"];

/** Environment variables that name files to read instead. */
const VARIABLES = ["BROWSERSLIST_CONFIG", "BROWSERSLIST_STATS"];

/**
 * Returns the paths of the files on which a configuration depends: the configuration files, the files that presets
 * declare, and the files with the list of browsers.
 */
export function configFilesOf(options: BabelOptions): readonly string[] {
  const { root, cwd, browserslistConfigFile = true } = options;
  const folder = resolve(cwd ?? ".", root ?? ".");
  const { files = [] } = loadPartialConfigSync(options) ?? {};
  // Runs all plugins on an empty file, because only the result of a run contains the files that presets declare.
  const { externalDependencies = [] } = transformSync("", { ...options, code: false }) ?? {};
  const named = VARIABLES.flatMap((name) => process.env[name] || []);
  const lists =
    typeof browserslistConfigFile === "string"
      ? [resolve(folder, browserslistConfigFile)]
      : parentsOf(folder).flatMap((parent) => BROWSERS.map((name) => join(parent, name)));
  return [...files, ...externalDependencies, ...named, ...(browserslistConfigFile === false ? [] : lists)];
}

/** Returns a folder and all of its parents. */
function parentsOf(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...parentsOf(parent)];
}
