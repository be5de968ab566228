import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { testLevel } from "./test-level.ts";

const folder = fileURLToPath(new URL("../../../node_modules/.cache/passwright-tests/", import.meta.url));

/** What a process left behind. `code` is -1 when a signal ended it. */
export interface ProcessResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** An answer that was given before, and how to keep one. */
export interface Memory {
  readonly answer?: ProcessResult;
  keep(answer: ProcessResult): ProcessResult;
}

/**
 * In the quick check (PASSWRIGHT_QUICK=1), what a reference program answered to the same arguments and the same input in an
 * earlier one: much of a warm check would be starts of mlir-opt otherwise. The full tests ask the program every time. What
 * may read or write a file is asked every time, too, and so is a program whose file is another by size or time.
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
    // Another process of the check may keep the same.
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
