import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findMlirOpt } from "@passwright/development";

const bin = (name) => fileURLToPath(new URL(`../packages/cli/bin/${name}.js`, import.meta.url));

/** Command lines of the programs that the suites measure as whole processes. */
export const node = (...args) => [process.execPath, ...args];
export const passwright = (...args) => node(bin("passwright"), ...args);
export const passwrightOpt = (...args) => node(bin("passwright-opt"), ...args);

export function mlirOpt(...args) {
  const program = findMlirOpt();
  if (program === undefined) throw new Error("no mlir-opt found: the benchmark has nothing to compare with");
  return [program, ...args];
}

/**
 * Returns the flags that limit a program to one thread while processor time is measured. For wall time, returns an
 * empty list, so that programs use their default number of threads.
 */
export const threadsFor = (clock) => (clock === "wall" ? [] : ["--mlir-disable-threading"]);

/** Calls `use` with the path of a new folder. Removes the folder when the promise returned by `use` settles. */
export async function withFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "passwright-bench-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
