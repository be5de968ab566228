import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../repository.ts";

/** A module that a published package exports. */
export interface EntryPoint {
  /** `core`, or `ir-store` for a second one of a package. */
  readonly name: string;
  /** `packages/core`. */
  readonly folder: string;
  /** The declarations that users get, from the top of the repository: `packages/core/dist/index.d.ts`. */
  readonly types: string;
}

interface Manifest {
  readonly private?: boolean;
  readonly exports?: { readonly [subpath: string]: string | { readonly types?: string } };
}

/** Everything that can be imported from the published packages, sorted. */
export function findEntryPoints(): readonly EntryPoint[] {
  return readdirSync(join(ROOT, "packages"))
    .sort()
    .flatMap((short): readonly EntryPoint[] => {
      const folder = `packages/${short}`;
      const manifest = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Manifest;
      if (manifest.private === true) return [];
      return Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
        if (typeof target === "string" || target.types === undefined) return [];
        const name = subpath === "." ? short : `${short}-${subpath.slice(2)}`;
        return [{ name, folder, types: join(folder, target.types) }];
      });
    });
}
