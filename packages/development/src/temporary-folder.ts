import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];

/**
 * Makes an empty folder outside of the repository and returns its real path. The hook in `../temporary-folders.cjs`
 * removes the folder after the test file has run. A hook in this module would run only after the first test file that
 * loads the module, because with `mocha --parallel`, a worker loads a module once for many test files.
 */
export function makeTemporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "passwright-")));
  made.push(folder);
  return folder;
}

function removeAll(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

const hooks = globalThis as { [remove: symbol]: () => void };
hooks[Symbol.for("@passwright/development: remove temporary folders")] = removeAll;
// Removes the folders at exit, because the hook does not run without mocha's configuration.
process.once("exit", removeAll);
