import { resolve } from "node:path";
import { writeOutput } from "../../output/output.ts";
import { ReproducerFiles } from "../../run/reproducer.ts";
import type { ExitCode, Terminal } from "../../terminal/terminal.ts";
import { programData, replay } from "../../threads/remote-terminal.ts";
import { loadingLimit, problemOf, readActivity, runWatched } from "../../threads/watched-thread.ts";
import { mlirDiagnosticText } from "../mlir-diagnostics.ts";
import type { OptEvent, RunContext } from "./run-watch.ts";

/** How often is looked, in parts of the limit and in milliseconds at most. */
const LOOKS = 10;
const LONGEST_LOOK_MS = 200;

/**
 * Runs passwright-opt in a thread that this one watches, and ends it where one pass takes longer for one operation than it
 * may, or when the person asks: a loop without end sees neither a signal nor a timer. What was run is kept as a reproducer,
 * where `--mlir-pass-pipeline-crash-reproducer` says or beside where the program was called. The output in a file is
 * written whole or not at all, by that thread.
 */
export async function superviseOpt(argv: readonly string[], seconds: number, terminal: Terminal): Promise<ExitCode> {
  const data = programData(argv, terminal);
  const { memory } = data;
  const files = await ReproducerFiles.make(terminal);
  let context: RunContext | undefined;
  let isLoaded = false;
  const { worker, ended } = runWatched<OptEvent, ExitCode>(new URL("./opt-worker.js", import.meta.url), data, {
    onInterrupt: terminal.onInterrupt?.bind(terminal),
    watch(end) {
      const clock = new PassClock(memory, seconds);
      const loadingUntil = performance.now() + loadingLimit(seconds) * 1000;
      const look = (): void => {
        if (isLoaded ? clock.isOut() : performance.now() > loadingUntil)
          end({ kind: "time", seconds: isLoaded ? seconds : loadingLimit(seconds) });
      };
      const looking = setInterval(look, Math.min((seconds * 1000) / LOOKS, LONGEST_LOOK_MS));
      return () => clearInterval(looking);
    },
    take(event, end) {
      if (event.kind === "done") end({ kind: "done", value: event.code });
      else if (event.kind === "context") context = event.context;
      else if (event.kind === "loaded") isLoaded = true;
      else replay(event, terminal, worker);
    },
  });
  const end = await ended;
  if (end.kind === "done") return end.value;
  const kept = context === undefined ? undefined : keep(context, files, terminal.cwd);
  const input = context?.input ?? (isLoaded ? "the input" : undefined);
  terminal.err(mlirDiagnosticText(problemOf(end, { memory }, input, kept)));
  return end.kind === "interrupt" ? 130 : 1;
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
    const { activity, count } = readActivity(this.#memory);
    const now = performance.now();
    if (activity?.step === undefined || count !== this.#count) {
      this.#count = count;
      this.#since = now;
      return false;
    }
    return now - this.#since >= this.#ms;
  }
}

/** Keeps what ran. Returns a note about it. */
function keep({ to, input, ir, ...reproducer }: RunContext, files: ReproducerFiles, cwd: string): string {
  const file = input === "<stdin>" ? "-" : input;
  if (to === undefined || typeof ir !== "string") {
    return files.keep({ file, path: resolve(cwd, file) }, { ...reproducer, content: ir, isMlir: true });
  }
  const written = writeOutput(to, files.render(ir, reproducer), cwd);
  return written.ok ? `the input is kept as ${to}` : `the input could not be kept as ${to}: ${written.reason}`;
}
