import { SourceMap } from "node:module";
import type { SourceMapPayload } from "node:module";
import { dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourceOfCode } from "@passwright/builder";
import { readText } from "../config/read-text.ts";

/**
 * Tells where a line of loaded code of the package in `folder` comes from: the file its author wrote, by the source map
 * where there is one, relative to the package, so that it reads the same on every machine. Code outside of the package
 * has no such place.
 */
export function makeSourceOf(folder: string): SourceOfCode {
  const maps = new Map<string, LoadedMap | undefined>();
  const inside = (path: string): string | undefined => {
    const short = relative(folder, path);
    return short.startsWith("..") || resolve(folder, short) !== path ? undefined : short.replaceAll(sep, "/");
  };
  return ({ file, line, column }) => {
    const path = file.startsWith("file:") ? fileURLToPath(file) : file;
    const generated = inside(path);
    if (generated === undefined) return undefined;
    if (!maps.has(path)) maps.set(path, loadMap(path));
    const original = maps.get(path)?.find(line, column);
    const source = original === undefined ? undefined : inside(original.path);
    return source === undefined || original === undefined
      ? { file: generated, line }
      : { file: source, line: original.line };
  };
}

interface LoadedMap {
  find(line: number, column: number): { readonly path: string; readonly line: number } | undefined;
}

/** Generated code and source maps may be large. */
function textOf(path: string): string {
  const read = readText(path, Infinity);
  if (!read.ok) throw new Error(read.reason);
  return read.text;
}

/** The source map that the last line of a file names. None, or a broken one, is no reason to stop. */
function loadMap(path: string): LoadedMap | undefined {
  try {
    const text = textOf(path);
    const name = /\n\/\/# sourceMappingURL=([^\s]+)\s*$/.exec(text)?.[1];
    if (name === undefined) return undefined;
    const inline = /^data:application\/json[^,]*;base64,(.*)$/.exec(name)?.[1];
    const mapPath = resolve(dirname(path), decodeURIComponent(inline === undefined ? name : path));
    const json = inline === undefined ? textOf(mapPath) : Buffer.from(inline, "base64").toString();
    const map = new SourceMap(JSON.parse(json) as SourceMapPayload);
    return {
      find(line, column) {
        const entry = map.findEntry(line - 1, column - 1);
        if (!("originalSource" in entry)) return undefined;
        const { originalSource, originalLine } = entry;
        const source = originalSource.startsWith("file:") ? fileURLToPath(originalSource) : originalSource;
        return { path: resolve(dirname(mapPath), source), line: originalLine + 1 };
      },
    };
  } catch {
    return undefined;
  }
}
