import { join } from "node:path";
import type { Diagnostic } from "@passwright/core";
import * as errors from "./errors.ts";
import { findPackage } from "./find-package.ts";
import type { SeenPackages } from "./find-package.ts";
import type { Packages } from "../session/read-packages.ts";
import type { PluginPackage } from "./read-package.ts";

/**
 * Checks the peer ranges that Passwright knows about: packages of `@passwright`, as each package finds them, and the framework
 * of the config. npm does not check them for linked folders.
 */
export async function checkPeers({ framework, ir, plugins }: Packages): Promise<readonly Diagnostic[]> {
  const all = [framework, ir, ...plugins.map((plugin) => plugin.package)].flatMap((found) => found ?? []);
  const named = all.flatMap((found) =>
    Object.entries(found.peers)
      .filter(([name]) => name.startsWith("@passwright/") || name === framework?.name)
      .map(([name, range]) => ({ found, name, range })),
  );
  if (named.length === 0) return [];
  const { satisfies, validRange } = await import("./semver.ts");
  const seen: SeenPackages = new Map();
  return named.flatMap(({ found, name, range }) => {
    const version = name === framework?.name ? framework.version : versionOf(name, found, seen);
    // Ranges such as `workspace:*` are for package managers.
    if (version === undefined || validRange(range) === null) return [];
    if (satisfies(version, range, { includePrerelease: true })) return [];
    return [errors.peerMismatch(found, name, range, version)];
  });
}

function versionOf(name: string, { folder }: PluginPackage, seen: SeenPackages): string | undefined {
  const result = findPackage(name, join(folder, "package.json"), seen);
  if (!result.ok) return undefined;
  try {
    const { version } = JSON.parse(result.found.manifestText ?? "") as { readonly version?: unknown };
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
