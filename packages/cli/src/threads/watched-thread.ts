import { Worker } from "node:worker_threads";
import { describeThrown } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import * as errors from "../errors.ts";
import type { EarlyEnd } from "../terminal/process-guard.ts";
import { endThread } from "./end-thread.ts";
import { earlyEndIn, readActivity } from "./thread-activity.ts";

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

/** What a watched thread is told by, and who watches it. */
export interface Watching<Message, Done> {
  /** Gets what the thread says, until it ends. */
  take(message: Message, end: (how: End<Done>) => void): void;
  /** Watches the clock; answers how to stop. */
  watch(end: (how: End<Done>) => void): () => void;
  /** Calls back when the person asks to stop; answers how to be told no longer. */
  readonly onInterrupt: ((callback: () => void) => () => void) | undefined;
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
      stop();
      forget?.();
      void endThread(worker).then(() => resolve(how));
    };
    const stop = watch(end);
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
export function endOf({ memory }: ThreadMemory, code: number): BadEnd {
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
