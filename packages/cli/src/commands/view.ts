import { resolve } from "node:path";
import { jsonText, UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { fieldsIn, readText } from "@passwright/loader";
import { RECORDING_VERSION } from "@passwright/viewer";
import type { RecordedOrders, Recording } from "@passwright/viewer";
import * as errors from "../errors/index.ts";
import { overwrittenBy } from "../output/output-check.ts";
import type { NamedOutput } from "../output/output-check.ts";
import { checkDestination, writeOrReport } from "../output/output.ts";
import { openRun } from "../run/open-run.ts";
import { IdleSteps } from "../run/idle-steps.ts";
import { jobsOf } from "../run/input-jobs.ts";
import type { RunJob, RunResult } from "../run/job.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { emptyRecording, pageOf } from "../view/page.ts";
import type { CommandBody } from "./command.ts";
import type { Arguments } from "./flags.ts";
import { plainJob, targetOf } from "./load.ts";
import { exitCodeOf } from "./outcome.ts";

const PAGE = "passwright-view.html";

/** `passwright view`: makes a page that shows the plan and the effects of its steps on inputs. */
export const view: CommandBody = async (args, terminal) => {
  const { cwd } = terminal;
  const record = args.value("record");
  const output = args.value("output") ?? PAGE;
  const file = record ?? output;
  const ordersFile = args.value("orders");
  const [first] = args.operands;
  const problem =
    (record !== undefined && args.value("output") !== undefined
      ? errors.flagsExclude("record", "output")
      : undefined) ??
    (first !== undefined && args.value("recording") !== undefined
      ? errors.flagExcludesArgument("recording", first)
      : undefined) ??
    checkDestination({ kind: "file", file }, cwd);
  if (problem !== undefined) return { diagnostics: [problem] };
  const named = { file, by: record === undefined ? "-o" : "--record" };
  const { config, inputs } = targetOf(args, terminal);
  const overwritten = overwrittenBy([named], { files: [args.value("recording"), ordersFile, config, ...inputs] }, cwd);
  if (overwritten.length > 0) return { diagnostics: overwritten };
  const orders = ordersFile === undefined ? undefined : readOrders(ordersFile, cwd);
  const made = await recordingOf(args, terminal, named);
  if (made.recording === undefined) return { diagnostics: made.diagnostics };
  const recording = orders === undefined ? made.recording : { ...made.recording, orders };
  const content = record === undefined ? await pageOf(recording) : `${jsonText(recording)}\n`;
  const unwritten = writeOrReport(file, content, terminal);
  const diagnostics = [...made.diagnostics, ...unwritten];
  return {
    diagnostics,
    json: () => ({ file, runs: recording.runs.map(({ input, ok }) => ({ input, ok })) }),
    text: () =>
      unwritten.length === 0 ? `wrote ${file}${record === undefined ? ": open it in a browser" : ""}` : undefined,
    // Errors of runs do not affect the exit code, because the page shows these errors.
    exitCode: exitCodeOf(diagnostics),
  };
};

/** Reads a recording, or records the plan and its runs. If the plan has errors, the recording contains the errors. */
async function recordingOf(
  args: Arguments,
  terminal: Terminal,
  output: NamedOutput,
): Promise<{ readonly recording?: Recording; readonly diagnostics: readonly Diagnostic[] }> {
  const given = args.value("recording");
  if (given !== undefined) return { recording: readRecording(given, terminal.cwd), diagnostics: [] };
  const target = targetOf(args, terminal);
  const job: RunJob = { ...plainJob(target, args, terminal), outputs: [output], recording: "plan" };
  const diagnostics: Diagnostic[] = [];
  let recording: Recording | undefined;
  const opened = await openRun(job, {
    ...terminal,
    report: (event) => {
      if (event.kind === "loaded" || event.kind === "refused") diagnostics.push(...event.diagnostics);
      if (event.kind === "recorded") recording = event.recording;
      if (event.kind === "printed") terminal.err(event.text);
    },
    stream: (text) => terminal.err(text),
  });
  const idle = new IdleSteps();
  for await (const input of opened === undefined ? [] : jobsOf(opened.inputs, job, opened.facts.hasMaps, terminal)) {
    const result = (await opened?.runner.run(input)) as RunResult;
    if (result.printed !== undefined) terminal.err(result.printed);
    diagnostics.push(...result.diagnostics);
    idle.add(input.name, result.report?.idle ?? [], undefined);
  }
  diagnostics.push(...idle.diagnostics(opened?.inputs.length ?? 0));
  diagnostics.push(...((await opened?.close()) ?? []));
  const isRefused = exitCodeOf(diagnostics) === 2 || diagnostics.some(({ code }) => code === "PWR0106");
  if (opened === undefined && isRefused) return { diagnostics };
  return { recording: recording ?? emptyRecording("pipeline with errors", { diagnostics }), diagnostics };
}

function readRecording(file: string, cwd: string): Recording {
  const recording = readJson(file, cwd, errors.badRecording) as Recording;
  const { version, pipelines, runs, snapshots, texts } = recording as Partial<Recording>;
  const lists = [pipelines, runs, snapshots, texts].every((one) => Array.isArray(one));
  if (!lists || version === undefined) throw new UsageError(errors.badRecording(file, "is not a recording"));
  if (version === RECORDING_VERSION) return recording;
  const why = `has version ${JSON.stringify(version)} of the format, and this program reads ${RECORDING_VERSION}`;
  throw new UsageError(errors.badRecording(file, why));
}

/** Reads the report of an order experiment, or the output of `check --json` that contains the report. */
function readOrders(file: string, cwd: string): RecordedOrders {
  const data = readJson(file, cwd, errors.badOrders) as { readonly checks?: readonly { readonly orders?: object }[] };
  const orders = Array.isArray(data.checks) ? data.checks.find((one) => one?.orders !== undefined)?.orders : data;
  if (Array.isArray((orders as Partial<RecordedOrders> | undefined)?.pairs)) return orders as RecordedOrders;
  throw new UsageError(errors.badOrders(file, "has no pairs of steps"));
}

function readJson(file: string, cwd: string, complain: typeof errors.badOrders): object {
  const read = readText(resolve(cwd, file), Infinity);
  if (!read.ok) throw new UsageError(complain(file, `cannot be read: ${read.reason}`));
  const value: unknown = fieldsIn(read.text);
  if (typeof value === "object" && value !== null) return value;
  throw new UsageError(complain(file, "is not a JSON object"));
}
