import { SourceMap } from "node:module";
import type { SourceMapPayload } from "node:module";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { SourceOfCode } from "@passwright/builder";
import { isThrown, stackOf } from "@passwright/core";
import type { SourceLocation } from "@passwright/core";
import type { PassOwner } from "@passwright/sdk/loading";
import { readText } from "../config/files.ts";
import { pathInside, pathOfUrl, resolvePath } from "../config/paths.ts";

type LineAndColumn = Pick<SourceLocation, "line" | "column">;

export function thrownPlace(thrown: unknown, path: string): LineAndColumn | undefined {
  const stack = stackOf(thrown) ?? "";
  for (const name of [pathToFileURL(path).href, path]) {
    const at = stack.indexOf(`${name}:`);
    const match = at < 0 ? undefined : /^:(\d+)(?::(\d+))?/.exec(stack.slice(at + name.length));
    if (match !== null && match !== undefined) return { line: Number(match[1]), column: Number(match[2] ?? 1) };
  }
  return undefined;
}

const PLACE = /((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])[^\s()]*?):(\d+)(?::(\d+))?(?=\s|\)|$)/g;

function framesOf(thrown: unknown): Iterable<RegExpExecArray> {
  return (stackOf(thrown) ?? "").matchAll(PLACE);
}

/** Plugins and frameworks whose code was imported, by the folder of the package or the path of the single file. */
export const codeOwners: Map<string, PassOwner> = new Map();

/** Returns the plugin or framework whose code appears first in the stack trace of a thrown value. */
export function ownerOfThrown(thrown: unknown): PassOwner | undefined {
  for (const [, file = ""] of framesOf(thrown)) {
    const contains = (path: string): boolean =>
      !`/${pathInside(path, pathOfUrl(file) ?? file) ?? "node_modules/"}`.includes("/node_modules/");
    // The folder of a package can contain the folder of another package.
    const [path] = [...codeOwners.keys()].filter(contains).toSorted((left, right) => right.length - left.length);
    if (path !== undefined) return codeOwners.get(path);
  }
  return undefined;
}

/**
 * Returns the first position inside a package that appears in a stack trace. With `isDirect`, returns only the position
 * at the top of the stack. If a source map exists, returns the position in the original source.
 */
export function placeOfThrown(thrown: unknown, folder: string, isDirect = false): SourceLocation | undefined {
  const sourceOf = makeSourceOf(folder);
  for (const [, file, line, column] of framesOf(thrown)) {
    const source = sourceOf({ file: file ?? "", line: Number(line), column: Number(column ?? 1) });
    // The folder of a package can contain other packages, but can also be in the folder `node_modules` of a project.
    if (source !== undefined && !/(?:^|[\\/])node_modules[\\/]/.test(source.file)) return { ...source, column: 1 };
    if (isDirect) return undefined;
  }
  return undefined;
}

/** Returns the position of a syntax error from `node --check`, because `import` does not report it. */
export function placeOfSyntaxError(thrown: unknown, path: string): LineAndColumn | undefined {
  if (!isThrown(thrown, SyntaxError) || !/\.[cm]?js$/.test(path)) return undefined;
  const stderr = checked(path);
  const match = /^(?:file:\/\/)?[^\n]*:(\d+)\n([^\n]*)\n( *)\^/.exec(stderr);
  return match === null ? undefined : { line: Number(match[1]), column: (match[3] ?? "").length + 1 };
}

function checked(path: string): string {
  // Loads the module only when it is needed, because loading takes time.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  try {
    return spawnSync(process.execPath, ["--check", path], { encoding: "utf8", timeout: 10_000 }).stderr ?? "";
  } catch {
    // Node's permission model can forbid starting a process.
    return "";
  }
}

/** Returns a function that maps positions in a package to its sources. Returned paths are relative to the package. */
export function makeSourceOf(folder: string): SourceOfCode {
  const maps = new Map<string, FindSource | undefined>();
  return ({ file, line, column }) => {
    const path = pathOfUrl(file) ?? file;
    const generated = pathInside(folder, path);
    if (generated === undefined) return undefined;
    if (!maps.has(path)) maps.set(path, loadMap(path));
    const original = maps.get(path)?.(line, column);
    const source = original && pathInside(folder, original.path);
    return original === undefined || source === undefined
      ? { file: generated, line }
      : { file: source, line: original.line };
  };
}

type FindSource = (line: number, column: number) => { readonly path: string; readonly line: number } | undefined;

/** Loads the source map named in the last line of a file. Returns `undefined` if the map is missing or invalid. */
function loadMap(path: string): FindSource | undefined {
  try {
    const code = readText(path, Infinity);
    const name = code.ok ? /\n\/\/# sourceMappingURL=([^\s]+)\s*$/.exec(code.text)?.[1] : undefined;
    if (name === undefined) return undefined;
    const inline = /^data:application\/json[^,]*;base64,(.*)$/.exec(name)?.[1];
    const mapPath = resolve(dirname(path), decodeURIComponent(inline === undefined ? name : path));
    const json = inline === undefined ? readText(mapPath, Infinity) : undefined;
    const text = json?.ok === true ? json.text : Buffer.from(inline ?? "", "base64").toString();
    const map = new SourceMap(JSON.parse(text) as SourceMapPayload);
    return (line, column) => {
      const entry = map.findEntry(line - 1, column - 1);
      if (!("originalSource" in entry)) return undefined;
      return { path: resolvePath(entry.originalSource, dirname(mapPath)), line: entry.originalLine + 1 };
    };
  } catch {
    return undefined;
  }
}
