import { join } from "node:path";
import type { Diagnostic, Result } from "@passwright/core";
import type { ManifestData } from "@passwright/sdk";
import { blamed, nodeOfValue } from "@passwright/sdk/loading";
import { importFramework, importPlugin } from "../code/import-code.ts";
import * as errors from "../errors/index.ts";
import { readAnyPackage, readPackage } from "../package/read-package.ts";
import type { PluginPackage } from "../package/read-package.ts";
import { differencesOf } from "./compare.ts";
import { generateForFramework } from "./generate.ts";
import { manifestOfPlugin } from "./of-code.ts";
import type { Generated } from "./of-code.ts";
import { checkData } from "./schema.ts";

/** Manifest generated from the code of a package. */
export interface PackageManifest {
  /** Package that contains the manifest. */
  readonly package: PluginPackage;
  /** Path of the manifest file that package.json names. */
  readonly path: string;
  /** Content of the manifest. */
  readonly data: ManifestData;
  /** Text of the manifest file. */
  readonly text: string;
}

/** Manifest, or the reasons why the manifest cannot be generated. */
export type PackageManifestResult = Result<{ readonly manifest: PackageManifest }>;

/** Generates a manifest from the code of the plugin or framework in a folder. */
export async function generateManifest(folder: string, cwd: string): Promise<PackageManifestResult> {
  const named = { text: folder, at: { file: "", line: 1, column: 1 } };
  const read = await readAnyPackage(named, { from: join(folder, "package.json"), cwd, withoutManifest: true });
  if (!read.ok) return read;
  // Without a config, the position of an error in the package's code is in its package.json. The user is the author.
  const found: PluginPackage = { ...read.package, named: { ...named, at: read.package.at }, isOwn: true };
  if (found.manifestFile === undefined) return { ok: false, diagnostics: [errors.noManifestFile(found)] };
  const { data, diagnostics } = await generate(found);
  if (data === undefined) return { ok: false, diagnostics };
  const { diagnostics: wrong } = checkData({ file: found.manifestFile, root: nodeOfValue(data) });
  // Removes positions, because the checked data comes from the code and not from a file.
  if (wrong.length > 0)
    return { ok: false, diagnostics: wrong.map(({ at: _at, ...one }) => ({ ...one, ...blamed(found) })) };
  const text = `${JSON.stringify(data, undefined, 2)}\n`;
  return { ok: true, manifest: { package: found, path: join(found.folder, found.manifestFile), data, text } };
}

async function generate(found: PluginPackage): Promise<Generated> {
  if (found.kind === "framework") {
    const imported = await importFramework(found);
    return imported.ok ? generateForFramework(found, imported.code) : imported;
  }
  const imported = await importPlugin(found);
  return imported.ok ? manifestOfPlugin(imported.code, found) : imported;
}

/** Reports differences between a manifest file and the code. */
export async function checkManifestFile({ package: found, data }: PackageManifest, cwd: string): Promise<Diagnostic[]> {
  const named = { text: found.folder, at: found.at };
  const read = await readPackage(named, { kind: found.kind, from: join(found.folder, "package.json"), cwd });
  if (!read.ok) return [...read.diagnostics];
  const { package: written } = read;
  if (written.manifest.passes === undefined)
    return [errors.staleManifest(found, [`\`${found.manifestFile}\` does not exist`])];
  const notes = differencesOf(written, data);
  return notes.length === 0 ? [] : [errors.staleManifest({ ...written, isOwn: true }, notes)];
}
