import process from "node:process";
import type { OrderOutput } from "./report.ts";

/** Output of a run that was aborted because a promise did not settle. Callers compare this object by identity. */
export const UNSETTLED: OrderOutput & { readonly ok: false } = { ok: false, message: "a promise did not settle" };

/**
 * Calls `run` with a signal that aborts if the run cannot end: as soon as the process does not have any work left, or
 * after `seconds`.
 */
export async function withLimit<T>(seconds: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  // The timer does not keep the process alive, so that a process without work is recognized before the time is over.
  const timer = Number.isFinite(seconds) ? setTimeout(abort, seconds * 1000).unref() : undefined;
  // Aborts in a task of the event loop, because the process would otherwise end directly after the event `beforeExit`.
  const resume = (): void => void setImmediate(abort);
  process.on("beforeExit", resume);
  try {
    return await run(controller.signal);
  } finally {
    process.off("beforeExit", resume);
    clearTimeout(timer);
  }
}
