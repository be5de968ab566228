import type { Diagnostic, Result } from "@passwright/core";
import { stackOf } from "@passwright/core";
import { readRegularFile } from "@passwright/loader";
import type { InstrumentData, Session } from "@passwright/loader";
import type { InputJob, InputStatistic } from "@passwright/runner";
import { causeOf, idleReportsOf } from "@passwright/sdk/loading";
import type { IdleReports, IdleStep } from "@passwright/sdk/loading";
import type { RecordedManager } from "@passwright/viewer";
import * as errors from "../errors/index.ts";
import { inFile } from "../input/source-lines.ts";
import { isContent } from "../input/inputs.ts";
import type { Input } from "../input/inputs.ts";
import { nestedWithValues } from "../render/plan-notes.ts";
import type { SessionThreads } from "../threads/session-threads.ts";
import type { Executable, ExecutableSettings } from "./executable.ts";
import type { RunningStep } from "./idle-steps.ts";
import type { InputReport, RunHost, RunJob, RunResult } from "./job.ts";
import { runInput } from "./run-input.ts";
import type { Scope } from "./run-input.ts";
import type { Instruments } from "./run-instruments.ts";

export interface SlotOptions {
  readonly job: RunJob;
  readonly host: RunHost;
  readonly session: Session;
  readonly sliced: Extract<Awaited<ReturnType<Session["slice"]>>, { ok: true }> | undefined;
  readonly framework: Session["framework"];
  readonly instrument: InstrumentData;
  readonly verifyEach: boolean;
}

export interface Slot {
  readonly remark: Diagnostic | undefined;
  readonly hasThreads: boolean;
  /** Runs an input. `isAlone` means that no other input runs, so that output of passes can be shown immediately. */
  run(job: InputJob, isAlone: boolean): Promise<RunResult>;
  /** Writes reports. Returns diagnostics for files that could not be written. */
  flush(): readonly Diagnostic[];
  close(): Promise<void>;
}

type SlotResult = Result<{ readonly slot: Slot }>;

export function stacksOf(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.flatMap((diagnostic) => stackOf(causeOf(diagnostic)) ?? []);
}

export async function makeSlot(executable: Executable, options: SlotOptions): Promise<SlotResult> {
  const { job, host, session, sliced, framework, instrument, verifyEach } = options;
  let printed: string[] = [];
  let isShownAtOnce = false;
  const print = (text: string): void => {
    if (isShownAtOnce && host.stream !== undefined) host.stream(text);
    else printed.push(text);
  };
  const settings: ExecutableSettings = { verifyEach, output: print };
  let instruments: Instruments | undefined;
  if (Object.keys(instrument).length > 0) {
    // Loads the code only if it is needed.
    const { addInstruments } = await import("./run-instruments.ts");
    const added = addInstruments(instrument, executable, { cwd: job.cwd, err: print });
    if (!added.ok) return added;
    ({ instruments } = added);
  }
  const scope: Scope = instruments?.scope ?? ((_, body) => body());
  const { activity, phase } = host;
  let current: Input = { file: "-", path: "" };
  if (activity !== undefined) executable.addInstrumentation(activity.instrumentation(executable, () => current.file));
  if (phase !== undefined) showPasses(executable, phase);
  const pipelines = executable.managers.map(({ path, manager }) => {
    const own = session.graph?.pipelines.find((one) => one.path === path)?.plan;
    const plan = path === undefined ? (sliced ?? session).plan : own;
    return { ...(path === undefined ? {} : { path }), manager, plan };
  });
  const idle = idleReportsOf(session.assembly, pipelines);
  if (idle !== undefined) executable.addInstrumentation(idle.watch);
  const running = pipelines.flatMap(stepsIn);
  const changes = job.hasIdle ? (await import("./idle-steps.ts")).watchChanges(framework.ir, running) : undefined;
  if (changes !== undefined) executable.addInstrumentation(changes);
  const { Recorder } = job.recording === undefined ? {} : await import("@passwright/viewer");
  const recorder = Recorder && new Recorder(session.assembly, pipelines);
  if (recorder !== undefined) executable.addInstrumentation(recorder.watch);
  const threads = await threadsFor(options, executable, () => ({ input: current, ...settings }));
  executable.executor = threads?.executor;
  const waiting = threads && reportWaiting(threads, job, host);
  const run = async (input: InputJob, isAlone: boolean): Promise<RunResult> => {
    current = { file: input.name, path: isContent(input.content) ? "" : input.content.path };
    printed = [];
    isShownAtOnce = isAlone;
    resetStatistics(executable);
    const outcome = await runInput(input, { framework, executable, settings, job, scope, phase });
    const { diagnostics: unplaced, content, map, timing, trace, stacks = [], dependencies, ...report } = outcome;
    const diagnostics = inFile(input.name, unplaced);
    const [steps, unchanged] = [idle?.take().map((step) => withPath(step, session)), changes?.take()];
    recorder?.end(input.name, { ok: content !== undefined, diagnostics, idle: steps, trace }, () => sourceOf(input));
    if (job.debug) for (const stack of [...stacks, ...stacksOf(diagnostics)]) print(`${stack}\n`);
    const data: InputReport = {
      ...report,
      ...(job.hasTrace && trace !== undefined && { trace }),
      ...(content !== undefined && { idle: steps, unchanged }),
      ...instruments?.take(),
    };
    return {
      name: input.name,
      ok: content !== undefined,
      ...(content !== undefined && { output: content }),
      ...(map !== undefined && { map }),
      ...(dependencies !== undefined && { dependencies }),
      diagnostics,
      ...(printed.length > 0 && { printed: printed.join("") }),
      statistics: statisticsOf(running),
      timing,
      report: data,
      from: "run",
    };
  };
  const flush = (): readonly Diagnostic[] => {
    if (recorder !== undefined) host.report({ kind: "recorded", recording: recorder.recording() });
    return instruments?.finish() ?? [];
  };
  const close = async (): Promise<void> => {
    clearInterval(waiting);
    await threads?.close();
  };
  const remark = threads?.whereItPays === false ? threadsNotUsed(session, idle) : undefined;
  return { ok: true, slot: { remark, hasThreads: threads !== undefined, run, flush, close } };
}

/** Returns the content of an input, or `undefined` if the input can be read only once. */
function sourceOf({ content }: InputJob): string | Uint8Array | undefined {
  if (isContent(content)) return content;
  const read = readRegularFile(content.path, Infinity);
  return read.ok ? read.bytes : undefined;
}

function showPasses(executable: Executable, phase: (what: string) => void): void {
  const numbers = new Map(executable.passes().map((pass, index) => [pass as object, index + 1]));
  executable.addInstrumentation({
    name: "progress",
    allowsThreads: true,
    beforePass({ argument, isAdaptor, identity }) {
      if (!isAdaptor) phase(`pass ${numbers.get(identity) ?? "?"} of ${numbers.size}, ${argument}`);
    },
  });
}

/** Resets the statistics, which are counted for each input separately. */
function resetStatistics(executable: Executable): void {
  for (const counter of executable.passes().flatMap(({ statistics }) => Object.values(statistics))) {
    counter.value = 0;
    counter.isMaximum = false;
  }
}

/** Returns the passes of a pipeline, each with the address of its step, which includes the path in a graph. */
function stepsIn({ path, manager, plan }: RecordedManager): RunningStep[] {
  const passes = plan?.steps.filter(({ kind }) => kind === "pass");
  const steps: RunningStep[] = [];
  manager.forEachPass((pass) => {
    const address = passes?.[steps.length]?.address ?? pass.declaration.name;
    steps.push({ pass, step: path === undefined ? address : `${path}: ${address}` });
  });
  return steps;
}

function statisticsOf(steps: readonly RunningStep[]): InputStatistic[] {
  return steps.flatMap(({ pass: { declaration, statistics }, step }) =>
    Object.values(statistics).map(({ name, description, value, isMaximum }) => ({
      step,
      pass: declaration.name,
      name,
      description,
      value,
      ...(isMaximum && { isMaximum }),
    })),
  );
}

/** Replaces the name of a config in the position of an idle step with the path. */
function withPath(idle: IdleStep, { assembly }: Session): IdleStep {
  const { step, severity, where } = idle;
  const [shown] = assembly.input.host.showPlaces?.([{ code: "", message: "", severity, step, ...where }]) ?? [];
  return shown?.at === undefined ? idle : { ...idle, where: { ...where, at: shown.at } };
}

function threadsNotUsed(session: Session, idle: IdleReports | undefined): Diagnostic | undefined {
  if (idle !== undefined) return errors.threadsNotUsed(idle.watch.passes);
  const { ir } = session.framework;
  const missing = (["transfer", "parentOf"] as const).find((part) => ir[part] === undefined);
  if (missing !== undefined) return errors.irInOneThread(ir.name, missing);
  const passes = nestedWithValues(session);
  return passes.length === 0 ? undefined : errors.valuesInOneThread(passes);
}

async function threadsFor(
  { job, host, session }: SlotOptions,
  executable: Executable,
  current: () => { readonly input: Input; readonly verifyEach: boolean },
): Promise<SessionThreads | undefined> {
  const configured = session.config.threads;
  if (job.threads === undefined && configured === undefined) return undefined;
  // Loads the code only if it is needed.
  const { wantedThreads } = await import("../threads/wanted-threads.ts");
  const wanted = wantedThreads(job.threads, configured, job.seconds);
  if (wanted === undefined) return undefined;
  host.beforeCode?.();
  const { startSessionThreads } = await import("../threads/session-threads.ts");
  return startSessionThreads(session, executable, wanted, job, current);
}

/** Regularly reports that this thread waits for other threads, because they have their own time limits. */
function reportWaiting(threads: SessionThreads, { seconds }: RunJob, { waiting }: RunHost): NodeJS.Timeout | undefined {
  if (seconds === undefined || waiting === undefined) return undefined;
  return setInterval(() => threads.isBusy && waiting(), seconds * 250);
}
