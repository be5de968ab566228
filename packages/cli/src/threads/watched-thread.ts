import { Worker } from "node:worker_threads";
import { type Diagnostic } from "@passwright/core";
import * as errors from "../errors.ts";
import { type Place } from "../run/place.ts";
import { endThread } from "./end-thread.ts";

/** What loading may take at least, on a slow and busy machine: a limit of some milliseconds is meant for passes. */
const LOADING_SECONDS = 5;

/** So long loading may take, in seconds, where passes have that limit. */
export function loadingLimit(seconds: number): number {
  return Math.max(seconds, LOADING_SECONDS);
}

/** How a thread that did not finish ended. */
export type BadEnd =
  | { readonly kind: "time" }
  | { readonly kind: "interrupt" }
  /** It ended itself, or fell. */
  | { readonly kind: "died"; readonly reason: string };

export type End<Done> = { readonly kind: "done"; readonly value: Done } | BadEnd;

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
export function runWatched<Message, Done>(
  file: URL,
  workerData: unknown,
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
    worker.on("error", (error: Error) => end({ kind: "died", reason: `${error.name}: ${error.message}` }));
    worker.on("exit", (code) => end({ kind: "died", reason: `it ended by itself, with code ${code}` }));
  });
  return { worker, ended };
}

/** What is said of such an end: on which input, within which limit in seconds, where, and what was kept. */
export function problemOf(
  end: BadEnd,
  input: string | undefined,
  seconds: number,
  place: Place | undefined,
  kept: string | undefined,
): Diagnostic {
  if (end.kind === "time") return errors.outOfTime(input, seconds, place, kept);
  if (end.kind === "interrupt") return errors.interrupted(input, place, kept);
  return errors.threadDied(input, end.reason, place, kept);
}
