import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

/** Whether this Node keeps compiled code itself, in files of its own. */
export const nodeKeepsCode: boolean = Number.parseInt(process.versions.node) >= 22;

/** Where a process keeps compiled code that is told to use the folder `cache`. */
export const keptFolder = (cwd: string): string => join(cwd, "cache/passwright");

/** Checks whose compiled code was kept there: that of a script is kept when it did its work, or left it. */
export function expectKept(cwd: string, names: readonly string[]): void {
  if (nodeKeepsCode) return;
  const folder = keptFolder(cwd);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  expect(files.map((name) => name.replace(/\.cjs-.*/, "")).sort()).to.deep.equal(names);
}
