import { isAbsolute, relative, sep } from "node:path";

/** A path as a person would write it from `cwd`, with `/`: relative where that goes down, else as it is. */
export function displayPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  if (short === "") return ".";
  const shown = short.startsWith("..") || isAbsolute(short) ? path : short;
  return sep === "/" ? shown : shown.replaceAll(sep, "/");
}
