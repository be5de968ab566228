import { existsSync, realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import { displayPath } from "../config/display-path.ts";
import { readText } from "../config/read-text.ts";
import * as errors from "../package/errors.ts";
import type { Who } from "../package/errors.ts";
import { JsonFile } from "./json-file.ts";
import { checkData, EMPTY_MANIFEST } from "./schema.ts";
import type { CheckedManifest } from "./schema.ts";

/** A manifest and where it begins; or everything that is wrong with it. */
export type ManifestResult =
  | { readonly ok: true; readonly manifest: CheckedManifest; readonly at: SourceLocation | undefined }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads the file that package.json names as the manifest. If it is not there, it was not generated yet, and the code is used
 * in its place.
 */
export async function readManifestFile(folder: string, named: string, cwd: string, who: Who): Promise<ManifestResult> {
  const refuse = (...diagnostics: readonly Diagnostic[]): ManifestResult => ({ ok: false, diagnostics });
  const path = resolve(folder, named);
  if (!path.startsWith(folder + sep)) return refuse(errors.manifestOutside(who, named));
  if (!existsSync(path)) return { ok: true, manifest: EMPTY_MANIFEST, at: undefined };
  const real = realpathSync(path);
  if (relative(folder, real).startsWith("..")) return refuse(errors.manifestOutside(who, named));
  const file = displayPath(path, cwd);
  const at = { file, line: 1, column: 1 };
  const read = readText(real);
  if (!read.ok) return refuse(errors.brokenManifest({ ...who, at }, read.reason));
  let value: unknown;
  try {
    value = JSON.parse(read.text);
  } catch (thrown) {
    return refuse(errors.brokenManifest({ ...who, at }, (thrown as Error).message));
  }
  const { found, diagnostics } = await new JsonFile(file, read.text).check(value, undefined, checkData, false);
  return found === undefined ? refuse(...diagnostics) : { ok: true, manifest: found, at };
}
