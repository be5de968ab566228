import { fork, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { describeThrown, readThrown } from "@passwright/core";

/** Why a worker ended. */
export type WorkerEnd =
  | { readonly kind: "memory" }
  /** `isThrown`: because of an exception that no code caught. */
  | { readonly kind: "died"; readonly reason: string; readonly isThrown?: boolean };

/** A thread or a process. */
export interface StartedWorker {
  post(message: unknown): void;
  /** Ends the worker. If it waits for child processes, ends them, too. */
  end(): Promise<void>;
}

/** Functions that a worker calls. */
export interface WorkerEvents {
  message(message: unknown): void;
  /** Called once, unless the worker was ended by {@link StartedWorker.end}. */
  ended(end: WorkerEnd): void;
}

/** Settings of a worker. */
export interface WorkerOptions {
  /** Data for the worker. A process receives the data as its first message. */
  readonly data: unknown;
  /** Maximum size of the heap, in MiB. */
  readonly memory?: number | undefined;
}

/** Starts a thread. One allocation beyond the limit of its heap can end the whole process. */
export function startThread(file: URL, { data, memory }: WorkerOptions, events: WorkerEvents): StartedWorker {
  const limits = memory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memory } };
  const worker = new Worker(file, { workerData: data, ...limits });
  const ended = once(events);
  let error: WorkerEnd | undefined;
  worker.on("message", (message) => events.message(message));
  // Messages from before the exception may arrive after it, but not after the end.
  worker.on("error", (thrown: unknown) => {
    const isMemory = readThrown(thrown, "code") === "ERR_WORKER_OUT_OF_MEMORY";
    error ??= isMemory ? { kind: "memory" } : { kind: "died", reason: describeThrown(thrown), isThrown: true };
  });
  worker.on("exit", (code) => ended.call(error ?? { kind: "died", reason: `it ended with code ${code}` }));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
    post: (message) => worker.postMessage(message),
    async end() {
      ended.cancel();
      await endThread(worker);
    },
  };
}

/** Starts a process, which contains everything that an input can do to it. */
export function startProcess(file: URL, { data, memory }: WorkerOptions, events: WorkerEvents): StartedWorker {
  const execArgv = memory === undefined ? [] : [`--max-old-space-size=${memory}`];
  const child = fork(fileURLToPath(file), [], {
    serialization: "advanced",
    execArgv,
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  const ended = once(events);
  const isOutOfMemory = forwardErrors(child);
  child.on("message", (message) => events.message(message));
  child.on("error", (thrown) => ended.call({ kind: "died", reason: describeThrown(thrown) }));
  const gone = new Promise<void>((resolve) => child.on("close", () => resolve()));
  child.on("close", (code, signal) => {
    const reason = signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
    ended.call(isOutOfMemory() ? { kind: "memory" } : { kind: "died", reason });
  });
  const post = (message: unknown): void => {
    // A process that has ended is reported by its events.
    if (child.connected) child.send(message as object, () => undefined);
  };
  post(data);
  return {
    post,
    async end() {
      ended.cancel();
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await gone;
    },
  };
}

function once(events: WorkerEvents): { call(end: WorkerEnd): void; cancel(): void } {
  let isOver = false;
  return {
    call(end) {
      if (isOver) return;
      isOver = true;
      events.ended(end);
    },
    cancel: () => void (isOver = true),
  };
}

/** Forwards standard error, without the report of V8 about a heap that is full. Returns whether there was one. */
function forwardErrors({ stderr }: ChildProcess): () => boolean {
  let isFull = false;
  stderr?.on("data", (chunk: Buffer) => {
    isFull ||= /<--- Last few GCs --->|heap out of memory|invalid (?:array|table) size/.test(chunk.toString("latin1"));
    if (!isFull) process.stderr.write(chunk);
  });
  return () => isFull;
}

/** Time after which child processes are ended, in milliseconds. Chosen, not measured. */
const PATIENCE_MS = 500;

/** Ends a thread. If it waits for a child process, such as `mlir-opt`, ends all child processes, too. */
export async function endThread(worker: Worker): Promise<void> {
  // Repeatedly, because it may start another one.
  const timer = setInterval(endPrograms, PATIENCE_MS);
  try {
    await worker.terminate();
  } finally {
    clearInterval(timer);
  }
}

/** Ends all descendants of this process, because a thread waits until its pipes are closed. */
function endPrograms(): void {
  const parents = parentsOfProcesses();
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === process.pid || (parent > 1 && isOurs(parent)));
  };
  for (const pid of [...parents.keys()].filter(isOurs)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  }
}

/** Returns the parent of each process: on Linux from /proc, else from `ps`; not on Windows. */
function parentsOfProcesses(): ReadonlyMap<number, number> {
  const pairs = process.platform === "linux" ? pairsOfProc() : pairsOfPs();
  return new Map(pairs.filter(([pid, parent]) => pid > 0 && pid !== parent));
}

function pairsOfProc(): [pid: number, parent: number][] {
  return readdirSync("/proc").flatMap((name): [number, number][] => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The name of the program is in parentheses, and may contain some.
      const [, parent] = /^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      return parent === undefined ? [] : [[Number(name), Number(parent)]];
    } catch {
      return [];
    }
  });
}

function pairsOfPs(): [pid: number, parent: number][] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return [...(stdout ?? "").matchAll(/^ *(\d+) +(\d+)$/gm)].map(([, pid, parent]) => [Number(pid), Number(parent)]);
}
