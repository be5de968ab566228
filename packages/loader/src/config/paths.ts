import * as nodePaths from "node:path";
import type { PlatformPath } from "node:path";
import { fileURLToPath } from "node:url";

/** Converts a path or a `file:` URL to an absolute path. Treats an invalid URL as a path. */
export function resolvePath(named: string, folder: string, platform: PlatformPath = nodePaths): string {
  return pathOfUrl(named, platform) ?? platform.resolve(folder, named);
}

/** Returns the path of a `file:` URL. Returns `undefined` if the text is not a valid `file:` URL. */
export function pathOfUrl(named: string, { sep }: PlatformPath = nodePaths): string | undefined {
  if (!named.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(named, { windows: sep === "\\" });
  } catch {
    // The text is not a URL, or the URL has another host.
    return undefined;
  }
}

/**
 * Returns a path relative to a folder, with `/` as separator. Returns `.` for the folder itself, and `undefined` for a
 * path outside of the folder. On Windows, a path on another drive is outside of the folder, and letter case is ignored.
 */
export function pathInside(
  folder: string,
  path: string,
  { relative, isAbsolute, sep }: Pick<PlatformPath, "relative" | "isAbsolute" | "sep"> = nodePaths,
): string | undefined {
  const short = relative(folder, path);
  if (short === "") return ".";
  if (short === ".." || short.startsWith(`..${sep}`) || isAbsolute(short)) return undefined;
  return withSlashes(short, sep);
}

/** Returns whether a path is inside a folder, or is the folder. */
export function isInside(folder: string, path: string): boolean {
  return pathInside(folder, path) !== undefined;
}

/** Formats a path for messages, with `/` as separator. The result is relative if the path is inside `cwd`. */
export function displayPath(path: string, cwd: string, platform: PlatformPath = nodePaths): string {
  return pathInside(cwd, path, platform) ?? withSlashes(path, platform.sep);
}

/** Returns a relative path for configs in a folder, with `/` and, inside the folder, with `./`. */
export function pathInConfig(folder: string, path: string, platform: PlatformPath = nodePaths): string {
  const short = withSlashes(platform.relative(folder, path), platform.sep);
  return pathInside(folder, path, platform) === undefined ? short : `./${short}`;
}

function withSlashes(path: string, sep: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
