import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { SECONDS } from "./flags.ts";
import { loadPasses } from "./load-passes.ts";
import { startThreads } from "./opt-threads.ts";
import { runOpt } from "./program.ts";
import { expandResponseFiles } from "./response-files.ts";
import type { RunWatch } from "./supervised/run-watch.ts";

/** The `passwright-opt` program. With a time limit it runs in a thread that this one watches. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const given = expandResponseFiles(argv, terminal.cwd);
  if (!given.ok) {
    terminal.err(`${given.problem}\n`);
    return 1;
  }
  const seconds = timeLimitIn(given.argv);
  if (seconds === undefined) return runWithModules(given.argv, terminal);
  // Loaded for those who ask for it.
  const { superviseOpt } = await import("./supervised/supervise-opt.ts");
  return superviseOpt(given.argv, seconds, terminal);
}

/** The program in this thread, with all that it can do; `watch` tells another one how far it is. */
export function runWithModules(argv: readonly string[], terminal: Terminal, watch?: RunWatch): Promise<ExitCode> {
  return runOpt(argv, terminal, { loadPasses, startThreads, ...(watch === undefined ? {} : { watch }) });
}

/** The value of `--time-limit`, before there is anything that could hang. A wrong one is told with the other flags. */
function timeLimitIn(argv: readonly string[]): number | undefined {
  const index = argv.findLastIndex((argument) => /^--?time-limit(?:=|$)/.test(argument));
  const text = argv[index]?.split("=")[1] ?? argv[index + 1];
  return index < 0 || text === undefined || !SECONDS.test(text) ? undefined : Number(text);
}
