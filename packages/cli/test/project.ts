import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTemporaryFolder } from "@passwright/development";

const packages = fileURLToPath(new URL("../../../node_modules/@passwright/", import.meta.url));
/** Third-party packages, made by this test or by the tests of the loader. */
const fixtures = [
  new URL("../test/fixtures/", import.meta.url),
  new URL("../../loader/test/fixtures/", import.meta.url),
].map((url) => fileURLToPath(url));

/** Makes a folder outside of this repository with these files, and with packages linked as npm links them. */
export function makeProject(files: { readonly [path: string]: string }, fixtureNames: readonly string[] = []): string {
  const folder = makeTemporaryFolder();
  const all = { "package.json": '{ "name": "project", "type": "module" }\n', ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(packages, join(folder, "node_modules/@passwright"));
  for (const name of fixtureNames) linkFixture(name, folder);
  return folder;
}

function linkFixture(name: string, folder: string): void {
  const found = fixtures.map((place) => join(place, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`there is no fixture ${name}`);
  symlinkSync(found, join(folder, "node_modules", name));
}

/** Removes paths from a text, so that the text is the same on every machine. */
export function withoutPaths(text: string, folder: string): string {
  const local = text.replaceAll(folder, "<project>");
  return fixtures.reduce((shown, place) => shown.replaceAll(place, "<fixtures>/"), local);
}
