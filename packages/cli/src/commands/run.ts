import * as errors from "../errors.ts";
import { checkDestination, destinationOf } from "../output/output.ts";
import { execute } from "../run/execute.ts";
import type { RunJob } from "../run/job.ts";
import { RunReport } from "../run/run-report.ts";
import { loadOptionsOf, targetOf } from "./load.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { THREAD_COUNT } from "../threads/wanted-threads.ts";
import type { CommandBody } from "./command.ts";
import { secondsOf } from "./flags.ts";
import { instrumentOf } from "./instrument-flags.ts";

/** `passwright run`: makes the plan, runs it on every input, and prints or writes the results. */
export const run: CommandBody = async (args, terminal) => {
  const target = targetOf(args, terminal, { hasInputs: true });
  const output = args.value("output");
  const destination = destinationOf(output, terminal.cwd);
  // Loaded for those who ask for a trace.
  const { printTrace } = args.flags.has("trace") ? await import("@passwright/graph") : {};
  const report = new RunReport(args, terminal, destination, printTrace);
  const limit = secondsOf(args.value("time-limit"));
  const threads = args.value("threads");
  const instrument = instrumentOf(args, terminal.cwd);
  const record = args.value("record");
  const [from, until] = [args.value("from"), args.value("until")];
  const problem =
    limit.problem ??
    (threads === undefined || THREAD_COUNT.test(threads) ? undefined : errors.badThreadCount(threads)) ??
    checkDestination(destination, terminal.cwd) ??
    (record === undefined ? undefined : checkDestination({ kind: "file", file: record }, terminal.cwd)) ??
    (args.flags.has("trace") && (from ?? until) !== undefined ? errors.traceOfSlice() : undefined) ??
    instrument.problem;
  if (problem !== undefined) {
    report.refuse([problem]);
    return report.end();
  }
  const verifyEach = args.value("verify-each");
  const job: RunJob = {
    load: loadOptionsOf(target, args, terminal),
    cwd: terminal.cwd,
    destination,
    named: target.inputs,
    from: 0,
    slice:
      (from ?? until) === undefined
        ? undefined
        : { ...(from !== undefined && { from }), ...(until !== undefined && { until }) },
    instrument: instrument.data,
    allowUnregistered: args.flags.has("allow-unregistered-dialect"),
    verifyEach: verifyEach === undefined ? undefined : !["false", "0"].includes(verifyEach),
    hasCounts: args.flags.has("stats"),
    hasIdle: args.flags.has("idle"),
    hasTrace: args.flags.has("trace"),
    recording: record === undefined ? undefined : "run",
    debug: args.flags.has("debug"),
    threads,
    seconds: limit.seconds,
    isWatched: terminal.dependsOn !== undefined,
  };
  if (limit.seconds !== undefined) return runSupervised(job, limit.seconds, report, terminal);
  await execute(job, {
    report: (event) => report.take(event),
    isOver: () => report.isRefused,
    readInput: () => terminal.readInput(),
    beforeCode: () => terminal.beforeCode?.(),
    allLoaded: () => terminal.allLoaded?.(),
    ...(terminal.dependsOn === undefined ? {} : { dependsOn: terminal.dependsOn }),
  });
  return report.end();
};

async function runSupervised(job: RunJob, seconds: number, report: RunReport, terminal: Terminal): Promise<ExitCode> {
  const { supervise } = await import("../run/supervise.ts");
  const { ReproducerFiles } = await import("../run/reproducer.ts");
  const files = await ReproducerFiles.make(terminal);
  const standardInput = job.named.includes("-") ? await terminal.readInput() : undefined;
  const isStopped = await supervise(
    { ...job, standardInput },
    {
      seconds,
      report: (event) => report.take(event),
      isOver: () => report.isRefused,
      keep: (input, record) => files.keep(input, record),
      onInterrupt: terminal.onInterrupt?.bind(terminal),
    },
  );
  return report.end(isStopped);
}
