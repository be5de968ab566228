import { Worker } from "node:worker_threads";
import { type Diagnostic } from "@passwright/core";
import { endThread } from "../../threads/end-thread.ts";
import * as errors from "../../errors.ts";
import { makePlaceMemory, readPlace } from "../../run/place.ts";
import { ReproducerFiles } from "../../run/reproducer.ts";
import { type ExitCode, type Terminal } from "../../terminal/terminal.ts";
import { writeOutput } from "../../output/write-output.ts";
import { mlirDiagnosticText } from "../mlir-diagnostics.ts";
import { type OptEvent, type OptWorkerData, type RunContext } from "./opt-job.ts";

/** What loading may take at least, on a slow and busy machine: a limit of some milliseconds is meant for passes. */
const LOADING_SECONDS = 5;

/** How often is looked, in parts of the limit and in milliseconds at most. */
const LOOKS = 10;
const LONGEST_LOOK_MS = 200;

type End =
  { readonly kind: "time" } | { readonly kind: "interrupt" } | { readonly kind: "died"; readonly reason: string };

/**
 * Runs passwright-opt in a thread that this one watches, and ends it where one pass takes longer for one operation than it
 * may, or when the person asks: a loop without end sees neither a signal nor a timer. What was run is kept as a reproducer,
 * where `--mlir-pass-pipeline-crash-reproducer` says or beside where the program was called. The output in a file is
 * written whole or not at all, by that thread.
 */
export async function superviseOpt(argv: readonly string[], seconds: number, terminal: Terminal): Promise<ExitCode> {
  const memory = makePlaceMemory();
  const files = await ReproducerFiles.make(terminal);
  const workerData: OptWorkerData = { argv, cwd: terminal.cwd, memory };
  const worker = new Worker(new URL("./opt-worker.js", import.meta.url), { workerData });
  let context: RunContext | undefined;
  let isLoaded = false;
  return new Promise((resolve) => {
    let isOver = false;
    const leave = (code: ExitCode): void => {
      if (isOver) return;
      isOver = true;
      clearInterval(looking);
      forget?.();
      void endThread(worker).then(() => resolve(code));
    };
    const end = (how: End): void => {
      if (isOver) return;
      terminal.err(mlirDiagnosticText(problemOf(how, context, isLoaded, seconds, memory, files, terminal.cwd)));
      leave(how.kind === "interrupt" ? 130 : 1);
    };
    const clock = new PassClock(memory, seconds);
    const loadingUntil = performance.now() + Math.max(seconds, LOADING_SECONDS) * 1000;
    const looking = setInterval(
      () => {
        if (isLoaded ? clock.isOut() : performance.now() > loadingUntil) end({ kind: "time" });
      },
      Math.min((seconds * 1000) / LOOKS, LONGEST_LOOK_MS),
    );
    const forget = terminal.onInterrupt?.(() => end({ kind: "interrupt" }));
    worker.on("message", (event: OptEvent) => {
      if (isOver) return;
      if (event.kind === "done") leave(event.code);
      else if (event.kind === "context") context = event.context;
      else if (event.kind === "loaded") isLoaded = true;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      else if (event.kind === "readInput") void terminal.readInput().then((bytes) => worker.postMessage(bytes));
      else show(event, terminal);
    });
    worker.on("error", (error: Error) => end({ kind: "died", reason: `${error.name}: ${error.message}` }));
    worker.on("exit", (code) => end({ kind: "died", reason: `it ended by itself, with code ${code}` }));
  });
}

function show(event: Extract<OptEvent, { kind: "out" | "err" | "outBytes" }>, terminal: Terminal): void {
  if (event.kind !== "outBytes") terminal[event.kind](event.text);
  else if (terminal.outBytes === undefined) terminal.out(Buffer.from(event.bytes).toString());
  else terminal.outBytes(event.bytes);
}

/** How long the pass that runs now has run, by another thread's clock. */
class PassClock {
  readonly #memory: SharedArrayBuffer;
  readonly #ms: number;
  #count = -1;
  #since = 0;

  constructor(memory: SharedArrayBuffer, seconds: number) {
    this.#memory = memory;
    this.#ms = seconds * 1000;
  }

  isOut(): boolean {
    const place = readPlace(this.#memory);
    const now = performance.now();
    if (place === undefined || !place.isRunning || place.count !== this.#count) {
      this.#count = place?.count ?? -1;
      this.#since = now;
      return false;
    }
    return now - this.#since >= this.#ms;
  }
}

function problemOf(
  how: End,
  context: RunContext | undefined,
  isLoaded: boolean,
  seconds: number,
  memory: SharedArrayBuffer,
  files: ReproducerFiles,
  cwd: string,
): Diagnostic {
  const place = context === undefined ? undefined : readPlace(memory);
  const kept = context === undefined ? undefined : keep(context, files, cwd);
  const what = context?.input ?? (isLoaded ? "the input" : undefined);
  const limit = isLoaded ? seconds : Math.max(seconds, LOADING_SECONDS);
  if (how.kind === "time") return errors.outOfTime(what, limit, place, kept);
  if (how.kind === "interrupt") return errors.interrupted(what, place, kept);
  return errors.threadDied(what, how.reason, place, kept);
}

/** Keeps what ran; answers where, or why not, in words. */
function keep({ to, input, ir, ...reproducer }: RunContext, files: ReproducerFiles, cwd: string): string {
  const file = input === "<stdin>" ? "-" : input;
  if (to === undefined) return files.keep({ file, path: file }, { ...reproducer, content: ir, isMlir: true });
  const written = writeOutput(to, files.render(ir, reproducer), cwd);
  return written.ok ? `kept as ${to}` : `could not be kept as ${to}: ${written.reason}`;
}
