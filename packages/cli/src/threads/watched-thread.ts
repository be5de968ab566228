import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { describeThrown } from "@passwright/core";
import type { Diagnostic, Instrumentation, InstrumentedPass, IrAdapter, Pass, PassAtWork } from "@passwright/core";
import { beginActivity, currentActivity, followActivities } from "@passwright/loader";
import type { Activity } from "@passwright/loader";
import * as errors from "../errors.ts";
import { passActivity } from "../run/activities.ts";
import { ProcessGuard } from "../terminal/process-guard.ts";
import type { EarlyEnd, Ending } from "../errors.ts";

/* What a thread does, in memory that another one can read when this one is stuck or gone. */

const BYTES = 4096;
/** Size of the number before the text: its length. */
const HEAD = 4;

interface ThreadState {
  readonly activity?: Activity;
  /** Set by a thread that ends before its work is done. */
  readonly ending?: Ending;
}

export function makeActivityMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEAD + BYTES);
}

/** Reads what a thread does; without an activity before the first one, or if only half of it was written. */
export function readActivity(memory: SharedArrayBuffer): ThreadState {
  // A copy: decoders do not take shared memory.
  const bytes = Uint8Array.from(new Uint8Array(memory, HEAD, Atomics.load(new Int32Array(memory, 0, 1), 0)));
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as ThreadState;
  } catch {
    return {};
  }
}

/** Returns how a thread ended before its work was done, if it said so. */
export function earlyEndIn(memory: SharedArrayBuffer): EarlyEnd | undefined {
  const { ending, activity } = readActivity(memory);
  return ending === undefined ? undefined : { ending, activity };
}

/** Writes down what this thread does before it does it, some microseconds for each pass, and how it ends. */
export class ThreadActivity {
  readonly #length: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #encoder = new TextEncoder();
  readonly #guard: ProcessGuard;
  /** Functions that end the passes at work: one that runs a pipeline has others inside. */
  readonly #passes: (() => void)[] = [];

  constructor(memory: SharedArrayBuffer) {
    this.#length = new Int32Array(memory, 0, 1);
    this.#bytes = new Uint8Array(memory, HEAD);
    this.#guard = new ProcessGuard((ending) => this.#write(currentActivity(), ending)).install();
    followActivities((describe) => this.#write(describe?.()));
  }

  finish(): void {
    this.#guard.finish(0);
  }

  /** `visitPasses` visits every pass of what runs, in order. */
  instrumentation(
    adapter: IrAdapter<object>,
    visitPasses: (visit: (pass: Pass<object>) => void) => void,
  ): Instrumentation<object> {
    const steps = new Map<object, number>();
    visitPasses((pass) => steps.set(pass, steps.size + 1));
    const stepOf = ({ identity }: InstrumentedPass): { readonly step?: readonly [number, number] } => {
      const step = steps.get(identity);
      return step === undefined ? {} : { step: [step, steps.size] };
    };
    const placeOf = (op: object): PassAtWork["place"] => ({
      name: adapter.nameOf(op).text,
      symbol: adapter.symbolOf?.(op),
      at: adapter.locationOf?.(op),
    });
    /** The adaptor after which the verifier runs. */
    let verified: object | undefined;
    const end = ({ isAdaptor, identity }: InstrumentedPass): void => {
      if (!isAdaptor || verified === identity) this.#end();
      if (isAdaptor) verified = undefined;
    };
    return {
      name: "time limit",
      // What runs in threads is watched by their pool.
      allowsThreads: true,
      beforePass: (pass, op) => {
        if (pass.isAdaptor) return;
        this.#begin(passActivity({ pass: pass.argument, place: placeOf(op), ...stepOf(pass) }));
      },
      beforeVerifier: (pass, op) => {
        const { argument, isAdaptor, identity } = pass;
        const activity = passActivity({ pass: argument, place: placeOf(op), ...stepOf(pass), isVerifying: true });
        if (isAdaptor) {
          verified = identity;
          this.#begin(activity);
        } else this.#continue(activity);
      },
      afterPass: end,
      afterPassFailed: end,
    };
  }

  #begin(activity: Activity): void {
    this.#passes.push(beginActivity(() => activity));
  }

  /** Replaces what the innermost pass does. */
  #continue(activity: Activity): void {
    this.#passes.pop()?.();
    this.#passes.push(beginActivity(() => activity));
  }

  #end(): void {
    this.#passes.pop()?.();
  }

  #write(activity: Activity | undefined, ending?: Ending): void {
    const written: ThreadState = { ...(activity && { activity }), ...(ending && { ending }) };
    Atomics.store(this.#length, 0, 0);
    // A text that is too long is cut, and then not readable: rather no activity than a wrong one.
    const { written: length } = this.#encoder.encodeInto(JSON.stringify(written), this.#bytes);
    Atomics.store(this.#length, 0, length);
  }
}

/** What loading may take at least, on a slow and busy machine: a limit of some milliseconds is meant for passes. */
const LOADING_SECONDS = 5;

/** So long loading may take, in seconds, where passes have that limit. */
export function loadingLimit(seconds: number): number {
  return Math.max(seconds, LOADING_SECONDS);
}

/** How a thread that did not finish ended. */
export type BadEnd =
  /** It reached a time limit, in seconds. */
  | { readonly kind: "time"; readonly seconds: number }
  | { readonly kind: "interrupt" }
  /** It ended itself before its work was done. */
  | { readonly kind: "early"; readonly end: EarlyEnd }
  /** It fell. */
  | { readonly kind: "died"; readonly reason: string };

export type End<Done> = { readonly kind: "done"; readonly value: Done } | BadEnd;

/** What a thread is given beside its own data: where it writes down what it does. */
export interface ThreadMemory {
  readonly memory: SharedArrayBuffer;
}

export interface Watching<Message, Done> {
  /** Gets what the thread says, until it ends. */
  take(message: Message, end: (how: End<Done>) => void): void;
  /** Watches the clock. Returns a function that stops it. */
  watch?(end: (how: End<Done>) => void): () => void;
  /** Calls back when the person asks to stop. Returns a function that cancels this. */
  readonly onInterrupt?: ((callback: () => void) => () => void) | undefined;
}

/**
 * Runs a file in a thread that this one watches, and ends it where somebody says so, the person included: a loop without end
 * sees neither a signal nor a timer. Answers how it ended, when nothing of it is left.
 */
export function runWatched<Message, Done, Data extends ThreadMemory = ThreadMemory>(
  file: URL,
  workerData: Data,
  { take, watch, onInterrupt }: Watching<Message, Done>,
): { readonly worker: Worker; readonly ended: Promise<End<Done>> } {
  const worker = new Worker(file, { workerData });
  const ended = new Promise<End<Done>>((resolve) => {
    let isOver = false;
    const end = (how: End<Done>): void => {
      if (isOver) return;
      isOver = true;
      stop?.();
      forget?.();
      void endThread(worker).then(() => resolve(how));
    };
    const stop = watch?.(end);
    const forget = onInterrupt?.(() => end({ kind: "interrupt" }));
    worker.on("message", (message: Message) => {
      if (!isOver) take(message, end);
    });
    worker.on("error", (thrown: unknown) => end({ kind: "died", reason: describeThrown(thrown) }));
    worker.on("exit", (code) => end(endOf(workerData, code)));
  });
  return { worker, ended };
}

/** How a thread ended that nobody else ended, and whose work is not done. */
function endOf({ memory }: ThreadMemory, code: number): BadEnd {
  const end = earlyEndIn(memory);
  return end === undefined ? { kind: "died", reason: `it ended with code ${code}` } : { kind: "early", end };
}

/** Describes such an end: of which input, and what is kept of it. */
export function problemOf(end: BadEnd, { memory }: ThreadMemory, input?: string, kept?: string): Diagnostic {
  const { activity } = readActivity(memory);
  if (end.kind === "time") return errors.outOfTime(input, end.seconds, activity, kept);
  if (end.kind === "interrupt") return errors.interrupted(input, activity, kept);
  if (end.kind === "early") return errors.unfinished(end.end, kept);
  return errors.threadDied(input, end.reason, activity, kept);
}

/** So long a thread that nothing holds may take to end. Chosen, not measured. */
const PATIENCE_MS = 500;

/**
 * Ends a thread. One that waits for a program, as a pass of `mlir-opt` does, ends after that program only: then all that this
 * process started is ended, too.
 */
export async function endThread(worker: Worker): Promise<void> {
  // Again and again: it may have started the next one by then.
  const timer = setInterval(endPrograms, PATIENCE_MS);
  try {
    await worker.terminate();
  } finally {
    clearInterval(timer);
  }
}

/** Those that programs started, too: a thread waits until nobody can write to its pipes any more. */
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
      // It ended meanwhile.
    }
  }
}

/** The parent of every process, as far as the system tells: Linux by files, others by `ps`, Windows not at all. */
function parentsOfProcesses(): ReadonlyMap<number, number> {
  const pairs = process.platform === "linux" ? pairsOfProc() : pairsOfPs();
  return new Map(pairs.filter(([pid, parent]) => pid > 0 && pid !== parent));
}

function pairsOfProc(): [pid: number, parent: number][] {
  return readdirSync("/proc").flatMap((name): [number, number][] => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The name of the program stands in parentheses, and may have some in it.
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
