import type { Diagnostic, IrAdapter, Result, TextRunResult } from "@passwright/core";
import { readRegularFile } from "@passwright/loader";
import { during, running } from "@passwright/sdk/loading";
import type { Session } from "@passwright/loader";
import type { InputJob, InputTiming } from "@passwright/runner";
import { adapterAtWork, dependenciesOf, parseInput, printContent } from "../input/adapter.ts";
import type { Parsed } from "../input/adapter.ts";
import { isContent, isPlainFile, readInput } from "../input/inputs.ts";
import type { Content, Input } from "../input/inputs.ts";
import { SourceLines } from "../input/source-lines.ts";
import { stacksIn } from "../render/diagnostics.ts";
import { adapterError } from "./executable.ts";
import type { Executable, ExecutableSettings } from "./executable.ts";
import type { InputReport, OperationCounts, RunJob } from "./job.ts";

export interface InputOutcome extends Pick<InputReport, "counts" | "trace"> {
  readonly content?: Content;
  readonly map?: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly stacks?: readonly string[];
  readonly dependencies?: readonly string[];
}

/** Function that runs `body` and, if times were requested, records the duration of `body` under the given name. */
export type Scope = <T>(name: string, body: () => T) => T;

export interface InputRun {
  readonly framework: Session["framework"];
  readonly executable: Executable;
  readonly settings: ExecutableSettings;
  readonly job: Pick<RunJob, "allowUnregistered" | "hasCounts" | "recording" | "debug">;
  readonly scope: Scope;
  readonly phase: ((what: string) => void) | undefined;
}

export async function runInput(job: InputJob, run: InputRun): Promise<InputOutcome & { readonly timing: InputTiming }> {
  const watch = new StopWatch();
  return { ...(await runParts(job, run, watch)), timing: watch.timing };
}

async function runParts(job: InputJob, run: InputRun, watch: StopWatch): Promise<InputOutcome> {
  const { framework, scope, phase } = run;
  const { name: file, content } = job;
  const isGiven = isContent(content);
  const input: Input = { file, path: "", ...(isGiven ? {} : content) };
  const isTextEnough = canRunOnText(run);
  if (isTextEnough && !isGiven && isPlainFile(input)) {
    phase?.("running");
    let bytes: Uint8Array | undefined;
    const outcome = runOnText(input, () => (bytes ??= bytesOf(input.path)), input.path, run);
    watch.lap("passes");
    if (outcome !== undefined) return outcome;
  }
  phase?.("reading");
  const given = isGiven ? Promise.resolve(Buffer.from(content)) : undefined;
  const read = await scope("Read files", () => readInput(input, given, framework.ir));
  watch.lap("read");
  if (!read.ok) return { diagnostics: [read.diagnostic] };
  const outcome = isTextEnough ? runOnText(input, () => read.bytes, undefined, run) : undefined;
  watch.lap("passes");
  if (outcome !== undefined) return outcome;
  phase?.("parsing");
  const { allowUnregistered } = run.job;
  const parsed = scope("Parser", () => parseInput(framework, input, read.bytes, { allowUnregistered }));
  watch.lap("parse");
  return parsed.ok ? runOnOperation(job, parsed, run, watch) : { diagnostics: parsed.diagnostics };
}

class StopWatch {
  readonly timing: { -readonly [part in keyof InputTiming]: number } = { read: 0, parse: 0, passes: 0, print: 0 };
  #since = performance.now();

  /** Adds the time since the previous call of `lap` to the time of the given part. */
  lap(part: keyof InputTiming): void {
    const now = performance.now();
    this.timing[part] += now - this.#since;
    this.#since = now;
  }
}

function canRunOnText({ framework, executable, job: { hasCounts, recording, debug } }: InputRun): boolean {
  return (
    !hasCounts &&
    recording === undefined &&
    !debug &&
    framework.ir.binary === undefined &&
    executable.runOnText !== undefined
  );
}

/** Runs a pipeline on text if all of its passes can run on text. Otherwise returns `undefined`. */
function runOnText(
  { file }: Input,
  text: () => Uint8Array,
  path: string | undefined,
  { executable, settings, job: { allowUnregistered } }: InputRun,
): InputOutcome | undefined {
  const options = { ...settings, file, allowUnregistered, takesBytes: true, ...(path === undefined ? {} : { path }) };
  const whole = during(running(executable, file), (): TextRunResult | undefined =>
    executable.runOnText?.(text, options),
  );
  if (whole === undefined) return undefined;
  const diagnostics = new SourceLines(file, text).addTo(whole.diagnostics);
  return { diagnostics, ...(whole.text === undefined ? {} : { content: whole.text }) };
}

async function runOnOperation(
  { name: file, resultName = "" }: InputJob,
  { op, lines }: Extract<Parsed, { ok: true }>,
  { framework, executable, settings, job, scope, phase }: InputRun,
  watch: StopWatch,
): Promise<InputOutcome> {
  const count = (ir: IrAdapter<object>, root: object): Result<{ readonly counts: OperationCounts }> => {
    const activity = adapterAtWork(framework, "counting the operations of", file);
    try {
      return { ok: true, counts: [...during(activity, () => countOperations(ir, root))] };
    } catch (thrown) {
      return { ok: false, diagnostics: [adapterError(framework, thrown)] };
    }
  };
  const before = job.hasCounts ? count(framework.ir, op) : undefined;
  if (before?.ok === false) return { diagnostics: before.diagnostics };
  const ran = await during(running(executable, file), () => executable.run(op, { ...settings, input: file }));
  watch.lap("passes");
  const reads = [
    dependenciesOf(framework, op),
    ...(ran.ir === framework.ir ? [] : [dependenciesOf({ name: framework.name, ir: ran.ir }, ran.root)]),
  ];
  const dependencies = reads.flatMap((read) => (read.ok ? read.result : []));
  const problems = reads.flatMap((read) => (read.ok ? [] : read.diagnostics));
  const diagnostics = [...lines.addTo(ran.diagnostics), ...problems];
  const facts = {
    ...(ran.trace && { trace: ran.trace }),
    ...(dependencies.length > 0 && { dependencies }),
  };
  if (!ran.succeeded || problems.length > 0) return { diagnostics, stacks: stacksIn(ran.failures), ...facts };
  phase?.("printing");
  const print = (): ReturnType<typeof printContent> =>
    during(adapterAtWork(framework, "printing", file), () =>
      printContent({ name: framework.name, ir: ran.ir }, ran.root, resultName),
    );
  const printed = scope("Output", print);
  watch.lap("print");
  if (!printed.ok) return { diagnostics: [...diagnostics, ...printed.diagnostics], ...facts };
  const content: Content = printed.content;
  const after = before && count(ran.ir, ran.root);
  if (after?.ok === false) return { diagnostics: [...diagnostics, ...after.diagnostics], ...facts };
  return {
    content,
    map: printed.map,
    diagnostics,
    ...facts,
    ...(before && after && { counts: { before: before.counts, after: after.counts } }),
  };
}

function bytesOf(path: string): Uint8Array {
  const read = readRegularFile(path, Infinity);
  if (!read.ok) throw new Error(read.reason);
  return read.bytes;
}

/** Counts operations by name. Counts an operation with several parents or a cycle once. */
function countOperations<Op extends object>(adapter: IrAdapter<Op>, top: Op): Map<string, number> {
  const counts = new Map<string, number>();
  const counted = new Set<Op>();
  const waiting: Op[] = [top];
  for (let op = waiting.pop(); op !== undefined; op = waiting.pop()) {
    if (counted.has(op)) continue;
    counted.add(op);
    const name = adapter.nameOf(op).text;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    adapter.collectNested(op, waiting);
  }
  return counts;
}
