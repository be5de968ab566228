import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTemporaryFolder } from "@passwright/development";

export const root: string = fileURLToPath(new URL("../../..", import.meta.url));

/** As much of a package.json as is looked at here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly type?: string;
  readonly files?: readonly string[];
  readonly bin?: { readonly [name: string]: string };
  readonly exports?: { readonly [path: string]: unknown };
  readonly [field: string]: unknown;
}

/** A package that is to be published, with its tarball. */
export interface Packed {
  readonly manifest: Manifest;
  /** Where its sources are. */
  readonly folder: string;
  readonly tarball: string;
  /** The paths in the tarball. */
  readonly files: readonly string[];
}

/**
 * What `make` puts into a temporary folder, made once for as long as the folder is there: until all tests are over, or with
 * `mocha --parallel` until the test file is.
 */
function onceInFolder<T>(make: (folder: string) => T): () => T {
  let made: { readonly folder: string; readonly result: T } | undefined;
  return () => {
    if (made === undefined || !existsSync(made.folder)) {
      const folder = makeTemporaryFolder();
      made = { folder, result: make(folder) };
    }
    return made.result;
  };
}

/** Every workspace that is not private. */
export function publicPackages(): { readonly folder: string; readonly manifest: Manifest }[] {
  return ["packages", "plugins", "examples"].flatMap((group) =>
    readdirSync(join(root, group), { withFileTypes: true }).flatMap((entry) => {
      if (!entry.isDirectory()) return [];
      const folder = join(root, group, entry.name);
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
      return manifest.private === true ? [] : [{ folder, manifest }];
    }),
  );
}

/** Runs npm in a folder, with the certificates of this machine, and returns its standard output. */
export function npm(cwd: string, ...argv: readonly string[]): string {
  return execFileSync("npm", [...argv], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Packs all public packages. */
export const packAll: () => readonly Packed[] = onceInFolder((target) => {
  const packages = publicPackages();
  const workspaces = packages.flatMap(({ manifest }) => ["-w", manifest.name]);
  const out = JSON.parse(npm(root, "pack", "--json", "--pack-destination", target, ...workspaces)) as object;
  // npm 10 returns a list, npm 11 a table by name.
  const entries = Object.values(out) as { name: string; filename: string; files: readonly { path: string }[] }[];
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return packages.map(({ folder, manifest }) => {
    const entry = byName.get(manifest.name);
    if (entry === undefined) throw new Error(`npm did not pack ${manifest.name}`);
    return { folder, manifest, tarball: join(target, entry.filename), files: entry.files.map(({ path }) => path) };
  });
});

/**
 * An empty project into which npm installed all tarballs. What developers have besides (mocha, TypeScript, types of Node) is
 * linked to what this repository has, since its installation proves nothing.
 */
export const installAll: () => string = onceInFolder((folder) => {
  writeFileSync(join(folder, "package.json"), '{ "name": "stranger", "private": true }\n');
  const tarballs = packAll().map(({ tarball }) => tarball);
  // As in a project with Babel 7. Else npm installs the newest Babel as a peer dependency, which is Babel 8 on Node 22.
  const babel = ["@babel/core@7", "@babel/generator@7", "@babel/preset-env@7"];
  npm(folder, "install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", ...tarballs, ...babel);
  for (const tool of ["mocha", "typescript", "@types/node"]) {
    const link = join(folder, "node_modules", tool);
    mkdirSync(join(link, ".."), { recursive: true });
    symlinkSync(join(root, "node_modules", tool), link);
  }
  return folder;
});
