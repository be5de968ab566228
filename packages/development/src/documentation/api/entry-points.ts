import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../repository.ts";

/** A module that a published package exports. */
export interface EntryPoint {
  /** Short name: `core`, or `ir-store` for a second entry point of a package. */
  readonly name: string;
  /** Folder of the package, such as `packages/core`. */
  readonly folder: string;
  /** Path of the published declarations, relative to the repository: `packages/core/dist/index.d.ts`. */
  readonly types: string;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: { readonly [subpath: string]: string | { readonly types?: string } };
}

function foldersOf(group: string): readonly string[] {
  const entries = readdirSync(join(ROOT, group), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => `${group}/${entry.name}`);
}

/**
 * Returns all entry points of the published packages, sorted. Leaves out plugins without the scope `@passwright`,
 * because they are examples.
 */
export function findEntryPoints(): readonly EntryPoint[] {
  return [...foldersOf("packages"), ...foldersOf("plugins")].sort().flatMap((folder): readonly EntryPoint[] => {
    const manifest = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Manifest;
    if (manifest.private === true || !manifest.name.startsWith("@passwright/")) return [];
    const short = folder.slice(folder.indexOf("/") + 1);
    return Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
      if (typeof target === "string" || target.types === undefined) return [];
      const name = subpath === "." ? short : `${short}-${subpath.slice(2)}`;
      return [{ name, folder, types: join(folder, target.types) }];
    });
  });
}

/** Returns the path of the report for an entry point, relative to the repository. */
export function reportPath({ folder, name }: EntryPoint): string {
  return `${folder}/${name}.api.md`;
}
