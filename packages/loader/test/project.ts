import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { makeTemporaryFolder } from "@passwright/development";

/** Project folder of a user, with files and with packages that npm would have linked. */
export interface Project {
  readonly folder: string;
  /** Formats diagnostics as text, with `<project>` in place of the project's folder. */
  show(diagnostics: readonly Diagnostic[]): string;
}

const fixtures = fileURLToPath(new URL("../test/fixtures/", import.meta.url));
const packages = fileURLToPath(new URL("../../../node_modules/@passwright/", import.meta.url));

/**
 * Makes a project in a temporary folder outside of this repository, so that Node finds only the packages of the
 * project: the named packages of `test/fixtures`, and the packages of Passwright. `files` are the files of the project.
 */
export function makeProject(files: { readonly [path: string]: string }, fixtureNames: readonly string[] = []): Project {
  const folder = makeTemporaryFolder();
  writeTree(folder, { "package.json": '{ "name": "project", "type": "module" }\n', ...files });
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(packages, join(folder, "node_modules/@passwright"));
  for (const name of fixtureNames) symlinkSync(join(fixtures, name), join(folder, "node_modules", name));
  return { folder, show: (diagnostics) => showDiagnostics(diagnostics, folder) };
}

function writeTree(folder: string, files: { readonly [path: string]: string }): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function showDiagnostics(diagnostics: readonly Diagnostic[], folder: string): string {
  const text = diagnostics.map(renderDiagnostic).join("\n\n");
  return text.replaceAll(folder, "<project>").replaceAll(fixtures, "<fixtures>/");
}
