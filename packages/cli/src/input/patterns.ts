import { existsSync, lstat, readdir, realpath, stat } from "node:fs";
import type { Dirent, Stats } from "node:fs";
import * as nodePaths from "node:path";
import type { PlatformPath } from "node:path";
import type { FileSystemAdapter } from "tinyglobby";
import { readThrown } from "@passwright/core";
import { statsOf } from "@passwright/loader";

const MAGIC = /[*?[{(!]/;

/** A name or a pattern of inputs, and the folder to which it is relative. */
export interface NameInFolder {
  readonly name: string;
  readonly folder: string;
}

/** Converts a name to a pattern. On Windows, a backslash separates folders, as in other Windows programs. */
export function patternOf(name: string, { sep }: Pick<PlatformPath, "sep"> = nodePaths): string {
  return sep === "/" ? name : name.replaceAll(sep, "/");
}

/** Returns the folders of a pattern that precede the first folder or file name with special characters. */
export function baseOf(pattern: string): string {
  return pattern.slice(0, pattern.lastIndexOf("/", pattern.search(MAGIC)) + 1) || ".";
}

/** Functions that return a symbolic link as a file if its target does not exist, because tinyglobby skips such links. */
const WITH_BROKEN_LINKS = {
  realpath(path: string, done: (error: null, resolved: string) => void): void {
    realpath(path, (error, resolved) => done(null, error === null ? resolved : path));
  },
  stat(path: string, done: (error: Error | null, stats: Stats) => void): void {
    stat(path, (error, stats) => (error === null ? done(null, stats) : lstat(path, done)));
  },
};

/** Returns a `readdir` that reports locked folders, because tinyglobby skips them. */
function reportingLocked(onLocked: (folder: string) => void) {
  return (
    path: string,
    options: { readonly withFileTypes: true },
    done: (error: Error | null, entries: Dirent[]) => void,
  ): void =>
    readdir(path, options, (error, entries) => {
      if (readThrown(error, "code") === "EACCES") onLocked(path);
      done(error, entries);
    });
}

/**
 * Returns a sorted list of the files that match a pattern, including files that cannot be read. Returns `undefined` if
 * the name is not a pattern. Calls `onLocked` for each searched folder that the user is not allowed to read.
 */
export async function filesOf(
  place: NameInFolder,
  onLocked: (folder: string) => void = () => undefined,
): Promise<readonly string[] | undefined> {
  if (!isPattern(place)) return undefined;
  const { glob, isDynamicPattern } = await import("tinyglobby");
  const { folder } = place;
  const pattern = patternOf(place.name);
  if (!isDynamicPattern(pattern)) return undefined;
  const fs = { ...WITH_BROKEN_LINKS, readdir: reportingLocked(onLocked) } as unknown as FileSystemAdapter;
  const files = await glob(pattern, { cwd: folder, expandDirectories: false, fs });
  return files.filter((file) => statsOf(nodePaths.resolve(folder, file))?.isFile() !== false).sort();
}

export function baseFolder({ name, folder }: NameInFolder): string {
  return nodePaths.resolve(folder, baseOf(patternOf(name)));
}

/** Returns whether a name is a pattern. A name with special characters can also be the name of a file. */
export function isPattern({ name, folder }: NameInFolder): boolean {
  return MAGIC.test(name) && !existsSync(nodePaths.resolve(folder, name));
}
