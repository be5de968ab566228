import { existsSync } from "node:fs";
import { resolve, sep } from "node:path";
import { globSync, isDynamicPattern } from "tinyglobby";

/** A pattern of files, and the folder to which the pattern is relative. */
interface PatternInFolder {
  readonly name: string;
  readonly folder: string;
}

/** A pattern of files, and the files that match the pattern. */
export interface MatchedPattern extends PatternInFolder {
  /** Sorted files, relative to `folder`. */
  readonly files: readonly string[];
}

/**
 * Returns a sorted list of the files that match a pattern. Returns `undefined` if the name is not a pattern, or if a
 * file has this name.
 */
export function matchingFiles({ name, folder }: PatternInFolder): readonly string[] | undefined {
  const pattern = sep === "/" ? name : name.replaceAll(sep, "/");
  if (!isDynamicPattern(pattern) || existsSync(resolve(folder, name))) return undefined;
  return globSync(pattern, { cwd: folder, expandDirectories: false }).sort();
}

/** Returns whether the same files as before match a pattern. */
export function hasSameFiles(pattern: MatchedPattern): boolean {
  return matchingFiles(pattern)?.join("\n") === pattern.files.join("\n");
}
