import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderDiagnostic } from "@passwright/core";
import { runnerOf } from "../conformance/describe-plugin.ts";
import type { Runner } from "../conformance/describe-plugin.ts";
import { checkArgument, mustBeFolderOptions, mustBePath, readNamed } from "../settings.ts";
import { checkFile } from "./check-file.ts";
import type { CheckFileOptions } from "./check-file.ts";

/**
 * Defines a test that calls {@link checkFile} for each file in a folder. The names of the files must end with `ending`,
 * by default `.mlir`. If the folder does not contain any of these files, a test fails, because the path might be
 * mistyped.
 *
 * @throws UsageError PWT0605 if an argument is invalid, if the folder cannot be read, or if an option is unknown.
 */
export function describeFiles(
  folder: string | URL,
  options: CheckFileOptions & { readonly ending?: string } = {},
  runner?: Runner,
): void {
  checkArgument("describeFiles", "folder", folder, mustBePath);
  checkArgument("describeFiles", "options", options, mustBeFolderOptions);
  const { describe, it } = runnerOf(runner);
  const path = typeof folder === "string" ? folder : fileURLToPath(folder);
  const { ending = ".mlir", ...settings } = options;
  const files = readNamed("describeFiles", "folder", path, (one) => readdirSync(one))
    .filter((name) => name.endsWith(ending))
    .sort();
  const check = (file: string): void => {
    const { diagnostics } = checkFile(join(path, file), settings);
    if (diagnostics.length > 0) throw new Error(diagnostics.map(renderDiagnostic).join("\n\n"));
  };
  describe("files with CHECK lines", () => {
    for (const file of files) it(file, async () => check(file));
    if (files.length > 0) return;
    it("exist", () => Promise.reject(new Error(`no file in ${path} ends in ${ending}`)));
  });
}
