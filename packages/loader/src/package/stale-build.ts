import { readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { type Diagnostic } from "@passwright/core";
import { staleBuild } from "./code-errors.ts";
import { type PluginPackage } from "./read-package.ts";

/** Some programs write all files of a build at once, and some clocks are coarse. Chosen, not measured. */
const SLACK_MS = 1000;

/**
 * Warns of a package whose sources are newer than all that was built of them: who changes a plugin and forgets to build it
 * sees the old one run. Only what is at hand can be changed, so what npm installed is not looked at.
 */
export function findStaleBuild(found: PluginPackage): Diagnostic | undefined {
  if (found.file !== undefined || found.folder.split(sep).includes("node_modules")) return undefined;
  const source = newestIn(join(found.folder, "src"), (name) => /(?<!\.d)\.[cm]?tsx?$/.test(name));
  if (source === undefined) return undefined;
  const built = newestIn(join(found.folder, "dist"), () => true);
  if (built === undefined || source.time <= built.time + SLACK_MS) return undefined;
  return staleBuild(found, `src/${source.path}`, "its build in dist");
}

function newestIn(
  folder: string,
  isMeant: (name: string) => boolean,
): { readonly path: string; readonly time: number } | undefined {
  let newest: { readonly path: string; readonly time: number } | undefined;
  try {
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!isMeant(path)) continue;
      const stats = statSync(join(folder, path));
      if (stats.isFile() && stats.mtimeMs > (newest?.time ?? 0)) {
        newest = { path: path.replaceAll("\\", "/"), time: stats.mtimeMs };
      }
    }
  } catch {
    // Not there, or it goes away under our hands: nothing to say.
  }
  return newest;
}
