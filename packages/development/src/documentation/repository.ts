import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const ROOT: string = fileURLToPath(new URL("../../../../", import.meta.url));

const GROUPS = ["packages", "plugins", "examples"];
/** Folders to skip: build output, and this package, because it quotes all diagnostic codes. */
const LEFT_OUT = new Set(["node_modules", "dist", "dist-test", "bundle", "development"]);

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : filesIn(path);
    return [path];
  });
}

/** Returns every file of the packages, plugins and examples, relative to the repository, sorted. */
export function listSources(): readonly string[] {
  return GROUPS.flatMap(filesIn).sort();
}
