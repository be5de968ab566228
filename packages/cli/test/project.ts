import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../../../node_modules/@passwright/", import.meta.url));
/** The packages that the loader's tests load; a stranger's as far as both are concerned. */
const fixtures = fileURLToPath(new URL("../../loader/test/fixtures/", import.meta.url));
const made: string[] = [];

/** Makes a folder outside of this repository with these files, and with packages linked as npm links them. */
export function makeProject(files: { readonly [path: string]: string }, fixtureNames: readonly string[] = []): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "passwright-")));
  made.push(folder);
  const all = { "package.json": '{ "name": "project", "type": "module" }\n', ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(packages, join(folder, "node_modules/@passwright"));
  for (const name of fixtureNames) symlinkSync(join(fixtures, name), join(folder, "node_modules", name));
  return folder;
}

/** The same text on every machine. */
export function withoutPaths(text: string, folder: string): string {
  return text.replaceAll(folder, "<project>").replaceAll(fixtures, "<fixtures>/");
}

after(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});
