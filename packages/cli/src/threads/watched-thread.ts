import { Worker } from "node:worker_threads";
import { describeThrown } from "@passwright/core";
import type { Diagnostic, Instrumentation, InstrumentedPass, IrAdapter, Pass, PassAtWork } from "@passwright/core";
import { beginActivity, currentActivity, followActivities } from "@passwright/loader";
import type { Activity } from "@passwright/loader";
import { endThread } from "@passwright/runner/inputs";
import type { LostInput } from "@passwright/runner/inputs";
import * as errors from "../errors.ts";
import { passActivity } from "../run/activities.ts";
import { ProcessGuard } from "../terminal/process-guard.ts";
import type { EarlyEnd, Ending } from "../errors.ts";

/* The activity of a thread, in memory that another thread can read if this one hangs or has ended. */

const BYTES = 4096;
/** Size of the number before the text: its length. */
const HEAD = 4;

export interface ThreadState {
  readonly activity?: Activity;
  /** Set if the thread ended before its work was done. */
  readonly ending?: Ending;
}

/** Size of the memory for activities, in bytes. */
export const ACTIVITY_BYTES: number = HEAD + BYTES;

export function makeActivityMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(ACTIVITY_BYTES);
}

/** Reads the state of a thread; without an activity before the first one, or while it is written. */
export function readActivity(memory: SharedArrayBuffer): ThreadState {
  // Decoders need a copy of shared memory.
  const bytes = Uint8Array.from(new Uint8Array(memory, HEAD, Atomics.load(new Int32Array(memory, 0, 1), 0)));
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as ThreadState;
  } catch {
    return {};
  }
}

/** Returns how a thread ended before its work was done, if it recorded that. */
export function earlyEndIn(memory: SharedArrayBuffer): EarlyEnd | undefined {
  const { ending, activity } = readActivity(memory);
  return ending === undefined ? undefined : { ending, activity };
}

/** Records the activities of this thread, which takes some microseconds per pass, and how it ends. */
export class ThreadActivity {
  readonly #length: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #encoder = new TextEncoder();
  readonly #guard: ProcessGuard;
  /** Functions that end the activities of running passes, which may be nested. */
  readonly #passes: (() => void)[] = [];

  /** `onEnd` receives the last state if the thread, or the process, ends before its work is done. */
  constructor(memory: SharedArrayBuffer, onEnd?: (state: ThreadState) => void) {
    this.#length = new Int32Array(memory, 0, 1);
    this.#bytes = new Uint8Array(memory, HEAD);
    this.#guard = new ProcessGuard((ending) => {
      const activity = currentActivity();
      this.#write(activity, ending);
      onEnd?.({ ...(activity && { activity }), ending });
    }).install();
    followActivities((describe) => this.#write(describe?.()));
  }

  finish(): void {
    this.#guard.finish(0);
  }

  /** `visitPasses` visits all passes in order. */
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
      // The pool watches its threads.
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

  /** Replaces the innermost activity. */
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
    // A text that is too long is cut, and then ignored as invalid JSON.
    const { written: length } = this.#encoder.encodeInto(JSON.stringify(written), this.#bytes);
    Atomics.store(this.#length, 0, length);
  }
}

type LostWorker = Omit<LostInput, "job">;

/** Returns the last state of a worker that was lost. */
export function stateIn({ memory, last }: LostWorker): ThreadState {
  return memory === undefined ? ((last as ThreadState | undefined) ?? {}) : readActivity(memory);
}

/** Returns how a worker ended that was lost. */
export function badEndOf(lost: LostWorker): BadEnd {
  const { how } = lost;
  if (how.kind === "memory") return { kind: "died", reason: "it ran out of memory" };
  if (how.kind !== "died") return how;
  const { ending, activity } = stateIn(lost);
  const isEarly = ending !== undefined && how.isThrown !== true;
  return isEarly ? { kind: "early", end: { ending, activity } } : { kind: "died", reason: how.reason };
}

/** Minimum time limit for loading, in seconds. */
const LOADING_SECONDS = 5;

/** Returns the time limit for loading, in seconds, if passes have the given one. */
export function loadingLimit(seconds: number): number {
  return Math.max(seconds, LOADING_SECONDS);
}

/** How a thread ended that did not finish. */
export type BadEnd =
  /** It reached a time limit, in seconds. */
  | { readonly kind: "time"; readonly seconds: number }
  | { readonly kind: "interrupt" }
  /** It exited before its work was done. */
  | { readonly kind: "early"; readonly end: EarlyEnd }
  /** It crashed. */
  | { readonly kind: "died"; readonly reason: string };

export type End<Done> = { readonly kind: "done"; readonly value: Done } | BadEnd;

/** Data of a watched thread: the memory for its activity. */
export interface ThreadMemory {
  readonly memory: SharedArrayBuffer;
}

export interface Watching<Message, Done> {
  /** Receives the messages of the thread until it ends. */
  take(message: Message, end: (how: End<Done>) => void): void;
  /** Starts a timer. Returns a function that stops it. */
  watch?(end: (how: End<Done>) => void): () => void;
  /** Calls back on Ctrl-C. Returns a function that cancels this. */
  readonly onInterrupt?: ((callback: () => void) => () => void) | undefined;
}

/**
 * Runs a file in a watched thread, which is terminated on request or Ctrl-C: an endless loop does not react to signals or timers.
 * `ended` resolves when the thread is gone.
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

/** Returns how a thread ended that exited before its work was done. */
function endOf({ memory }: ThreadMemory, code: number): BadEnd {
  const end = earlyEndIn(memory);
  return end === undefined ? { kind: "died", reason: `it ended with code ${code}` } : { kind: "early", end };
}

/** Describes the end of a thread. `kept`: a note about the input. */
export function problemOf(end: BadEnd, { activity }: ThreadState, input?: string, kept?: string): Diagnostic {
  if (end.kind === "time") return errors.outOfTime(input, end.seconds, activity, kept);
  if (end.kind === "interrupt") return errors.interrupted(input, activity, kept);
  if (end.kind === "early") return errors.unfinished(end.end, kept);
  return errors.threadDied(input, end.reason, activity, kept);
}
