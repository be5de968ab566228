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
import { endThread, problemOf, runWatched } from "../threads/watched-thread.ts";

/** How long nothing may change before a command runs again: whoever saves one file often saves another. Chosen, not measured. */
const QUIET_MS = 50;

/**
 * Runs a command again whenever a file changes that it came from, until the person has seen enough. Each time it has a thread
 * of its own, because a module that changed is loaded only where it was not loaded before.
 */
export async function watch(
  name: string,
  argv: readonly string[],
  args: Arguments,
  terminal: Terminal,
): Promise<ExitCode> {
  const input = args.operands.includes("-") ? await terminal.readInput() : new Uint8Array();
  // The flag has no value, so it is one word.
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
      // Every file is told of when watching it begins; one that was written since its round began was missed by that.
      const isSeen = event === "add" && stats !== undefined && Math.max(stats.ctimeMs, stats.mtimeMs) < round.begun;
      // What the command writes may lie in a package that it watches.
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

/** One run after the other of the same command. */
class Round {
  readonly #argv: readonly string[];
  readonly #terminal: Terminal;
  #worker: Worker | undefined;
  /** When the last one began, in milliseconds of the clock that files are dated by. */
  begun = 0;

  constructor(argv: readonly string[], terminal: Terminal) {
    this.#argv = argv;
    this.#terminal = terminal;
  }

  /** Starts anew; what runs is of no interest any more. */
  start(): void {
    void this.stop();
    // File systems date files by a clock that may be some milliseconds behind.
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
      if (end.kind !== "done") printDiagnostics([problemOf(end, data)], this.#terminal);
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

/** Where the config is, or would be if it were there. What else to watch is told by who read it. */
function placesOfConfig(name: string, args: Arguments, terminal: Terminal): readonly string[] {
  const { config = "." } = targetOf(args, terminal, { hasInputs: name === "run" });
  const path = resolve(terminal.cwd, config);
  return [path, ...SEARCH_PLACES.map((name) => join(path, name))].filter(
    (place) => place !== resolve(terminal.cwd, "."),
  );
}

function isNoise(path: string): boolean {
  return /(^|[\\/])(node_modules|\.git)([\\/]|$)/.test(relative(process.cwd(), path)) || path.endsWith(".tmp");
}
