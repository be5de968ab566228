import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

/** Where a process keeps compiled code that is told to use the folder `cache`. */
export const keptFolder = (cwd: string): string => join(cwd, "cache/passwright");

/** Checks whose compiled code was kept there: that of a script is kept when it did its work, or left it. */
export function expectKept(cwd: string, names: readonly string[]): void {
  const folder = keptFolder(cwd);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  expect(files.map((name) => name.replace(/\.cjs-.*/, "")).sort()).to.deep.equal(names);
}
