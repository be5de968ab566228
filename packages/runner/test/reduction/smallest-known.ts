import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { IrAdapter } from "@passwright/core";
import { makeTemporaryFolder, Random } from "@passwright/development";
import { reduceRoot } from "@passwright/runner";

const TIMES = 10;

/** Probability that a search rejects a candidate at first, so that each search takes a different path. */
const REJECTED = 0.2;

/**
 * Returns the smallest text that ten additional reductions find. Each reduction first rejects random candidates. Then
 * the result is reduced again until nothing changes.
 */
export async function smallestOfTen(
  ir: Required<IrAdapter<object>>,
  input: object,
  fails: (root: object) => boolean,
  seed: number,
): Promise<string> {
  let smallest = ir.print(input, {});
  for (let time = 1; time <= TIMES; time++) {
    const random = new Random(seed * TIMES + time);
    const detour = await reduceRoot(ir, input, (root) => !random.chance(REJECTED) && fails(root));
    const text = ir.print((await reduceRoot(ir, detour.root, fails)).root, {});
    if (text.length < smallest.length) smallest = text;
  }
  return smallest;
}

const MLIR_REDUCE = "/usr/lib/llvm-22/bin/mlir-reduce";

/**
 * Returns the result of `mlir-reduce` for a program. Returns `undefined` if `mlir-reduce` is not installed or does not
 * accept the program.
 */
export function reducedByMlir(text: string, fault: RegExp): string | undefined {
  if (!existsSync(MLIR_REDUCE)) return undefined;
  const folder = makeTemporaryFolder();
  const [input, output, test] = ["input.mlir", "output.mlir", "test.mjs"].map((file) => join(folder, file)) as [
    string,
    string,
    string,
  ];
  writeFileSync(input, text);
  writeFileSync(test, `#!/bin/sh\nperl -0777 -ne 'exit(/${fault.source.replaceAll("/", "\\/")}/ ? 1 : 0)' "$1"\n`, {
    mode: 0o755,
  });
  const pass = `--reduction-tree=traversal-mode=0 test=${test}`;
  try {
    execFileSync(MLIR_REDUCE, [input, pass, "-o", output], { stdio: "ignore", timeout: 60_000 });
  } catch {
    return undefined;
  }
  return readFileSync(output, "utf8");
}
