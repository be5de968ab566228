import { currentFolder, environmentVariable } from "@passwright/sdk";
import type { Message, Root } from "postcss";
import { messagesOf } from "./group.ts";

/**
 * Files in which Browserslist searches for the list and the statistics of browsers, in the folder of the style sheet
 * and in all parents.
 */
const BROWSERS = [".browserslistrc", "browserslist", "browserslist-stats.json", "package.json"];

/** Environment variables that name files to read instead. */
const VARIABLES = ["BROWSERSLIST_CONFIG", "BROWSERSLIST_STATS"];

/**
 * Returns the files on which the result for a style sheet depends: the files that messages of plugins name, and the
 * files with the list of browsers, for which plugins do not report messages.
 */
export function dependenciesOf(root: Root): readonly string[] {
  const messages = messagesOf.get(root);
  if (messages === undefined) return [];
  const { file = "" } = root.source?.input ?? {};
  const folders = new Set([...parentsOf(file), ...parentsOf(`${currentFolder()}/`)]);
  const lists = [...folders].flatMap((folder) => BROWSERS.map((name) => `${folder}/${name}`));
  const named = VARIABLES.flatMap((name) => environmentVariable(name) || []);
  return [...messages.flatMap(filesIn), ...lists, ...named];
}

/** Returns the files of a message of a plugin: a file, a folder, or a pattern of files. */
function filesIn({ type, ...message }: Message): readonly string[] {
  const text = (key: string): string | undefined =>
    typeof message[key] === "string" ? (message[key] as string) : undefined;
  if (/^(?:build-|missing-)?dependency$/.test(type)) return [text("file") ?? []].flat();
  const folder = /^(?:dir|context)-dependency$/.test(type) ? text("dir") : undefined;
  if (folder === undefined) return [];
  const glob = text("glob");
  return [glob === undefined ? folder : `${literal(folder)}/${glob}`];
}

/** Escapes characters that have a special meaning in patterns. */
function literal(path: string): string {
  return path.replaceAll(/[!*?@+()[\]{}|]/g, "\\$&");
}

/** Returns the folder of a file and all parents of this folder. */
function parentsOf(path: string): readonly string[] {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  if (end < 0) return [];
  const folder = path.slice(0, end);
  return [folder, ...parentsOf(folder)];
}
