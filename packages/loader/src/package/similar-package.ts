import { existsSync, readdirSync } from "node:fs";
import type { Dirent } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { suggest } from "@passwright/core";
import { findPackage, isPath } from "./find-package.ts";

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
