import { renderDiagnostic } from "@passwright/core";
import { currentActivity } from "@passwright/loader";
import { unfinished } from "../errors/ends.ts";
import type { LeftToModules } from "../start/script.ts";
import { Output, terminalOf } from "./output.ts";
import { ProcessGuard } from "./process-guard.ts";
import type { Program } from "./terminal.ts";
import { unexpectedText } from "./process-guard.ts";

/**
 * Runs a program. Ends the process when the program is done, even if timers, servers or threads of plugins are still
 * active. `input` is the content of standard input, if standard input was already read.
 */
export async function runInProcess(
  program: Program,
  { argv = process.argv.slice(2), input }: LeftToModules = {},
): Promise<void> {
  redirectStandardOutput();
  const output = new Output();
  const isDebug = argv.includes("--debug");
  const err = (text: string): void => output.write("stderr", `${text}\n`);
  const guard = new ProcessGuard((ending) =>
    err(renderDiagnostic(unfinished({ ending, activity: currentActivity() }))),
  ).install();
  process.on("uncaughtException", (thrown) => {
    // Ignores exceptions after the end of the command.
    if (guard.isFinished) return;
    err(unexpectedText(thrown, isDebug));
    guard.finish(1);
    process.exit();
  });
  try {
    const code = await program(argv, terminalOf(output, input));
    // Waits until Node has reported promises of third-party code that were rejected but not handled.
    await new Promise(setImmediate);
    guard.finish(output.exitCode(code));
  } catch (thrown) {
    err(unexpectedText(thrown, isDebug));
    guard.finish(1);
  }
  await flush(process.stderr);
  process.exit();
}

/**
 * Sends output of third-party code, such as output of `console.log`, to standard error, because standard output contains
 * only the output of the command. Node also sends the standard output of threads to `process.stdout`. The command
 * itself does not use `process.stdout`.
 */
function redirectStandardOutput(): void {
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
}

/** Waits until a stream of Node has written the output of third-party code. */
async function flush(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength > 0) await new Promise((resolve) => stream.write("", resolve));
}
