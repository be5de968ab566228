import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Diagnostic, Result } from "@passwright/core";
import { UsageError } from "@passwright/core";
import type { Measure } from "../orders/measure-moves.ts";
import { notMeasured } from "./errors.ts";

type MeasureResult = Result<{ readonly measure: Measure }, { readonly diagnostic: Diagnostic }>;

/**
 * Returns a function that measures outputs. If `how` is `bytes`, the measured value is the size of the output.
 * Otherwise, `how` is a command, and the measured value is the last number that the command prints. Replaces `{}` in
 * the command with the path of a file that contains the output, and ignores numbers in this path.
 */
export function measureWith(how: string, { cwd }: { readonly cwd: string }): MeasureResult {
  if (how === "bytes") return { ok: true, measure: (output) => Buffer.byteLength(output) };
  if (!how.includes("{}")) return { ok: false, diagnostic: notMeasured(how, "it does not contain `{}`") };
  return { ok: true, measure: (output) => runCommand(how, output, cwd) };
}

function runCommand(command: string, output: string, cwd: string): number {
  const folder = mkdtempSync(join(tmpdir(), "passwright-measure-"));
  try {
    const file = join(folder, "output");
    writeFileSync(file, output);
    const { status, stdout } = spawnSync(command.replaceAll("{}", file), { cwd, shell: true, encoding: "utf8" });
    // Some commands print the path, which contains digits, after the number.
    const last = /-?\d+(?:\.\d+)?(?=\D*$)/.exec((stdout ?? "").replaceAll(file, ""));
    if (status !== 0) throw new UsageError(notMeasured(command, `it ended with exit code ${status}`));
    if (last === null) throw new UsageError(notMeasured(command, "it did not print a number"));
    return Number(last[0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
