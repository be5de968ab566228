import { existsSync, readdirSync, realpathSync } from "node:fs";
import type { Dirent } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { suggest } from "@passwright/core";
import { readText, statsOf } from "../config/files.ts";

/** Where a package, or a single file, was found. */
export interface FoundPackage {
  /** The folder with package.json, symbolic links resolved; for a single file the folder that it is in. */
  readonly folder: string;
  /** The text of package.json; a single file has none. */
  readonly manifestText?: string;
  /** Why its package.json cannot be read, if so. */
  readonly unreadable?: string;
  /** The file that was named, in place of a package. */
  readonly file?: string;
}

/** A package that was found, or every place that was tried. */
export type FindPackageResult =
  | { readonly ok: true; readonly found: FoundPackage }
  | {
      readonly ok: false;
      readonly tried: readonly string[];
      /** The package that the file is part of, if its package.json is broken: it may be the one that is looked for. */
      readonly broken?: FoundPackage & { readonly manifestText: string };
    };

/** A package that was looked at, with its name; `json` is `undefined` if its package.json is broken. */
interface SeenPackage extends FoundPackage {
  readonly manifestText: string;
  readonly json: { readonly name?: unknown } | undefined;
}

/** What was found in folders, for those who look for several packages in one go. */
export type SeenPackages = Map<string, SeenPackage | undefined>;

/** What systems take for a path. */
const LENGTH_LIMIT = 4096;

/** A package, or a folder in one that has a package.json of its own: `@you/tools/ir`. */
const PACKAGE_NAME = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?:\/[a-z0-9~-][\w.~-]*)*$/i;

/** Whether a text could name what {@link findPackage} looks for. */
export function isPackageOrPath(named: string): boolean {
  if (named.length > LENGTH_LIMIT) return false;
  if (named.startsWith("file:")) return pathOfUrl(named) !== undefined;
  return isPath(named) || PACKAGE_NAME.test(named);
}

function pathOfUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    // On another host, or no URL at all.
    return undefined;
  }
}

/**
 * Finds what `named` names in the file `from`: an npm package by Node's rules (node_modules in the folders around `from`,
 * workspaces included, or the package that `from` is part of), or a folder or file relative to `from`. Only package.json is read.
 */
export function findPackage(named: string, from: string, seen: SeenPackages = new Map()): FindPackageResult {
  if (isPath(named)) return findPath(pathOfUrl(named) ?? resolve(dirname(from), named), seen);
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

/** Whether a text names a folder or a file, rather than an npm package. */
export function isPath(named: string): boolean {
  return /^\.{1,2}(?:\/|$)|^\/|^file:|^[A-Za-z]:[\\/]/.test(named);
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
  if (read.ok) return { folder: real, manifestText: read.text, json: readName(read.text) };
  return { folder: real, manifestText: "", json: undefined, unreadable: read.reason };
}

/** The name in a package.json; `undefined` if that is broken. */
function readName(packageJson: string): { readonly name?: unknown } | undefined {
  try {
    const { name } = JSON.parse(packageJson) as { name?: unknown };
    return { name };
  } catch {
    return undefined;
  }
}

/**
 * What somebody may have meant who named a package that is not there, as it has to be written in the file `from`: a folder
 * beside that file which is called so, or something like it, or an installed package with a similar name. Nothing is read
 * but the names of folders.
 */
export function findSimilarPackage(named: string, from: string): string | undefined {
  const folder = dirname(from);
  if (isPath(named)) return similarPath(named, folder);
  const beside = foldersIn(folder).filter((name) => existsSync(join(folder, name, "package.json")));
  if (beside.includes(named)) return `./${named}`;
  const installed = installedAround(folder);
  const similar = suggest(named, [...installed, ...beside]);
  return similar === undefined || installed.includes(similar) ? similar : `./${similar}`;
}

/**
 * The installed package that declares a pass, by its manifest: for the help of those who named the pass and not the package.
 * Only packages that are called after Passwright are looked into.
 */
export function findPackageWithPass(pass: string, from: string): string | undefined {
  return installedAround(dirname(from)).find((name) => {
    const found = name.includes("passwright") ? findPackage(name, from) : undefined;
    if (found?.ok !== true) return false;
    try {
      const { passwright } = JSON.parse(found.found.manifestText ?? "") as {
        passwright?: { passes?: readonly { name?: unknown }[] };
      };
      return passwright?.passes?.some(({ name: declared }) => declared === pass) ?? false;
    } catch {
      return false;
    }
  });
}

/** For a path whose last part is misspelt, the one beside it. */
function similarPath(named: string, folder: string): string | undefined {
  if (named.startsWith("file:")) return undefined;
  const path = resolve(folder, named);
  const parent = dirname(path);
  const similar = suggest(
    relative(parent, path),
    namesIn(parent).map(({ name }) => name),
  );
  if (similar === undefined || join(parent, similar) === path) return undefined;
  const short = relative(folder, join(parent, similar)).replaceAll(sep, "/");
  return short.startsWith("..") ? short : `./${short}`;
}

/** The names of packages in the node_modules around a folder, those with a scope too. */
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

/** Folders, and links as npm makes them for workspaces. */
function foldersIn(folder: string): string[] {
  return namesIn(folder)
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith("."))
    .map(({ name }) => name);
}

function namesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Not there, or not ours to look at: nothing to suggest.
    return [];
  }
}
