import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRegistry } from "./registry.ts";
import type { Registry } from "./registry.ts";
import { copyRepository } from "./rehearsal.ts";

/*
 * Starts a registry and publishes all packages to it with lerna. Mocha loads this file before the tests.
 * PASSWRIGHT_PUBLISHED names a folder for the published packages, which a later run can reuse, for example with another
 * version of Node.
 */

let folder: string;
let registry: Registry;

export async function mochaGlobalSetup(): Promise<void> {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "passwright-release-")));
  process.env["PASSWRIGHT_REGISTRY_FOLDER"] = folder;
  const published = process.env["PASSWRIGHT_PUBLISHED"];
  const isPublished = published !== undefined && existsSync(published);
  if (isPublished) cpSync(published, join(folder, "registry/storage"), { recursive: true });
  registry = await startRegistry(join(folder, "registry"));
  process.env["PASSWRIGHT_REGISTRY_URL"] = registry.url;
  if (isPublished) return;
  mkdirSync(join(folder, "repository"));
  copyRepository(join(folder, "repository")).publish();
  if (published !== undefined) cpSync(registry.storage, published, { recursive: true });
}

export async function mochaGlobalTeardown(): Promise<void> {
  await registry?.stop();
  rmSync(folder, { recursive: true, force: true });
}
