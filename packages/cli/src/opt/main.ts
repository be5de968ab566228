import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { loadPasses } from "./load-passes.ts";
import { startThreads } from "./opt-threads.ts";
import { runOpt } from "./program.ts";
import { expandResponseFiles } from "./response-files.ts";

/** Runs the `passwright-opt` program. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const given = expandResponseFiles(argv, terminal.cwd);
  if (given.ok) return runOpt(given.argv, terminal, { loadPasses, startThreads });
  terminal.err(`${given.problem}\n`);
  return 1;
}
