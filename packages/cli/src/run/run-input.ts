import type { IrAdapter, TextRunResult } from "@passwright/core";
import { during, readRegularFile } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import { adapterAtWork, parseInput, printContent } from "../input/adapter.ts";
import type { Parsed } from "../input/adapter.ts";
import { isPlainFile, readInput } from "../input/inputs.ts";
import type { Content, Input } from "../input/inputs.ts";
import { SourceLines } from "../input/source-lines.ts";
import type { Destination } from "../output/output.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { running } from "./activities.ts";
import type { Executable, ExecutableSettings } from "./executable.ts";
import type { InputResult, RunJob } from "./job.ts";

/** Result of a run of one input. */
export type InputOutcome = Omit<InputResult, "statistics">;

/** Runs a part of the work, and measures it under a name if times are wanted. */
export type Scope = <T>(name: string, body: () => T) => T;

/** Settings of runs of inputs. */
export interface InputRun {
  /** The framework, with the IR of the inputs. */
  readonly framework: Session["framework"];
  readonly executable: Executable;
  readonly settings: ExecutableSettings;
  readonly job: Pick<RunJob, "allowUnregistered" | "destination" | "hasCounts" | "recording" | "debug">;
  readonly terminal: Pick<Terminal, "readInput">;
  readonly scope: Scope;
  /** Called with the input after it was read. Only in watched threads. */
  readonly onRead?: (bytes: Uint8Array) => void;
}

/** Reads, runs and prints one input. */
export async function runInput(input: Input, run: InputRun): Promise<InputOutcome> {
  const { framework, terminal, onRead, scope } = run;
  const isTextEnough = canRunOnText(run);
  if (isTextEnough && onRead === undefined && isPlainFile(input)) {
    const text = memoized(() => bytesOf(input.path));
    const outcome = runOnText(input, text, input.path, run);
    if (outcome !== undefined) return outcome;
  }
  const read = await scope("Read files", () => readInput(input, terminal, framework.ir));
  if (!read.ok) return { diagnostics: [read.diagnostic] };
  onRead?.(read.bytes);
  const outcome = isTextEnough ? runOnText(input, () => read.bytes, undefined, run) : undefined;
  if (outcome !== undefined) return outcome;
  const { allowUnregistered } = run.job;
  const parsed = scope("Parser", () => parseInput(framework, input, read.bytes, { allowUnregistered }));
  return parsed.ok ? runOnOperation(input, parsed, run) : { diagnostics: parsed.diagnostics };
}

/** Whether an input can run as text: counts need operations, and the adapter writes binary forms. */
function canRunOnText({ framework, executable, job: { hasCounts, recording, debug } }: InputRun): boolean {
  return (
    !hasCounts &&
    recording === undefined &&
    !debug &&
    framework.ir.binary === undefined &&
    executable.runOnText !== undefined
  );
}

/** Runs a pipeline on text if all of it belongs to one program; else returns `undefined`. */
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
  { file }: Input,
  { op, lines }: Extract<Parsed, { ok: true }>,
  { framework, executable, settings, job, scope }: InputRun,
): Promise<InputOutcome> {
  const count = (ir: IrAdapter<object>, root: object): ReadonlyMap<string, number> =>
    during(adapterAtWork(framework, "counting the operations of", file), () => countOperations(ir, root));
  const before = job.hasCounts ? count(framework.ir, op) : undefined;
  const ran = await during(running(executable, file), () => executable.run(op, { ...settings, input: file }));
  const diagnostics = lines.addTo(ran.diagnostics);
  const trace = ran.trace === undefined ? {} : { trace: ran.trace };
  if (!ran.succeeded) return { diagnostics, ...trace };
  const print = (): ReturnType<typeof printContent> =>
    during(adapterAtWork(framework, "printing", file), () =>
      printContent({ name: framework.name, ir: ran.ir }, ran.root, nameOfResult(file, job.destination)),
    );
  const printed = scope("Output", print);
  if (!printed.ok) return { diagnostics: [...diagnostics, ...printed.diagnostics], ...trace };
  const content: Content = printed.content;
  return {
    content,
    diagnostics,
    ...trace,
    ...(before === undefined ? {} : { counts: { before, after: count(ran.ir, ran.root) } }),
  };
}

/** Returns the name of the result. In a folder, it is that of the input. */
function nameOfResult(file: string, destination: Destination): string {
  if (destination.kind === "standard") return "";
  return destination.kind === "file" ? destination.file : file;
}

/** Reads a file that was checked before. */
function bytesOf(path: string): Uint8Array {
  const read = readRegularFile(path, Infinity);
  if (!read.ok) throw new Error(read.reason);
  return read.bytes;
}

/** Returns a function that calls another one only once. */
function memoized(body: () => Uint8Array): () => Uint8Array {
  let value: Uint8Array | undefined;
  return () => (value ??= body());
}

/** Counts operations by name, for any IR. */
export function countOperations<Op extends object>(adapter: IrAdapter<Op>, top: Op): Map<string, number> {
  const counts = new Map<string, number>();
  const waiting: Op[] = [top];
  for (let op = waiting.pop(); op !== undefined; op = waiting.pop()) {
    const name = adapter.nameOf(op).text;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    adapter.collectNested(op, waiting);
  }
  return counts;
}
