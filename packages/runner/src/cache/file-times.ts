import { lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
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
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Returns whether a file, or everything in a folder, was last changed before `time`. Compares `ctime`, which also
 * changes when a file is replaced by renaming another file.
 */
function isOlder(path: string, time: number): boolean {
  try {
    const own = lstatSync(path);
    const stats = own.isSymbolicLink() ? statSync(path) : own;
    if (Math.max(own.ctimeMs, stats.ctimeMs) >= time) return false;
    if (!stats.isDirectory()) return true;
    return readdirSync(path, { recursive: true, encoding: "utf8" }).every(
      (name) => lstatSync(join(path, name)).ctimeMs < time,
    );
  } catch {
    return false;
  }
}
