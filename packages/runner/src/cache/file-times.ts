import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { statsOf } from "@passwright/loader";
import { hasSameFiles } from "./patterns.ts";
import type { MatchedPattern } from "./patterns.ts";

/** Files that results depend on, except the inputs. */
export interface FilesOfRun {
  /** A time before the first of these files was read, in milliseconds since 1970. */
  readonly begun: number;
  /** Absolute paths of files and folders. */
  readonly present: readonly string[];
  /** Absolute paths that passes declare as dependencies, but that did not exist when they were read. */
  readonly missing: readonly string[];
  /** Patterns that passes declare as dependencies, with the files that matched when the files were read. */
  readonly patterns: readonly MatchedPattern[];
}

/**
 * Returns whether all files are unchanged since the start of the run. If a file has changed, the key of a result might
 * contain the hash of the old content, although the run used the new content.
 */
export function isUnchanged({ begun, present, missing, patterns }: FilesOfRun): boolean {
  return (
    present.every((path) => isOlder(path, begun)) &&
    !missing.some((path) => exists(path)) &&
    patterns.every(hasSameFiles)
  );
}

export function exists(path: string): boolean {
  return statsOf(path) !== undefined;
}

/**
 * Returns whether a file, or everything in a folder, was last changed before `time`. Compares `ctime`, which also
 * changes when a file is replaced by renaming another file.
 */
function isOlder(path: string, time: number): boolean {
  const all = [path, ...(statsOf(path)?.isDirectory() === true ? entriesOf(path) : [])];
  return exists(path) && all.every((one) => changeTime(one) < time);
}

/** Returns the later time of the entry and, if the entry is a link, of its target. */
function changeTime(path: string): number {
  const own = lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? Infinity;
  return Math.max(own, statsOf(path)?.ctimeMs ?? own);
}

/**
 * Returns the paths of everything in a folder and in its folders. Follows links, except to a folder that contains the
 * link, because the tree would be endless.
 */
export function entriesOf(folder: string, outer: readonly string[] = []): readonly string[] {
  const names = namesIn(folder);
  const folders = [...outer, realpathSync(folder)];
  return names.flatMap((name) => {
    const path = join(folder, name);
    const isNew = statsOf(path)?.isDirectory() === true && !folders.includes(realpathSync(path));
    return isNew ? [path, ...entriesOf(path, folders)] : [path];
  });
}

/** Returns the sorted names of the entries of a folder, or no names if the folder cannot be read. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
