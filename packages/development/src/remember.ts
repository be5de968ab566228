import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { testLevel } from "./test-level.ts";

const folder = fileURLToPath(new URL("../../../node_modules/.cache/passwright-tests/", import.meta.url));

/** Result of a process. `code` is -1 when a signal ended it. */
export interface ProcessResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** A cached result, and a function that caches one. */
export interface Memory {
  readonly answer?: ProcessResult;
  keep(answer: ProcessResult): ProcessResult;
}

/**
 * Caches results of a reference program between quick checks (PASSWRIGHT_QUICK=1), by arguments and input: starting
 * mlir-opt would dominate their time. Full tests do not use the cache. Calls that may read or write files are not
 * cached, and a change of the program's size or time invalidates the cache.
 */
export function recall(program: string, args: readonly string[], input: string): Memory {
  if (testLevel() !== "quick" || !args.every(namesNoFile)) return { keep: (answer) => answer };
  const { size, mtimeMs } = statSync(program);
  const key = createHash("sha256")
    .update(JSON.stringify([program, size, mtimeMs, args, input]))
    .digest("hex");
  const path = join(folder, key.slice(0, 2), `${key}.json`);
  const keep = (answer: ProcessResult): ProcessResult => {
    mkdirSync(dirname(path), { recursive: true });
    // Another process may write the same entry.
    const own = `${path}.${process.pid}`;
    writeFileSync(own, JSON.stringify(answer));
    renameSync(own, path);
    return answer;
  };
  try {
    return { answer: JSON.parse(readFileSync(path, "utf8")) as ProcessResult, keep };
  } catch {
    return { keep };
  }
}

function namesNoFile(argument: string): boolean {
  return argument === "/dev/null" || (argument.startsWith("-") && !argument.includes("/"));
}
