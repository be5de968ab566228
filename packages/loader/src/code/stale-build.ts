import { readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { staleBuild } from "../errors.ts";
import type { PluginPackage } from "../package/read-package.ts";

/** A copy or a checkout writes sources and build at once, in any order, and some clocks are coarse. Chosen, not measured. */
const AT_ONCE_MS = 1000;

/**
 * Warns of a package whose sources are newer than all that was built of them: who changes a plugin and forgets to build it
 * sees the old one run. Only what is at hand can be changed, so what npm installed is not looked at.
 */
export function findStaleBuild(found: PluginPackage): Diagnostic | undefined {
  if (found.file !== undefined || found.folder.split(sep).includes("node_modules")) return undefined;
  const sources = filesIn(join(found.folder, "src"), (name) => /(?<!\.d)\.[cm]?tsx?$/.test(name));
  if (sources.length === 0) return undefined;
  const files = filesIn(join(found.folder, "dist"), () => true);
  if (files.length === 0) return undefined;
  const source = newestOf(sources);
  const built = newestOf(files).time;
  if (source.time <= built) return undefined;
  // What was there long before the build tells that nobody wrote all of the folder at once.
  const others = [...sources, ...filesIn(found.folder, (name) => name === "package.json", { recursive: false })];
  const first = Math.min(...others.map(({ time }) => time));
  if (source.time <= built + AT_ONCE_MS && first >= built - AT_ONCE_MS) return undefined;
  return staleBuild(found, `src/${source.path}`, "its build in dist");
}

interface FoundFile {
  readonly path: string;
  readonly time: number;
}

const newestOf = (files: readonly FoundFile[]): FoundFile =>
  files.reduce((newest, file) => (file.time > newest.time ? file : newest));

function filesIn(folder: string, isMeant: (name: string) => boolean, { recursive = true } = {}): readonly FoundFile[] {
  try {
    return readdirSync(folder, { recursive, encoding: "utf8" }).flatMap((path) => {
      const stats = isMeant(path) ? statSync(join(folder, path)) : undefined;
      return stats?.isFile() === true ? [{ path: path.replaceAll("\\", "/"), time: stats.mtimeMs }] : [];
    });
  } catch {
    // Not there, or it goes away under our hands: nothing to say.
    return [];
  }
}
