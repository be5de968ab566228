import * as errors from "../errors/index.ts";
import { checkDestination, destinationOf } from "../output/output.ts";
import type { RunJob } from "../run/job.ts";
import { runAll } from "../run/run-all.ts";
import { RunReport } from "../run/run-report.ts";
import type { CommandBody } from "./command.ts";
import { instrumentOf } from "./instrument-flags.ts";
import { plainJob, targetOf } from "./load.ts";

/** `passwright run`: makes the plan, runs it on every input, and prints or writes the results. */
export const run: CommandBody = async (args, terminal) => {
  const output = args.value("output");
  const { cwd } = terminal;
  const destination = destinationOf(output, cwd);
  const isSynced = args.flags.has("fsync");
  const removesStale = args.flags.has("remove-stale");
  const report = new RunReport(args, terminal, { destination, cwd, isSynced, removesStale });
  const record = args.value("record");
  const [from, until] = [args.value("from"), args.value("until")];
  const problem =
    (removesStale && destination.kind !== "folder" ? errors.staleWithoutFolder() : undefined) ??
    checkDestination(destination, cwd) ??
    (record === undefined ? undefined : checkDestination({ kind: "file", file: record }, cwd)) ??
    (args.flags.has("trace") && (from ?? until) !== undefined ? errors.traceOfSlice() : undefined);
  if (problem !== undefined) {
    report.refuse([problem]);
    return report.end();
  }
  const verifyEach = args.value("verify-each");
  const job: RunJob = {
    ...plainJob(targetOf(args, terminal), args, terminal),
    destination,
    outputs: [
      { file: destination.kind === "file" ? destination.file : undefined, by: "-o" },
      { file: record, by: "--record" },
    ],
    slice:
      (from ?? until) === undefined
        ? undefined
        : { ...(from !== undefined && { from }), ...(until !== undefined && { until }) },
    instrument: instrumentOf(args, cwd),
    verifyEach: verifyEach === undefined ? undefined : !["false", "0"].includes(verifyEach),
    hasCounts: args.flags.has("stats"),
    hasIdle: args.flags.has("idle"),
    hasTrace: args.flags.has("trace"),
    recording: record === undefined ? undefined : "run",
    threads: args.value("threads"),
    seconds: args.number("time-limit"),
    isCached: args.flags.has("cache"),
    queue: args.value("queue"),
  };
  const distribution = {
    jobs: args.number("jobs"),
    memory: args.number("worker-memory"),
    isolate: args.flags.has("isolate"),
    bail: args.flags.has("bail"),
  };
  return runAll({ job, distribution, report, terminal });
};
