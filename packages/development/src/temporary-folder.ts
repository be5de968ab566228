import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];

/**
 * A new, empty folder outside of the repository, its path without links. It is gone after the test file at the latest, by
 * the hook in `../temporary-folders.cjs`. A hook of this module would not do: with `mocha --parallel` a worker loads a
 * module once for many test files, and a hook belongs to the file during which it was loaded.
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
// For a run without mocha's configuration.
process.once("exit", removeAll);
