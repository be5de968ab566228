import { readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { staleBuild } from "../errors/index.ts";
import type { PluginPackage } from "../package/read-package.ts";

/** Ignored time difference, because a copy or checkout writes files in any order. The value is an estimate. */
const AT_ONCE_MS = 1000;

/** Warns if the sources of a package are newer than its build output. Packages that npm installed are not checked. */
export function findStaleBuild(found: PluginPackage): Diagnostic | undefined {
  if (found.file !== undefined || found.folder.split(sep).includes("node_modules")) return undefined;
  const sources = filesIn(join(found.folder, "src"), (name) => /(?<!\.d)\.[cm]?tsx?$/.test(name));
  if (sources.length === 0) return undefined;
  const files = filesIn(join(found.folder, "dist"), () => true);
  if (files.length === 0) return undefined;
  const source = newestOf(sources);
  const built = newestOf(files).time;
  if (source.time <= built) return undefined;
  // If another file is much older than the build, the files do not come from one copy or checkout, so small time
  // differences matter.
  const others = [...sources, ...filesIn(found.folder, (name) => name === "package.json", { recursive: false })];
  const first = Math.min(...others.map(({ time }) => time));
  if (source.time <= built + AT_ONCE_MS && first >= built - AT_ONCE_MS) return undefined;
  return staleBuild(found, `src/${source.path}`, "its build in `dist`");
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
    // The folder does not exist, or was just removed.
    return [];
  }
}
