import { spawnSync } from "node:child_process";
import { readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { findMlirOpt } from "./mlir-opt.ts";
import type { ProcessResult } from "./mlir-opt.ts";

/**
 * Executes `main` of a module in the LLVM dialect with `mlir-runner` from the folder of mlir-opt. `result` is the
 * result type of `main`.
 */
export function runMlirRunner(text: string, result: "void" | "i32" | "i64" | "f32"): ProcessResult {
  const bin = dirname(realpathSync(findMlirOpt() ?? ""));
  const lib = join(bin, "..", "lib");
  const libraries = readdirSync(lib)
    .filter((name) => /^libmlir_(c_)?runner_utils\.(so|dylib)/.test(name))
    .map((name) => join(lib, name));
  const args = ["-e", "main", `--entry-point-result=${result}`, `--shared-libs=${libraries.join(",")}`];
  const { stdout, stderr, status } = spawnSync(join(bin, "mlir-runner"), args, { input: text, encoding: "utf8" });
  return { stdout, stderr, code: status ?? -1 };
}
