import type { Diagnostic } from "@passwright/core";
import type { Input } from "../input/inputs.ts";
import { loadingLimit, makeActivityMemory, problemOf, readActivity, runWatched } from "../threads/watched-thread.ts";
import type { End } from "../threads/watched-thread.ts";
import type { InputResult, RunEvent, RunJob, RunRecord } from "./job.ts";
import type { RunWorkerData } from "./run-worker.ts";

/** The environment of a supervised run, and its events. */
export interface Supervision {
  readonly seconds: number;
  report(event: RunEvent): void;
  /** Whether the remaining work was cancelled. */
  isOver(): boolean;
  /** Saves an input that was not finished. Returns a note about it. */
  keep(input: Input, record: RunRecord): string;
  /** Calls back when the user asks to stop. Returns a function that removes the callback. */
  readonly onInterrupt: ((callback: () => void) => () => void) | undefined;
}

/**
 * Runs a job in a thread, and ends the thread when an input exceeds the time limit, or on Ctrl-C: an endless loop does not react to
 * signals or timers. Runs the other inputs in a new thread. Returns whether the run was interrupted.
 */
export async function supervise(job: RunJob, supervision: Supervision): Promise<boolean> {
  const state: ThreadState = { inputs: job.inputs, from: job.from, started: undefined };
  for (;;) {
    // One thread after the other, each with the remaining inputs.
    const memory = makeActivityMemory();
    const left = { ...job, from: state.from, inputs: state.inputs };
    const end = await runThread(left, memory, state, supervision);
    if (end.kind === "done") return false;
    const { inputs, started } = state;
    const problem = (kept?: string): Diagnostic => problemOf(end, { memory }, started?.input.file, kept);
    if (inputs === undefined || started === undefined) {
      supervision.report({ kind: "refused", diagnostics: [problem()] });
      return end.kind === "interrupt";
    }
    // Outside of passes, the input file suffices.
    const isInPass = readActivity(memory).activity?.step !== undefined;
    const { input, record } = started;
    const kept = isInPass && record !== undefined ? supervision.keep(input, record) : undefined;
    const result: InputResult = { diagnostics: [problem(kept)], statistics: [] };
    supervision.report({ kind: "finished", index: started.index, result });
    if (end.kind === "interrupt") return true;
    state.from = started.index + 1;
    state.started = undefined;
    if (state.from >= inputs.length) return false;
  }
}

/** Progress of a run over all its threads. */
interface ThreadState {
  inputs: readonly Input[] | undefined;
  from: number;
  started: { readonly index: number; readonly input: Input; readonly record: RunRecord | undefined } | undefined;
}

async function runThread(
  job: RunJob,
  memory: SharedArrayBuffer,
  state: ThreadState,
  supervision: Supervision,
): Promise<End<undefined>> {
  const { seconds, report, onInterrupt } = supervision;
  // The first thread has already reported events of loading.
  const isFirst = state.inputs === undefined;
  const done = { kind: "done", value: undefined } as const;
  let restart: (limit: number) => void = () => undefined;
  const { ended } = runWatched<RunEvent | undefined, undefined, RunWorkerData>(
    new URL("./run-worker.js", import.meta.url),
    { job, memory },
    {
      onInterrupt,
      watch(end) {
        let timer: NodeJS.Timeout | undefined;
        restart = (limit) => {
          clearTimeout(timer);
          timer = setTimeout(() => end({ kind: "time", seconds: limit }), limit * 1000);
        };
        restart(loadingLimit(seconds));
        return () => clearTimeout(timer);
      },
      take(event, end) {
        if (event === undefined) return end(done);
        if (event.kind === "waiting") return restart(seconds);
        if (event.kind === "started" || event.kind === "finished") restart(seconds);
        note(event, state);
        if (event.kind === "read") return;
        if (isFirst || (event.kind !== "loaded" && event.kind !== "inputs")) report(event);
        if (supervision.isOver()) end(done);
      },
    },
  );
  return ended;
}

function note(event: RunEvent, state: ThreadState): void {
  if (event.kind === "inputs") state.inputs = event.inputs;
  if (event.kind === "finished") state.started = undefined;
  if (event.kind === "read" && state.started !== undefined) state.started = { ...state.started, record: event.record };
  if (event.kind !== "started") return;
  const input = state.inputs?.[event.index];
  if (input !== undefined) state.started = { index: event.index, input, record: undefined };
}
