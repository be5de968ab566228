import { PassManager, renderDiagnostic } from "@passwright/core";
import type { OpPassManager, RunResult } from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { mlirTool } from "@passwright/plugin-mlir-tools";
import type { MlirTool } from "@passwright/plugin-mlir-tools";
import { expect } from "chai";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const mlirOpt: MlirTool = mlirTool({
  program: ["mlir-opt", "mlir-opt-22"],
  env: "PASSWRIGHT_MLIR_OPT",
  prefix: "m-",
});

/**
 * Name that mlir-opt uses for standard input. The tests use this file name, so that Passwright and mlir-opt print the
 * same locations.
 */
export const FILE = "<stdin>";

export function parse(text: string, tool: MlirTool = mlirOpt, file = FILE): Operation {
  const parsed = tool.ir.parse(text, { file });
  if (parsed.ok) return parsed.op;
  throw new Error(parsed.diagnostics.map(renderDiagnostic).join("\n"));
}

export interface Run {
  readonly op: Operation;
  readonly result: RunResult;
  /** All diagnostics, rendered as text. */
  readonly said: string;
}

/** Runs a pass manager on a module. `fill` adds the passes to the manager. */
export function run(
  text: string,
  fill: (manager: PassManager<Operation>) => void,
  { tool = mlirOpt, isWatched = false, file = FILE }: { tool?: MlirTool; isWatched?: boolean; file?: string } = {},
): Run {
  const op = parse(text, tool, file);
  const manager = new PassManager<Operation>(tool.ir, { anchor: "builtin.module" });
  if (isWatched) manager.addInstrumentation({ name: "somebody who looks" });
  fill(manager);
  const result = manager.run(op);
  return { op, result, said: result.diagnostics.map(renderDiagnostic).join("\n") };
}

/** Runs a manager like `run`, expects success, and returns the module as text with locations. */
export function runToText(...args: Parameters<typeof run>): string {
  const { op, result, said } = run(...args);
  expect(said).to.equal("");
  expect(result.succeeded).to.equal(true);
  return op.print({ generic: true, debugInfo: true });
}

export function addAll(manager: OpPassManager<Operation>, tool: MlirTool, ...names: readonly string[]): void {
  for (const name of names) manager.addPass(tool.pass(name));
}

/** Temporary folder for one test, in which the test can create programs that are shell scripts. */
export class Workshop {
  readonly folder: string = mkdtempSync(join(tmpdir(), "passwright-test-"));
  readonly #cacheOfAll: string | undefined = process.env["XDG_CACHE_HOME"];

  /** Sets the cache folder to a folder in the workshop. `clear` restores the cache folder. */
  takeCache(): void {
    process.env["XDG_CACHE_HOME"] = join(this.folder, "cache");
  }

  script(name: string, body: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, `#!/bin/sh\n${body}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  file(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  clear(): void {
    if (this.#cacheOfAll === undefined) delete process.env["XDG_CACHE_HOME"];
    else process.env["XDG_CACHE_HOME"] = this.#cacheOfAll;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
