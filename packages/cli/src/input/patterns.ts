import * as nodePaths from "node:path";
import type { PlatformPath } from "node:path";

const MAGIC = /[*?[{(!]/;

/** Returns whether a name has a special character of patterns. */
export function isMagic(name: string): boolean {
  return MAGIC.test(name);
}

/** Returns a name as a pattern. On Windows, a backslash separates folders, as in other Windows programs. */
export function patternOf(name: string, { sep }: Pick<PlatformPath, "sep"> = nodePaths): string {
  return sep === "/" ? name : name.replaceAll(sep, "/");
}

/** Returns the folder of a pattern that precedes the first special character. */
export function baseOf(pattern: string): string {
  return pattern.slice(0, pattern.lastIndexOf("/", pattern.search(MAGIC)) + 1) || ".";
}
