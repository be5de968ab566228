import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { browserslistFiles } from "@passwright/sdk";
import type { BabelOptions } from "./javascript.ts";
import { loadPartialConfigSync, transformSync } from "./loading.ts";

/**
 * Returns the paths of the files on which a configuration depends: the configuration files, the files that presets
 * declare, and the files with the list of browsers.
 */
export function configFilesOf(options: BabelOptions): readonly string[] {
  const { root, cwd, browserslistConfigFile } = options;
  const folder = resolve(cwd ?? ".", root ?? ".");
  const files = [...(loadPartialConfigSync(options)?.files ?? [])];
  // Runs all plugins on an empty file, because only the result of a run contains the files that presets declare.
  const { externalDependencies = [] } = transformSync("", { ...options, code: false }) ?? {};
  const own = typeof browserslistConfigFile === "string" ? [resolve(folder, browserslistConfigFile)] : [];
  return [...files, ...externalDependencies, ...browserslistFiles(`${folder}/`), ...own, ...files.flatMap(namedIn)];
}

/** Returns the files that a configuration file names as lists of browsers. Babel does not return these names. */
function namedIn(file: string): readonly string[] {
  const names = readFileSync(file, "utf8").matchAll(/browserslistConfigFile["'`]?\s*:\s*(["'`])(.+?)\1/g);
  return [...names].map(([, , name = ""]) => resolve(dirname(file), name));
}
