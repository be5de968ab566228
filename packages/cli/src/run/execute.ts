import { dirname, resolve } from "node:path";
import { printPlan } from "@passwright/builder";
import type { Plan } from "@passwright/builder";
import { renderDiagnostic, stackOf } from "@passwright/core";
import type { Diagnostic, IrAdapter, OpPassManager } from "@passwright/core";
import { causeOf, displayPath, isPath, loadSession } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import type { IdleReports } from "@passwright/sdk/loading";
import { watched } from "../commands/load.ts";
import * as errors from "../errors.ts";
import { lacksOfAdapter } from "../input/adapter.ts";
import { inputsOf, isBinaryFile } from "../input/inputs.ts";
import type { Input } from "../input/inputs.ts";
import { inFile } from "../input/source-lines.ts";
import { nestedWithValues } from "../render/plan-notes.ts";
import { statisticsOf } from "../render/run-tables.ts";
import type { RecordedManager, Recorder } from "@passwright/viewer";
import type { Terminal } from "../terminal/terminal.ts";
import type { SessionThreads } from "../threads/session-threads.ts";
import type { ThreadActivity } from "../threads/watched-thread.ts";
import { recordThrown } from "./activities.ts";
import type { ChangeWatch } from "./idle-steps.ts";
import { makeExecutable } from "./executable.ts";
import type { Executable, ExecutableSettings } from "./executable.ts";
import type { RunEvent, RunJob, RunRecord } from "./job.ts";
import { sendable } from "./reproducer.ts";
import { runInput } from "./run-input.ts";
import type { Scope } from "./run-input.ts";
import type { Finish } from "./run-instruments.ts";

/** Environment of a job: this thread, or a watched one. */
export interface RunHost extends Pick<Terminal, "readInput" | "beforeCode" | "allLoaded" | "dependsOn"> {
  report(event: RunEvent): void;
  /** Whether the remaining work was cancelled. */
  isOver(): boolean;
  /** Record of activities. Only in a watched thread. */
  readonly activity?: ThreadActivity;
}

/** Returns the stacks of the exceptions that caused diagnostics. */
function stacksOf(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.flatMap((diagnostic) => stackOf(causeOf(diagnostic)) ?? []);
}

/** Loads a session and runs the plan on all inputs. Reports everything to the host. */
export async function execute(job: RunJob, host: RunHost): Promise<void> {
  const refuse = (...found: readonly Diagnostic[]): void => host.report({ kind: "refused", diagnostics: found });
  const print = (text: string): void => host.report({ kind: "printed", text });
  const { session, diagnostics } = await loadSession(watched(host, job.load));
  host.report({ kind: "loaded", diagnostics, stacks: stacksOf(diagnostics) });
  if (session === undefined || (session.plan ?? session.graph) === undefined) return;
  if (job.hasTrace && session.graph === undefined) return refuse(errors.noGraph(session.assembly.work.owner.name));
  const found =
    job.inputs === undefined ? await inputsOf(session, job.named, job.cwd) : { inputs: job.inputs, diagnostics: [] };
  const { inputs } = found;
  if (found.diagnostics.length > 0) return refuse(...found.diagnostics);
  if (inputs.length === 0 && job.recording === "plan") return recordPlanOf(session, host);
  if (inputs.length === 0) return refuse(errors.noInput());
  const sliced = job.slice && (await session.slice(job.slice));
  if (sliced?.ok === false) return refuse(...sliced.diagnostics);
  // Loads the IR, too.
  const made = await makeExecutable(session, sliced);
  if (!made.ok) return refuse(...made.diagnostics);
  const { executable } = made;
  const framework = sliced?.ir === undefined ? session.framework : { ...session.framework, ir: sliced.ir.adapter };
  const late = session.lateWarnings.filter((one) => !diagnostics.includes(one));
  if (late.length > 0) host.report({ kind: "loaded", diagnostics: late, stacks: [] });
  const missing = lacksOfAdapter(framework, executable.lastIr);
  if (missing.length > 0) return refuse(...missing);
  const [first, second] = inputs;
  const output = job.destination.kind === "file" ? job.destination.file : "";
  if (isBinaryFile(output, executable.lastIr) && first !== undefined && second !== undefined)
    return refuse(errors.sameOutput(first.file, second.file, output));
  host.dependsOn?.(inputs.flatMap(({ file, path }) => (file === "-" ? [] : [path])));
  host.report({ kind: "inputs", inputs });
  if (sliced !== undefined && sliced.diagnostics.length > 0)
    print(`${sliced.diagnostics.map(renderDiagnostic).join("\n")}\n`);
  const instrument = { ...session.config.instrument, ...job.instrument };
  const settings: ExecutableSettings = { verifyEach: job.verifyEach ?? instrument.verifyEach ?? true, output: print };
  let finish: Finish | undefined;
  let scope: Scope = (_, body) => body();
  if (Object.keys(instrument).length > 0) {
    // Loaded only if necessary.
    const { addInstruments } = await import("./run-instruments.ts");
    const added = addInstruments(instrument, executable, { cwd: job.cwd, err: print });
    if (!added.ok) return refuse(...added.diagnostics);
    ({ finish, scope = scope } = added);
  }
  const { activity } = host;
  if (job.debug) recordThrown(executable, (stack) => print(`${stack}\n`));
  if (activity !== undefined)
    executable.addInstrumentation(activity.instrumentation(executable.ir, (visit) => executable.forEachPass(visit)));
  const pipelines = executable.managers.map(({ path, manager }) => {
    const plan = path === undefined ? (sliced ?? session).plan : planOf(session, path);
    return { ...(path === undefined ? {} : { path }), manager, plan };
  });
  const idle = session.assembly.idleReports(pipelines);
  if (idle !== undefined) executable.addInstrumentation(idle.watch);
  const changes = job.hasIdle ? await watchChanges(framework.ir, pipelines) : undefined;
  if (changes !== undefined) executable.addInstrumentation(changes);
  let current: Input = { file: "-", path: "" };
  const recorder = job.recording && (await recorderFor(session, pipelines));
  if (recorder !== undefined) executable.addInstrumentation(recorder.watch);
  const threads = await threadsFor(job, session, executable, host, () => ({ input: current, ...settings }));
  const remark = threads?.whereItPays === false ? threadsNotUsed(session, idle) : undefined;
  if (remark !== undefined) print(`${renderDiagnostic(remark)}\n`);
  host.allLoaded?.();
  executable.executor = threads?.executor;
  const waiting = threads && reportWaiting(threads, job, host);
  const onRead = (bytes: Uint8Array): void => {
    const record = recordOf(session, sliced?.plan ?? session.plan, bytes, settings, job);
    host.report({ kind: "read", record: sendable(record) });
  };
  const run = { framework, executable, settings, job, terminal: host, scope, ...(activity && { onRead }) };
  try {
    for (let index = job.from; index < inputs.length && !host.isOver(); index++) {
      // In order, because they share passes and statistics.
      current = inputs[index] as Input;
      host.report({ kind: "started", index });
      const { diagnostics: unplaced, trace, ...done } = await runInput(current, run);
      const [steps, unchanged] = [idle?.take(), changes?.take()];
      const result = {
        ...done,
        ...(done.content !== undefined && { idle: steps, unchanged }),
        ...(job.hasTrace && trace !== undefined && { trace }),
        diagnostics: inFile(current.file, unplaced),
        statistics: statisticsOf(executable),
      };
      const { diagnostics: found, content } = result;
      recorder?.end(current.file, { ok: content !== undefined, diagnostics: found, trace });
      if (job.debug) for (const stack of stacksOf(result.diagnostics)) print(`${stack}\n`);
      scope("Write files", () => host.report({ kind: "finished", index, result }));
    }
  } finally {
    clearInterval(waiting);
    await threads?.close();
  }
  if (recorder !== undefined) host.report({ kind: "recorded", recording: recorder.recording() });
  if (finish !== undefined) host.report({ kind: "reported", ...finish() });
}

async function recordPlanOf({ assembly }: Session, host: RunHost): Promise<void> {
  const { recordPlan } = await import("@passwright/viewer");
  host.report({ kind: "recorded", recording: recordPlan(assembly) });
}

/** Makes the recorder for `--record` and `passwright view`. */
async function recorderFor({ assembly }: Session, managers: readonly RecordedManager[]): Promise<Recorder> {
  const { Recorder } = await import("@passwright/viewer");
  return new Recorder(assembly, managers);
}

function planOf({ graph }: Session, path: string): Plan | undefined {
  return graph?.pipelines.find((one) => one.path === path)?.plan;
}

/** Returns a remark about what does not run in threads. */
function threadsNotUsed(session: Session, idle: IdleReports | undefined): Diagnostic | undefined {
  if (idle !== undefined) return errors.threadsNotUsed(idle.watched);
  const passes = nestedWithValues(session);
  return passes.length === 0 ? undefined : errors.valuesInOneThread(passes);
}

/** Makes the instrumentation for `--idle`. */
async function watchChanges(
  ir: IrAdapter<object>,
  pipelines: readonly {
    readonly path?: string;
    readonly manager: OpPassManager<object>;
    readonly plan?: Plan | undefined;
  }[],
): Promise<ChangeWatch> {
  const { ChangeWatch } = await import("./idle-steps.ts");
  const steps = pipelines.flatMap(({ path, manager, plan }) => {
    const names: string[] = [];
    const passes = plan?.steps.filter(({ kind }) => kind === "pass");
    manager.forEachPass(({ declaration }) => names.push(passes?.[names.length]?.address ?? declaration.name));
    return path === undefined ? names : names.map((name) => `${path}: ${name}`);
  });
  return new ChangeWatch(
    ir,
    pipelines.map(({ manager }) => manager),
    steps,
  );
}

/** Starts threads if flags or the config request them. */
async function threadsFor(
  job: RunJob,
  session: Session,
  executable: Executable,
  host: RunHost,
  current: () => { readonly input: Input; readonly verifyEach: boolean },
): Promise<SessionThreads | undefined> {
  const asked = session.config.threads;
  if (job.threads === undefined && asked === undefined) return undefined;
  // Loaded only if necessary.
  const { wantedThreads } = await import("../threads/wanted-threads.ts");
  const wanted = wantedThreads(job.threads, asked, job.seconds);
  if (wanted === undefined) return undefined;
  host.beforeCode?.();
  const { startSessionThreads } = await import("../threads/session-threads.ts");
  return startSessionThreads(session, executable, wanted, job, current);
}

/** Reports waiting for threads, which have limits of their own, so that the limit of this thread does not apply. */
function reportWaiting(threads: SessionThreads, { seconds }: RunJob, host: RunHost): NodeJS.Timeout | undefined {
  if (seconds === undefined || host.activity === undefined) return undefined;
  return setInterval(() => threads.isBusy && host.report({ kind: "waiting" }), seconds * 250);
}

/** Returns the data for running an input again. */
function recordOf(
  session: Session,
  plan: Plan | undefined,
  bytes: Uint8Array,
  { verifyEach }: ExecutableSettings,
  job: RunJob,
): RunRecord {
  const { framework } = session;
  return {
    content: bytes,
    pipeline: plan === undefined ? "" : printPlan(plan),
    // A graph has no text that could be in the input.
    isMlir: framework.ir.name === "mlir" && plan !== undefined,
    packages: packagesOf(session, job.cwd),
    verifyEach,
    allowUnregistered: job.allowUnregistered,
  };
}

/** Returns the packages with passes of the plan: their names if they are installed, else their folders. */
function packagesOf({ config, plugins, plan, assembly }: Session, cwd: string): readonly string[] {
  // The contributor of a step, and the owner of its pass.
  const busy = new Set(
    plan?.steps.flatMap(({ origin, pass }) => [origin.name, assembly.work.catalogue.find(pass)?.owner.name]),
  );
  const owners = plugins.filter(({ name }) => busy.has(name));
  const own = config.framework === undefined ? [] : [config.framework.text];
  return [
    ...own.map((text) => (isPath(text) ? displayPath(resolve(dirname(config.path), text), cwd) : text)),
    ...owners.map(({ name, named, folder, file }) => (isPath(named.text) ? displayPath(file ?? folder, cwd) : name)),
  ];
}
