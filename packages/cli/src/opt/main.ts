import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { loadPasses } from "./load-passes.ts";
import { startThreads } from "./opt-threads.ts";
import { runOpt } from "./program.ts";

/** Runs the `passwright-opt` program. */
export function main(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  return runOpt(argv, terminal, { loadPasses, startThreads });
}
