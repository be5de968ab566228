import { fork, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { describeThrown, readThrown, stackOf } from "@passwright/core";
import { contentOfMessage } from "./own-message.ts";
import { MEMORY_FD, receiveMemory } from "./process-memory.ts";

/** Reason why a worker ended. */
export type WorkerEnd =
  | { readonly kind: "memory" }
  /** The worker ended unexpectedly. */
  | { readonly kind: "died"; readonly reason: string; readonly thrown?: UncaughtError };

/** Uncaught exception that ended a worker. */
export interface UncaughtError {
  /** Stack trace of the exception. */
  readonly stack?: string | undefined;
}

/** A thread or a process. */
export interface StartedWorker {
  post(message: unknown): void;
  /** Ends the worker, and also the child processes that it waits for. */
  end(): Promise<void>;
}

export interface StartedThread extends StartedWorker {
  /** Sets whether the thread keeps the process alive. */
  hold(isHeld: boolean): void;
}

/** Functions that a worker calls. */
export interface WorkerEvents {
  /** Called with the content of each marked message. */
  message(content: unknown): void;
  /** Called once, unless the worker was ended by {@link StartedWorker.end}. */
  ended(end: WorkerEnd): void;
}

/** Settings of a worker. */
export interface WorkerOptions {
  /** Data for the worker. If the worker is a process, the first message to the process contains this data. */
  readonly data: unknown;
  /** Maximum size of the heap, in MiB. */
  readonly memory?: number | undefined;
  /**
   * Shared memory in this process into which the data of {@link WorkerContext.memory} is copied if the worker is a
   * process.
   */
  readonly shared?: SharedArrayBuffer | undefined;
}

/** Starts a thread. A large allocation beyond the heap limit can end the whole process. */
export function startThread(file: URL, { data, memory }: WorkerOptions, events: WorkerEvents): StartedThread {
  const limits = memory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memory } };
  const worker = new Worker(file, { workerData: data, ...limits });
  const ended = once(events);
  let error: WorkerEnd | undefined;
  worker.on("message", (message) => passOn(message, events));
  // Only records the exception, because earlier messages of the worker can still arrive until the worker has ended.
  worker.on("error", (thrown: unknown) => {
    const isMemory = readThrown(thrown, "code") === "ERR_WORKER_OUT_OF_MEMORY";
    error ??= isMemory
      ? { kind: "memory" }
      : { kind: "died", reason: describeThrown(thrown), thrown: { stack: stackOf(thrown) } };
  });
  worker.on("exit", (code) => ended.call(error ?? { kind: "died", reason: `exit code ${code}` }));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
    post: (message) => worker.postMessage(message),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    async end() {
      ended.cancel();
      await endThread(worker);
    },
  };
}

/** Starts a process. A crash or memory exhaustion ends only this process. */
export function startProcess(file: URL, { data, memory, shared }: WorkerOptions, events: WorkerEvents): StartedWorker {
  const execArgv = memory === undefined ? [] : [`--max-old-space-size=${memory}`];
  const child = fork(fileURLToPath(file), [], {
    serialization: "advanced",
    execArgv,
    stdio: ["ignore", 2, "pipe", "ipc", "pipe"],
  });
  if (shared !== undefined) receiveMemory(new Uint8Array(shared), child.stdio[MEMORY_FD] as Readable);
  const ended = once(events);
  const isOutOfMemory = forwardErrors(child);
  child.on("message", (message) => passOn(message, events));
  child.on("error", (thrown) => ended.call({ kind: "died", reason: describeThrown(thrown) }));
  const gone = new Promise<void>((resolve) => child.on("close", () => resolve()));
  child.on("close", (code, signal) => {
    const reason = signal === null ? `exit code ${code}` : `signal ${signal}`;
    ended.call(isOutOfMemory() ? { kind: "memory" } : { kind: "died", reason });
  });
  const post = (message: unknown): void => {
    // Does nothing if the process has ended, because the `close` event reports the end of the process.
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

function passOn(message: unknown, events: WorkerEvents): void {
  const content = contentOfMessage(message);
  if (content !== undefined) events.message(content);
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

/**
 * Forwards standard error of a process, except V8's report of a full heap. Returns a function that tests whether V8
 * reported a full heap.
 */
function forwardErrors({ stderr }: ChildProcess): () => boolean {
  let isFull = false;
  stderr?.on("data", (chunk: Buffer) => {
    isFull ||= /<--- Last few GCs --->|heap out of memory|invalid (?:array|table) size/.test(chunk.toString("latin1"));
    if (!isFull) process.stderr.write(chunk);
  });
  return () => isFull;
}

/**
 * Interval in milliseconds between attempts to end the child processes that a thread waits for. This interval is an
 * estimate.
 */
const PATIENCE_MS = 500;

/**
 * Ends a thread. If a child process such as `mlir-opt` prevents the thread from ending, also ends the child processes
 * of all threads.
 */
export async function endThread(worker: Worker): Promise<void> {
  // Ends child processes repeatedly, because the thread might start another child process.
  const timer = setInterval(endPrograms, PATIENCE_MS);
  try {
    await worker.terminate();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Ends the child processes of all threads. Also ends their descendants, because a thread waits until every process has
 * closed its pipes.
 */
function endPrograms(): void {
  const parents = parentsOfProcesses();
  const spared = childrenOfMainThread();
  const isOfThread = (pid: number): boolean => {
    const parent = parents.get(pid);
    if (parent === process.pid) return !spared.has(pid);
    return parent !== undefined && parent > 1 && isOfThread(parent);
  };
  for (const pid of [...parents.keys()].filter(isOfThread)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has already ended.
    }
  }
}

/** Returns the child processes that the main thread started. Returns an empty set on systems other than Linux. */
function childrenOfMainThread(): ReadonlySet<number> {
  try {
    return new Set(readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ").map(Number));
  } catch {
    return new Set();
  }
}

/** Returns the parent of each process: from /proc on Linux, or from `ps`. Does not work on Windows. */
function parentsOfProcesses(): ReadonlyMap<number, number> {
  const pairs = process.platform === "linux" ? pairsOfProc() : pairsOfPs();
  return new Map(pairs.filter(([pid, parent]) => pid > 0 && pid !== parent));
}

function pairsOfProc(): [pid: number, parent: number][] {
  return readdirSync("/proc").flatMap((name): [number, number][] => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The name of the program is in parentheses and can contain parentheses.
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
