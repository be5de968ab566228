import { browserslistFiles } from "@passwright/sdk";
import type { Message, Root } from "postcss";
import { messagesOf } from "./group.ts";

/**
 * Returns the files on which the result for a style sheet depends: the files that messages of plugins name, and the
 * files with the list of browsers, for which plugins do not report messages.
 */
export function dependenciesOf(root: Root): readonly string[] {
  const messages = messagesOf.get(root);
  if (messages === undefined) return [];
  return [...messages.flatMap(filesIn), ...browserslistFiles(root.source?.input.file ?? "")];
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
