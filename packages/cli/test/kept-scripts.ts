import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

/** Returns the folder in which a process stores compiled code if the cache folder is `cache`. */
export const keptFolder = (cwd: string): string => join(cwd, "cache/passwright");

/**
 * Checks which scripts have compiled code in the folder. A script stores its compiled code after it has finished its
 * work, or has left the work to the complete program.
 */
export function expectKept(cwd: string, names: readonly string[]): void {
  const folder = keptFolder(cwd);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  expect(files.map((name) => name.replace(/\.cjs-.*/, "")).sort()).to.deep.equal(names);
}
