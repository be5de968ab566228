import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("../../../..", import.meta.url));

/** Fields of a package.json that the tests read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly files?: readonly string[];
  readonly bin?: { readonly [name: string]: string };
  readonly exports?: { readonly [path: string]: unknown };
  readonly dependencies?: { readonly [name: string]: string };
  readonly [field: string]: unknown;
}

export interface Package {
  /** Folder of the package, relative to the root of the repository. */
  readonly folder: string;
  readonly manifest: Manifest;
}

export function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

const GROUPS = ["packages", "plugins", "examples"];

/** Returns all packages that are published. */
export function publicPackages(): Package[] {
  return GROUPS.flatMap((group) =>
    readdirSync(join(root, group), { withFileTypes: true }).map((entry) => ({ group, entry })),
  )
    .filter(({ entry }) => entry.isDirectory())
    .map(({ group, entry }) => `${group}/${entry.name}`)
    .map((folder) => ({ folder, manifest: manifestIn(join(root, folder)) }))
    .filter(({ manifest }) => manifest.private !== true);
}
