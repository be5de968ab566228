import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRegistry } from "./registry.ts";
import type { Registry } from "./registry.ts";
import { copyRepository } from "./rehearsal.ts";

/*
 * Starts a registry and publishes all packages to it with lerna. Mocha loads this file before the tests.
 * PASSWRIGHT_PUBLISHED names a folder for the registry, which a later run can reuse, for example with another version of
 * Node.
 */

let folder: string;
let registry: Registry;

export async function mochaGlobalSetup(): Promise<void> {
  folder = process.env["PASSWRIGHT_PUBLISHED"] ?? realpathSync(mkdtempSync(join(tmpdir(), "passwright-release-")));
  process.env["PASSWRIGHT_REGISTRY_FOLDER"] = folder;
  const isPublished = existsSync(join(folder, "registry"));
  registry = await startRegistry(join(folder, "registry"));
  process.env["PASSWRIGHT_REGISTRY_URL"] = registry.url;
  // Each run has an empty cache, as for a new user.
  for (const cache of ["npm-cache", "pnpm-store"]) rmSync(join(folder, cache), { recursive: true, force: true });
  if (isPublished) return;
  mkdirSync(join(folder, "repository"));
  copyRepository(join(folder, "repository")).publish();
}

export async function mochaGlobalTeardown(): Promise<void> {
  await registry?.stop();
  if (process.env["PASSWRIGHT_PUBLISHED"] === undefined) rmSync(folder, { recursive: true, force: true });
}
