import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/**
 * Returns the folder of the cache for a project: in `node_modules` beside the closest package.json or, if none exists,
 * in the user's cache folder.
 */
export function cacheFolderOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, "package.json"))) return join(at, "node_modules", ".cache", "passwright");
    if (dirname(at) === at) break;
  }
  const own = process.env["XDG_CACHE_HOME"] ?? "";
  return join(own === "" ? join(homedir(), ".cache") : own, "passwright");
}
