import { existsSync, lstatSync } from "node:fs";
import * as nodePaths from "node:path";
import type { PlatformPath } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { displayPath, realPath } from "@passwright/loader";
import * as errors from "../errors/index.ts";
import type { Input } from "../input/inputs.ts";

type NamedFile = Pick<Input, "file" | "path" | "base" | "rename">;

/**
 * Returns the path of each result in a folder. Inside the folder, a result has the path of its input relative to the
 * deepest common folder of all inputs. If `rename` of the input is set, the result has a different extension. On every
 * system, refuses paths that differ only in case, because some systems treat these paths as the same file.
 */
export function mirroredPaths(
  folder: string,
  inputs: readonly NamedFile[],
  cwd: string,
  paths: PlatformPath = nodePaths,
): { readonly paths: readonly string[]; readonly diagnostics: readonly Diagnostic[] } {
  const target = paths.resolve(cwd, folder);
  const files = inputs.filter(({ file }) => file !== "-");
  const shared = sharedDepth(
    files.map(({ path, base }) => partsOf(base ?? paths.dirname(path), paths)),
    paths,
  );
  const results = inputs.map((input) =>
    paths.join(target, ...(input.file === "-" ? ["stdin"] : partsOf(resultPathOf(input), paths).slice(shared))),
  );
  // Follows symbolic links, because a result that is written through a link must not overwrite an input. A folder that
  // does not exist cannot contain inputs.
  const real = existsSync(target) ? linkResolver(paths) : (path: string): string => path;
  const sources = new Map(files.map((input) => [withoutCase(real(input.path)), input]));
  const taken = new Map<string, NamedFile & { readonly result: string }>();
  const diagnostics: Diagnostic[] = [];
  results.forEach((result, index) => {
    const input = inputs[index] as NamedFile;
    const { file } = input;
    const shown = displayPath(result, cwd, paths);
    const key = withoutCase(real(result));
    const source = sources.get(key);
    const other = taken.get(key);
    if (source !== undefined) diagnostics.push(errors.outputIsInput(file, shown, displayPath(source.path, cwd, paths)));
    else if (other !== undefined)
      diagnostics.push(errors.sameOutput(other.file, file, displayPath(other.result, cwd, paths), shown));
    if (other === undefined) taken.set(key, { ...input, result });
  });
  return { paths: results, diagnostics };
}

/** Returns a function that resolves symbolic links in paths of files. Resolves each folder only once. */
function linkResolver({ basename, dirname, join }: PlatformPath): (path: string) => string {
  const folders = new Map<string, string>();
  return (path) => {
    const folder = dirname(path);
    const found = folders.get(folder) ?? realPath(folder);
    folders.set(folder, found);
    const inside = join(found, basename(path));
    return isLink(inside) ? realPath(inside) : inside;
  };
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function resultPathOf({ path, rename }: NamedFile): string {
  return rename === undefined ? path : path.slice(0, -rename.from.length) + rename.to;
}

/** Normalizes a name. Names that macOS or Windows does not distinguish have the same normalized name. */
export function withoutCase(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function partsOf(path: string, { parse, sep }: PlatformPath): readonly string[] {
  const { root } = parse(path);
  return [...root.split(/[:\\/]+/), ...path.slice(root.length).split(sep)].filter((part) => part !== "");
}

function sharedDepth([first = [], ...rest]: readonly (readonly string[])[], { sep }: PlatformPath): number {
  const key = (part: string | undefined): string | undefined => (sep === "\\" && part ? withoutCase(part) : part);
  const end = first.findIndex((part, depth) => rest.some((parts) => key(parts[depth]) !== key(part)));
  return end < 0 ? first.length : end;
}
