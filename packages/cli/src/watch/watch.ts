import { join, relative, resolve } from "node:path";
import type { Worker } from "node:worker_threads";
import { displayPath, SEARCH_PLACES } from "@passwright/loader";
import { watch as watchFiles } from "chokidar";
import type { Arguments } from "../commands/flags.ts";
import { targetOf } from "../commands/load.ts";
import { printDiagnostics } from "../render/diagnostics.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { programData, replay } from "../threads/remote-terminal.ts";
import type { ProgramEvent } from "../threads/remote-terminal.ts";
import { problemOf, readActivity, runWatched } from "../threads/watched-thread.ts";
import { endThread } from "@passwright/runner/inputs";

/** Time without changes before a command runs again, in milliseconds. Chosen, not measured. */
const QUIET_MS = 50;

/**
 * Runs a command again when a file that it depends on changes, until Ctrl-C. Uses a new thread each time, because modules are loaded
 * only once per thread.
 */
export async function watch(
  name: string,
  argv: readonly string[],
  args: Arguments,
  terminal: Terminal,
): Promise<ExitCode> {
  const input = args.operands.includes("-") ? await terminal.readInput() : new Uint8Array();
  const words = [name, ...argv.filter((word) => word !== "--watch")];
  const watcher = watchFiles([...placesOfConfig(name, args, terminal)], { alwaysStat: true, ignored: isNoise });
  const written = new Set<string>();
  const round = new Round(words, {
    ...terminal,
    readInput: () => Promise.resolve(input),
    dependsOn: (paths) => void watcher.add([...paths]),
    writes: (path) => void written.add(path),
  });
  return new Promise((resolveCode) => {
    let timer: NodeJS.Timeout | undefined;
    watcher.on("all", (event, path, stats) => {
      // Each file is reported once when it is added. It has changed if it is newer than the round.
      const isSeen = event === "add" && stats !== undefined && Math.max(stats.ctimeMs, stats.mtimeMs) < round.begun;
      // The command may write into a watched package.
      if (isSeen || event.endsWith("Dir") || written.has(resolve(terminal.cwd, path))) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        terminal.err(`\n${displayPath(path, terminal.cwd)} changed\n`);
        round.start();
      }, QUIET_MS);
    });
    const end = (): void => {
      clearTimeout(timer);
      void Promise.all([round.stop(), watcher.close()]).then(() => resolveCode(0));
    };
    terminal.onInterrupt?.(end);
    terminal.onClosed?.(end);
    round.start();
  });
}

/** Runs of the same command, one after the other. */
class Round {
  readonly #argv: readonly string[];
  readonly #terminal: Terminal;
  #worker: Worker | undefined;
  /** Start of the last run, in milliseconds. */
  begun = 0;

  constructor(argv: readonly string[], terminal: Terminal) {
    this.#argv = argv;
    this.#terminal = terminal;
  }

  /** Stops the current run and starts another one. */
  start(): void {
    void this.stop();
    // The clock of the file system may lag some milliseconds.
    this.begun = Date.now() - 10;
    const data = programData(this.#argv, this.#terminal);
    const { worker, ended } = runWatched<ProgramEvent, ExitCode>(
      new URL("./command-worker.js", import.meta.url),
      data,
      {
        take: (event, end) => {
          if (event.kind === "done") end({ kind: "done", value: event.code });
          else if (worker === this.#worker) replay(event, this.#terminal, worker);
        },
      },
    );
    this.#worker = worker;
    void ended.then((end) => {
      if (worker !== this.#worker) return;
      this.#worker = undefined;
      if (end.kind !== "done") printDiagnostics([problemOf(end, readActivity(data.memory))], this.#terminal);
      const code = end.kind === "done" ? end.value : 1;
      this.#terminal.err(code === 0 ? "watching\n" : `watching (exit code ${code})\n`);
    });
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker !== undefined) await endThread(worker);
  }
}

/** Returns the possible paths of the config. The loader reports other files. */
function placesOfConfig(name: string, args: Arguments, terminal: Terminal): readonly string[] {
  const { config = "." } = targetOf(args, terminal, { hasInputs: name === "run" || name === "view" });
  const path = resolve(terminal.cwd, config);
  return [path, ...SEARCH_PLACES.map((name) => join(path, name))].filter(
    (place) => place !== resolve(terminal.cwd, "."),
  );
}

function isNoise(path: string): boolean {
  return /(^|[\\/])(node_modules|\.git)([\\/]|$)/.test(relative(process.cwd(), path)) || path.endsWith(".tmp");
}
