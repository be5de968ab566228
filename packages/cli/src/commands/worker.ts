import { availableParallelism } from "node:os";
import type { Diagnostic } from "@passwright/core";
import { serveQueue } from "@passwright/runner/reuse";
import type { PrepareResult } from "@passwright/runner/reuse";
import * as errors from "../errors/index.ts";
import { refusalOf } from "../errors/refusal.ts";
import { counted } from "../render/plan.ts";
import { printDiagnostics } from "../render/diagnostics.ts";
import { preparePool } from "../run/prepare-pool.ts";
import { jobOf } from "../run/shared-settings.ts";
import type { SharedSettings } from "../run/shared-settings.ts";
import { interruptible } from "../terminal/interruptible.ts";
import type { CommandBody } from "./command.ts";
import { exitCodeOf } from "./outcome.ts";

/** `passwright worker`: runs the inputs of a queue. */
export const worker: CommandBody = async (args, terminal) => {
  const [url, ...rest] = args.operands;
  const jobs = args.value("jobs");
  const lock = args.value("lock");
  const problem =
    (url === undefined ? errors.noQueue() : undefined) ??
    (rest.length > 0 ? errors.tooManyOperands("worker", 1) : undefined) ??
    (jobs === undefined || /^[1-9]\d{0,2}$/.test(jobs) ? undefined : errors.badCount("jobs", jobs)) ??
    (lock === undefined || /^[1-9]\d{0,3}$/.test(lock) ? undefined : errors.badCount("lock", lock));
  if (problem !== undefined || url === undefined) return { diagnostics: problem === undefined ? [] : [problem] };
  const print = (text: string): void => terminal.err(`${text}\n`);
  const count = jobs === undefined ? availableParallelism() : Number(jobs);
  let done = 0;
  const prepare = async (settings: unknown): Promise<PrepareResult> => {
    const job = jobOf(settings as SharedSettings, terminal.cwd, args.value("config"));
    return preparePool(job, { jobs: count, isolate: args.flags.has("isolate") }, terminal);
  };
  try {
    print("waiting for inputs; end with Ctrl-C");
    const diagnostics: readonly Diagnostic[] = await interruptible(terminal, (signal) =>
      serveQueue({
        url,
        jobs: count,
        prepare,
        signal,
        onState: (state) => print(state === "lost" ? "the queue is lost; waiting for it" : "the queue is connected"),
        onDone(name) {
          done++;
          terminal.progress?.(`${counted(done, "input")}, last ${name}`);
        },
        ...(lock !== undefined && { lockSeconds: Number(lock) }),
      }),
    );
    terminal.progress?.("");
    printDiagnostics(diagnostics, terminal);
    print(`${counted(done, "input")} done`);
    return exitCodeOf(diagnostics);
  } catch (thrown) {
    return { diagnostics: [refusalOf(thrown)] };
  }
};
