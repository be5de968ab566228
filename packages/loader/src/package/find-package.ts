import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import type { Dirent } from "node:fs";
import { dirname, join, parse, relative, resolve } from "node:path";
import { suggest } from "@passwright/core";
import type { Result } from "@passwright/core";
import { fieldsIn, readText, statsOf } from "../config/files.ts";
import { isCode } from "../config/find-config.ts";
import { isPath } from "../config/is-path.ts";
import { pathInConfig, pathOfUrl, resolvePath } from "../config/paths.ts";

/** Package or single file. */
export interface FoundPackage {
  /** Real path of the folder that contains package.json or the single file. */
  readonly folder: string;
  /** Text of package.json. Absent for a single file. */
  readonly manifestText?: string;
  /** Reason why package.json cannot be read. */
  readonly unreadable?: string;
  /** Path of the single file. */
  readonly file?: string;
}

/** Found package, or all searched paths. */
export type FindPackageResult = Result<
  { readonly found: FoundPackage },
  {
    readonly tried: readonly string[];
    /** Package above `from` with an invalid package.json, which might be the requested package. */
    readonly broken?: FoundPackage & { readonly manifestText: string };
  }
>;

/** Package with its name. `json` is `undefined` if package.json is invalid. */
interface SeenPackage extends FoundPackage {
  readonly manifestText: string;
  readonly json: { readonly name?: unknown } | undefined;
}

/** Cache of packages by folder. */
export type SeenPackages = Map<string, SeenPackage | undefined>;

const LENGTH_LIMIT = 4096;

/** Matches a package name and, optionally, the path of a subfolder with a package.json: `@you/tools/ir`. */
const PACKAGE_NAME = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?:\/[a-z0-9~-][\w.~-]*)*$/i;

export function isPackageOrPath(named: string): boolean {
  if (named.length > LENGTH_LIMIT) return false;
  if (named.startsWith("file:")) return pathOfUrl(named) !== undefined;
  return isPath(named) || PACKAGE_NAME.test(named);
}

/**
 * Finds the package that the name or path `named` in the file `from` refers to. A name is resolved by Node's rules: in
 * `node_modules` of all folders above `from`, or as the package that contains `from`. A path is resolved relative to
 * `from`. Reads only package.json.
 */
export function findPackage(named: string, from: string, seen: SeenPackages = new Map()): FindPackageResult {
  if (isPath(named)) return findPath(resolvePath(named, dirname(from)), seen);
  const tried: string[] = [];
  let broken: (FoundPackage & { readonly manifestText: string }) | undefined;
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const own = packageIn(folder, seen);
    if (own !== undefined) {
      const json = own.json;
      if (json?.name === named) return { ok: true, found: own };
      if (json === undefined) broken ??= own;
    }
    const candidate = join(folder, "node_modules", named);
    const found = packageIn(candidate, seen);
    if (found !== undefined) return { ok: true, found };
    tried.push(join(candidate, "package.json"));
    if (dirname(folder) === folder) return { ok: false, tried, ...(broken === undefined ? {} : { broken }) };
  }
}

function findPath(path: string, seen: SeenPackages): FindPackageResult {
  const stats = statsOf(path);
  if (stats === undefined) return { ok: false, tried: [path] };
  const real = realpathSync(path);
  if (!stats.isDirectory()) return { ok: true, found: { folder: dirname(real), file: real } };
  const found = packageIn(real, seen);
  return found === undefined ? { ok: false, tried: [join(path, "package.json")] } : { ok: true, found };
}

function packageIn(folder: string, seen: SeenPackages): SeenPackage | undefined {
  if (!seen.has(folder)) seen.set(folder, readPackageIn(folder));
  return seen.get(folder);
}

function readPackageIn(folder: string): SeenPackage | undefined {
  const path = join(folder, "package.json");
  if (statsOf(path) === undefined) return undefined;
  const read = readText(path);
  const real = realpathSync(folder);
  if (read.ok) return { folder: real, manifestText: read.text, json: fieldsIn(read.text) };
  return { folder: real, manifestText: "", json: undefined, unreadable: read.reason };
}

/** Returns the installed package of Passwright for another tool, such as `@passwright/svgo` for `svgo`. */
export function findAdapter(named: string, from: string): string | undefined {
  const adapter = `@passwright/${named}`;
  return !isPath(named) && findPackage(adapter, from).ok ? adapter : undefined;
}

/** Returns a file or folder next to `from`, or an installed package, whose name is similar to `named`. */
export function findSimilarPackage(named: string, from: string): string | undefined {
  const folder = dirname(from);
  if (isPath(named)) return similarPath(named, folder);
  const beside = foldersIn(folder).filter((name) => existsSync(join(folder, name, "package.json")));
  if (beside.includes(named) || statsOf(join(folder, named))?.isFile() === true) return `./${named}`;
  const adapter = findAdapter(named, from);
  if (adapter !== undefined) return adapter;
  const installed = installedAround(folder);
  // The folder of a package can exist without a package.json, for example if a link in `node_modules` is broken.
  const others = [...installed, ...beside].filter((name) => name !== named);
  const similar = suggest(named, others);
  return similar === undefined || installed.includes(similar) ? similar : `./${similar}`;
}

interface Manifest {
  readonly passes?: readonly { readonly name?: unknown; readonly ir?: string }[];
}

/**
 * Returns the installed package that declares a pass. Reads packages with `passwright` in their name. If `irs` is not
 * empty, ignores passes that are declared for other IRs.
 */
export function findPackageWithPass(pass: string, from: string, irs: ReadonlySet<string>): string | undefined {
  const isFor = (ir: string | undefined): boolean => ir === undefined || irs.size === 0 || irs.has(ir);
  return installedAround(dirname(from)).find((name) => {
    const result = name.includes("passwright") ? findPackage(name, from) : undefined;
    if (result?.ok !== true) return false;
    const { folder, manifestText = "" } = result.found;
    try {
      const { passwright } = JSON.parse(manifestText) as { passwright?: Manifest & { manifest?: string } };
      const generated = passwright?.manifest;
      const manifest =
        generated === undefined ? passwright : (JSON.parse(readFileSync(join(folder, generated), "utf8")) as Manifest);
      return manifest?.passes?.some(({ name: declared, ir }) => declared === pass && isFor(ir)) ?? false;
    } catch {
      return false;
    }
  });
}

function similarPath(named: string, folder: string): string | undefined {
  if (named.startsWith("file:")) return undefined;
  const path = resolve(folder, named);
  const parent = dirname(path);
  const names = namesIn(parent).map(({ name }) => name);
  const own = relative(parent, path);
  const similar = names.find((name) => isCode(name) && parse(name).name === own) ?? suggest(own, names);
  if (similar === undefined || join(parent, similar) === path) return undefined;
  return pathInConfig(folder, join(parent, similar));
}

/** Returns the names of all packages in `node_modules` folders in `start` and in each folder above `start`. */
function installedAround(start: string): string[] {
  const names = new Set<string>();
  for (let folder = start; ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    for (const name of foldersIn(modules)) {
      if (!name.startsWith("@")) names.add(name);
      else for (const inner of foldersIn(join(modules, name))) names.add(`${name}/${inner}`);
    }
    if (dirname(folder) === folder) return [...names];
  }
}

/** Returns the names of folders, including symbolic links, which npm creates for workspaces. */
function foldersIn(folder: string): string[] {
  return namesIn(folder)
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith("."))
    .map(({ name }) => name);
}

function namesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // The folder does not exist or is not readable.
    return [];
  }
}
