import { renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { certainActivity } from "@passwright/sdk/loading";
import { unfinished } from "../errors/ends.ts";
import { jsonEvent, outputJson } from "../render/diagnostics.ts";
import type { LeftToModules } from "../start/script.ts";
import { Output, terminalOf } from "./output.ts";
import { ProcessGuard, unexpectedError, unexpectedText } from "./process-guard.ts";
import type { Program } from "./terminal.ts";

/** Runs a program, and ends the process even if timers or threads of plugins are still active. */
export async function runInProcess(program: Program, { input }: LeftToModules = {}): Promise<void> {
  const argv = process.argv.slice(2);
  // Sends output of third-party code, also from threads, to standard error. The command uses `Output`.
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
  const output = new Output();
  const isDebug = argv.includes("--debug");
  const isJson = argv.includes("--json");
  const hasLines = argv.includes("--json-lines");
  let isDone = false;
  /** Reports the error that ends the command: as JSON if the command prints JSON, but has not printed it yet. */
  const report = (diagnostic: Diagnostic, text = renderDiagnostic(diagnostic)): void => {
    if (hasLines && !isDone) output.write("stdout", jsonEvent("end", { diagnostics: [diagnostic], exitCode: 1 }));
    else if (!isJson || output.hasResult) output.write("stderr", `${text}\n`);
    else output.write("stdout", `${outputJson({ diagnostics: [diagnostic] })}\n`);
  };
  const reportThrown = (thrown: unknown): void => report(unexpectedError(thrown), unexpectedText(thrown, isDebug));
  const guard = new ProcessGuard((ending) => report(unfinished({ ending, activity: certainActivity() })));
  process.on("uncaughtException", (thrown) => {
    // Ignores exceptions after the end of the command.
    if (guard.isFinished) return;
    reportThrown(thrown);
    guard.finish(1);
    process.exit();
  });
  try {
    const code = await program(argv, terminalOf(output, input));
    isDone = true;
    // Waits until Node has reported promises of third-party code that were rejected but not handled.
    await new Promise(setImmediate);
    guard.finish(output.exitCode(code));
  } catch (thrown) {
    reportThrown(thrown);
    guard.finish(1);
  }
  // Waits until Node has written the output of third-party code.
  if (process.stderr.writableLength > 0) await new Promise((resolve) => process.stderr.write("", resolve));
  process.exit();
}
