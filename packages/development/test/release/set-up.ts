import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRegistry } from "./registry.ts";
import type { Registry } from "./registry.ts";
import { copyRepository } from "./rehearsal.ts";

/* Loaded by mocha before the tests: a registry to which lerna publishes all packages. */

let folder: string;
let registry: Registry;

export async function mochaGlobalSetup(): Promise<void> {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "passwright-release-")));
  process.env["PASSWRIGHT_REGISTRY_FOLDER"] = folder;
  registry = await startRegistry(join(folder, "registry"));
  process.env["PASSWRIGHT_REGISTRY_URL"] = registry.url;
  mkdirSync(join(folder, "repository"));
  copyRepository(join(folder, "repository")).publish();
}

export async function mochaGlobalTeardown(): Promise<void> {
  await registry?.stop();
  rmSync(folder, { recursive: true, force: true });
}
