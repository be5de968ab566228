import { dirname, join, relative, resolve, sep } from "node:path";
import type { Worker } from "node:worker_threads";
import { escapeControlCharacters } from "@passwright/core";
import { displayPath, SEARCH_PLACES, statsOf } from "@passwright/loader";
import { watch as watchFiles } from "chokidar";
import type { Arguments } from "../commands/flags.ts";
import { targetOf } from "../commands/load.ts";
import { baseFolder, filesOf } from "../input/patterns.ts";
import type { NameInFolder } from "../input/patterns.ts";
import { printDiagnostics } from "../render/diagnostics.ts";
import type { Dependencies, ExitCode, Terminal } from "../terminal/terminal.ts";
import { programData, replay } from "../threads/remote-terminal.ts";
import type { ProgramEvent } from "../threads/remote-terminal.ts";
import { problemOf, runWatched } from "../threads/watched-thread.ts";
import { endThread } from "@passwright/runner/inputs";

/** Time to wait after the last change before a command runs again, in milliseconds. The value is an estimate. */
const QUIET_MS = 50;

interface Change {
  readonly kind: WatchedKind;
  readonly path: string;
}

/**
 * Runs a command until Ctrl-C: once at the start, and again after each change of a file that the command depends on. If
 * only inputs of a run have changed, reuses the thread and the results of the other inputs. Otherwise, uses a new
 * thread, because modules are loaded only once per thread.
 */
export async function watch(
  name: string,
  argv: readonly string[],
  args: Arguments,
  terminal: Terminal,
): Promise<ExitCode> {
  const input = args.operands.includes("-") ? await terminal.readInput() : new Uint8Array();
  const words = [name, ...argv.filter((word) => word !== "--watch")];
  const places = placesOfConfig(args, terminal);
  const watcher = watchFiles([...places], { ignored: isNoise });
  const written = new Set<string>();
  const missingFolders = new Set<string>();
  const watched = new WatchedPaths(places);
  // Excludes cached runs. A cached run records modules while they load, and a later round in the same thread does not
  // load them again.
  const keepsResults = name === "run" && !args.flags.has("cache") && !args.flags.has("queue");
  const roundTerminal: Terminal = {
    ...terminal,
    readInput: () => Promise.resolve(input),
    dependsOn: (dependencies) => void watcher.add([...watched.add(dependencies)]),
    writes: (path) => void written.add(path),
  };
  const round = makeRounds(words, roundTerminal, keepsResults);
  return new Promise((resolveCode) => {
    let timer: NodeJS.Timeout | undefined;
    let changes: Change[] = [];
    const startRound = async (): Promise<void> => {
      const all = changes;
      changes = [];
      const found = all.some(({ kind }) => kind === "unknown") ? await watched.matching() : undefined;
      const relevant = all
        .map(({ kind, path }) => ({ path, kind: kind === "unknown" ? (found?.get(path) ?? kind) : kind }))
        .filter(({ kind }) => kind !== "unknown");
      const last = relevant.at(-1);
      if (last === undefined) return;
      terminal.err(`\n${escapeControlCharacters(displayPath(last.path, terminal.cwd))} changed\n`);
      if (relevant.every(({ kind }) => kind !== "code")) round.startAgain();
      else round.start();
    };
    watcher.on("all", (event, name) => {
      const path = resolve(terminal.cwd, name);
      const kind = watched.kindOf(path);
      // The watcher stops watching a deleted file. If the folder of the file is deleted as well, waits for the folder.
      if (event === "unlink" && kind !== "unknown") {
        const missing = topmostMissing(path);
        if (missing !== path) missingFolders.add(missing);
        watcher.add([path, missing]);
      }
      const isBack = event === "addDir" && missingFolders.delete(path);
      // The watcher reports each file once when the file is added. An added file has changed only if the file is newer
      // than the round. Reads the time of the file after this event, because the watcher does not report changes that
      // precede the event.
      const { ctimeMs = 0, mtimeMs = 0 } = (event === "add" ? statsOf(path) : undefined) ?? {};
      const isSeen = event === "add" && Math.max(ctimeMs, mtimeMs) < round.begun();
      // Ignores files that the command writes into a watched package. A change of an unknown file matters only if the
      // file is new, because only a new file can match a pattern for the first time.
      if (isSeen || (event.endsWith("Dir") && !isBack) || written.has(path)) return;
      if (kind === "unknown" && event !== "add" && !isBack) return;
      clearTimeout(timer);
      changes.push({ kind: isBack ? "code" : kind, path });
      timer = setTimeout(() => void startRound(), QUIET_MS);
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

interface Rounds {
  begun(): number;
  start(): void;
  /** Starts another round with the same code, in the same thread if it waits for a round. */
  startAgain(): void;
  stop(): Promise<void>;
}

function makeRounds(argv: readonly string[], terminal: Terminal, keepsResults: boolean): Rounds {
  let running: Worker | undefined;
  let isIdle = false;
  let begun = 0;
  const begin = (): void => {
    isIdle = false;
    // Subtracts a few milliseconds, because the clock of the file system can be slower than the clock of this process.
    begun = Date.now() - 10;
  };
  const finished = (code: ExitCode): void => terminal.err(code === 0 ? "watching\n" : `watching (exit code ${code})\n`);
  const stop = async (): Promise<void> => {
    const worker = running;
    running = undefined;
    if (worker !== undefined) await endThread(worker);
  };
  const start = (): void => {
    void stop();
    begin();
    const data = programData(argv, terminal, keepsResults);
    const module = new URL("./command-worker.js", import.meta.url);
    const { worker, ended } = runWatched<ProgramEvent, ExitCode>(module, data, {
      take: (event, end) => {
        if (event.kind === "done" && keepsResults && worker === running) {
          isIdle = true;
          finished(event.code);
        } else if (event.kind === "done") end({ kind: "done", value: event.code });
        else if (worker === running) replay(event, terminal, worker);
      },
    });
    running = worker;
    void ended.then((end) => {
      if (worker !== running) return;
      running = undefined;
      // Ignores that the thread ended after a finished round, because code of a plugin can end the thread at any time.
      if (isIdle) return;
      if (end.kind !== "done") printDiagnostics([problemOf(end)], terminal);
      finished(end.kind === "done" ? end.value : 1);
    });
  };
  const startAgain = (): void => {
    if (running === undefined || !isIdle) return start();
    begin();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
    running.postMessage("again");
  };
  return { begun: () => begun, start, startAgain, stop };
}

/** Returns the topmost missing folder of a deleted file, or the file itself if its folder exists. */
function topmostMissing(path: string): string {
  const folder = dirname(path);
  return statsOf(folder) === undefined ? topmostMissing(folder) : path;
}

/** Returns the possible paths of the config. Does not return other dependencies, because the loader reports them. */
function placesOfConfig(args: Arguments, terminal: Terminal): readonly string[] {
  const { config = "." } = targetOf(args, terminal);
  const path = resolve(terminal.cwd, config);
  return [path, ...SEARCH_PLACES.map((name) => join(path, name))].filter(
    (place) => place !== resolve(terminal.cwd, "."),
  );
}

function isNoise(path: string): boolean {
  return /(^|[\\/])(node_modules|\.git)([\\/]|$)/.test(relative(process.cwd(), path)) || path.endsWith(".tmp");
}

/** Kind of a watched path. `unknown` is a file that is not an input yet but is in the folder of a pattern. */
type WatchedKind = "code" | "input" | "unknown";

interface NewFiles {
  readonly kind: "code" | "input";
  readonly pattern: NameInFolder;
}

class WatchedPaths {
  readonly #places: readonly string[];
  readonly #code = new Set<string>();
  readonly #inputs = new Set<string>();
  /** Patterns by text. The map removes duplicates, because each round reports the same patterns. */
  readonly #patterns = new Map<string, NewFiles>();

  constructor(places: readonly string[]) {
    this.#places = places;
  }

  /** Adds dependencies, and returns the files and folders to watch. */
  add({ code = [], inputs = [], patterns = [], reads = [] }: Dependencies): readonly string[] {
    for (const path of code) this.#code.add(path);
    for (const path of inputs) this.#inputs.add(path);
    for (const pattern of patterns) this.#addPattern({ kind: "input", pattern });
    for (const pattern of reads) this.#addPattern({ kind: "code", pattern });
    return [...code, ...inputs, ...[...patterns, ...reads].map(baseFolder)];
  }

  #addPattern(added: NewFiles): void {
    this.#patterns.set(JSON.stringify(added), added);
  }

  /** Returns the kind of a path. A file of a package is code, even if the file is also an input. */
  kindOf(path: string): WatchedKind {
    const isIn = (folder: string): boolean => path === folder || path.startsWith(folder + sep);
    if ([...this.#code].some(isIn)) return "code";
    if (this.#inputs.has(path)) return "input";
    return this.#places.some(isIn) ? "code" : "unknown";
  }

  /** Returns the kinds of all files that match a pattern, by path. A file that a pass reads is code. */
  async matching(): Promise<ReadonlyMap<string, WatchedKind>> {
    const found = new Map<string, WatchedKind>();
    for (const { kind, pattern } of this.#patterns.values())
      for (const file of (await filesOf(pattern)) ?? []) {
        const path = resolve(pattern.folder, file);
        if (found.get(path) !== "code") found.set(path, kind);
      }
    return found;
  }
}
