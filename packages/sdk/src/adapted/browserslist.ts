import { currentFolder, environmentVariable } from "./load-module.ts";

/** Files in which Browserslist searches for the list and the statistics of browsers. */
const BROWSERS = [".browserslistrc", "browserslist", "browserslist-stats.json", "package.json"];

/** Environment variables with the paths of files that Browserslist reads instead of these files. */
const VARIABLES = ["BROWSERSLIST_CONFIG", "BROWSERSLIST_STATS"];

/**
 * Returns the files in which Browserslist searches for browsers: files in the folder of `path`, in the current folder,
 * and in all parents of these folders, and files that environment variables name. Use the result in `dependenciesOf` of
 * an IR.
 */
export function browserslistFiles(path: string): readonly string[] {
  const folders = new Set([...parentsOf(path), ...parentsOf(`${currentFolder()}/`)]);
  const lists = [...folders].flatMap((folder) => BROWSERS.map((name) => `${folder}/${name}`));
  return [...lists, ...VARIABLES.flatMap((name) => environmentVariable(name) || [])];
}

function parentsOf(path: string): readonly string[] {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  if (end < 0) return [];
  const folder = path.slice(0, end);
  return [folder, ...parentsOf(folder)];
}
