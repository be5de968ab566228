import { dirname } from "node:path";
import { printPlan } from "@passwright/builder";
import { groupIn, renderDiagnostic } from "@passwright/core";
import type { Diagnostic, IrAdapter } from "@passwright/core";
import { displayPath, isPath, resolvePath } from "@passwright/loader";
import type { InstrumentData, Session } from "@passwright/loader";
import type { InputJob, InputResult, InputRunner } from "@passwright/runner";
import { hasPass, lockOf } from "@passwright/sdk";
import type { ModuleRecorder, RunCode } from "@passwright/runner/reuse";
import * as errors from "../errors/index.ts";
import { loadForInputs } from "../commands/load.ts";
import { lacksOfAdapter } from "../input/adapter.ts";
import { inputsOf, isBinaryFile, patternsOf } from "../input/inputs.ts";
import type { Input } from "../input/inputs.ts";
import { filesBesideResults, overwrittenBy } from "../output/output-check.ts";
import type { NamedOutput } from "../output/output-check.ts";
import { stepsOf } from "../render/plan-notes.ts";
import { makeExecutable } from "./executable.ts";
import type { Executable } from "./executable.ts";
import type { RunHost, RunJob, RunProperties } from "./job.ts";
import { makeSlot, stacksOf } from "./slot.ts";
import type { Slot, SlotOptions } from "./slot.ts";
import { settingsOf } from "./shared-settings.ts";

export interface OpenedRun {
  readonly inputs: readonly Input[];
  readonly runner: InputRunner;
  readonly facts: RunProperties;
  /** Writes the reports about the finished inputs. Returns diagnostics for files that could not be written. */
  flush(): readonly Diagnostic[];
  /** Writes final reports, and ends threads. Returns diagnostics for files that could not be written. */
  close(): Promise<readonly Diagnostic[]>;
}

/** Loads a session and makes its pipeline executable. Returns `undefined` after errors. */
export async function openRun(job: RunJob, host: RunHost): Promise<OpenedRun | undefined> {
  const refuse = (...found: readonly Diagnostic[]): undefined =>
    void host.report({ kind: "refused", diagnostics: found });
  const print = (text: string): void => host.report({ kind: "printed", text });
  // Loads the code only if it is needed.
  const isRecorded = job.isCached === true || job.queue !== undefined;
  const { ModuleRecorder } = isRecorded || job.isWatched ? await import("@passwright/runner/reuse") : {};
  const recorded = ModuleRecorder && recordCode(ModuleRecorder.start());
  const { session, diagnostics } = await loadForInputs(host, job.load, job.named);
  host.report({ kind: "loaded", diagnostics, stacks: stacksOf(diagnostics) });
  if (session === undefined || (session.plan ?? session.graph) === undefined) return;
  if (job.hasTrace && session.graph === undefined) return refuse(errors.noGraph(session.assembly.work.owner.name));
  host.dependsOn?.({ patterns: patternsOf(session, job.named, job.cwd) });
  const found =
    job.inputs === undefined ? await inputsOf(session, job.named, job.cwd) : { inputs: job.inputs, diagnostics: [] };
  if (found.diagnostics.length > 0) return refuse(...found.diagnostics);
  if (found.inputs.length === 0 && job.recording === "plan") {
    const { recordPlan } = await import("@passwright/viewer");
    return void host.report({ kind: "recorded", recording: recordPlan(session.assembly) });
  }
  if (found.inputs.length === 0) return refuse(errors.noInput());
  const sliced = job.slice && (await session.slice(job.slice));
  if (sliced?.ok === false) return refuse(...sliced.diagnostics);
  // This call also loads the IR.
  const made = await makeExecutable(session, sliced);
  if (!made.ok) return refuse(...made.diagnostics);
  const { executable } = made;
  const framework = sliced?.ir === undefined ? session.framework : { ...session.framework, ir: sliced.ir.adapter };
  const instrument: InstrumentData = { ...session.config.instrument, ...job.instrument };
  const isOfConfig = job.instrument.printIr === undefined;
  const late = [
    ...session.lateWarnings.filter((one) => !diagnostics.includes(one)),
    ...unknownPrintedPasses(instrument, session, isOfConfig ? session.config.keyPlaces.get("instrument") : undefined),
    ...unknownExceptions(session),
  ];
  if (late.length > 0) host.report({ kind: "loaded", diagnostics: late, stacks: [] });
  const missing = lacksOfAdapter(framework, executable.lastIr);
  if (missing.length > 0) return refuse(...missing);
  const misplaced = misplacedInput(found.inputs, session, framework.ir, job.slice);
  if (misplaced !== undefined) return refuse(misplaced);
  const [own, result] = [extensionsOf(framework.ir), extensionsOf(executable.lastIr)];
  const inputs = found.inputs.map((input) => withResultExtension(input, own, result));
  const [first, second] = inputs;
  const output = job.destination.kind === "file" ? job.destination.file : "";
  if (isBinaryFile(output, executable.lastIr) && first !== undefined && second !== undefined)
    return refuse(errors.sameOutput(first.file, second.file, output));
  const outputs = [...(job.outputs ?? []), ...outputsIn(instrument)];
  const overwritten = overwrittenBy(outputs, { config: session.config, inputs }, job.cwd);
  if (overwritten.length > 0) return refuse(...overwritten);
  host.dependsOn?.({ inputs: inputs.flatMap(({ file, path }) => (file === "-" ? [] : [path])) });
  host.report({ kind: "inputs", inputs, used: filesBesideResults(session.config, outputs, job.cwd) });
  if (sliced !== undefined && sliced.diagnostics.length > 0)
    print(`${sliced.diagnostics.map(renderDiagnostic).join("\n")}\n`);
  const verifyEach = job.verifyEach ?? instrument.verifyEach ?? true;
  const options: SlotOptions = { job, host, session, sliced, framework, instrument, verifyEach };
  const slot = await makeSlot(executable, options);
  if (!slot.ok) return refuse(...slot.diagnostics);
  if (slot.slot.remark !== undefined) print(`${renderDiagnostic(slot.slot.remark)}\n`);
  host.allLoaded?.();
  const { reproducer, trace, printIr } = instrument;
  const sharesFile = (job.recording ?? reproducer ?? trace ?? printIr?.tree) !== undefined;
  const isOneByOne = sharesFile || slot.slot.hasThreads;
  const slots = makeSlots(slot.slot, options, isOneByOne);
  const plan = sliced?.plan ?? session.plan;
  const record = {
    pipeline: plan === undefined ? "" : printPlan(plan, session.assembly.work.catalogue),
    // False for a graph, because the text of an input cannot contain a graph.
    isMlir: session.framework.ir.name === "mlir" && plan !== undefined,
    packages: packagesOf(session, job.cwd),
    verifyEach,
    allowUnregistered: job.allowUnregistered,
  };
  const code = isRecorded ? await recorded?.collect(job, session, executable) : undefined;
  const reads = job.isWatched ? await declaredReads(executable, job, host) : undefined;
  const hasMaps = executable.lastIr.printWithMap !== undefined;
  const isSerial = isOneByOne;
  const facts: RunProperties = {
    record,
    isSerial,
    hasMaps,
    instrument,
    hasRecording: job.recording !== undefined,
    code,
    reads,
  };
  host.report({ kind: "facts", facts });
  return { inputs, runner: recorded?.watch(slots) ?? slots, facts, flush: slots.flush, close: slots.close };
}

function outputsIn({ trace, reproducer }: InstrumentData): readonly NamedOutput[] {
  const file = typeof reproducer === "object" ? reproducer.file : reproducer;
  return [
    { file: trace, by: "`instrument.trace`" },
    { file, by: "`instrument.reproducer`" },
  ];
}

type Extensions = readonly string[];

function extensionsOf(ir: IrAdapter<object>): Extensions {
  return (ir as { readonly extensions?: Extensions }).extensions ?? [];
}

function extensionIn(extensions: Extensions, { file }: Pick<Input, "file">): string | undefined {
  return extensions.find((extension) => file.endsWith(extension));
}

/** Sets `rename` if the extension of an input belongs to the first IR but not to the last IR. */
export function withResultExtension(input: Input, first: Extensions, last: Extensions): Input {
  const { rename: _, ...rest } = input;
  const from = extensionIn(first, input);
  const [to] = last;
  if (from === undefined || to === undefined || extensionIn(last, input) !== undefined) return rest;
  return { ...rest, rename: { from, to } };
}

/** Returns an error if the extension of an input belongs to an IR of the pipeline, but not to the IR at the start. */
function misplacedInput(
  inputs: readonly Input[],
  { assembly: { irs } }: Session,
  start: IrAdapter<object>,
  slice: RunJob["slice"],
): Diagnostic | undefined {
  const own = extensionsOf(start);
  // An IR without extensions accepts all files.
  if (own.length === 0) return undefined;
  for (const ir of irs) {
    if (ir === undefined) continue;
    const others = extensionsOf(ir);
    const found = inputs.find(
      (input) => extensionIn(others, input) !== undefined && extensionIn(own, input) === undefined,
    );
    if (found !== undefined)
      return errors.inputOfOtherIr(found.file, ir.name, { ir: start.name, step: slice?.from, extensions: own });
  }
  return undefined;
}

async function declaredReads(executable: Executable, { cwd }: RunJob, host: RunHost): Promise<RunProperties["reads"]> {
  const { readDeclared } = await import("@passwright/runner/reuse");
  const { facts, refusals, paths, patterns } = readDeclared(executable.passes(), cwd);
  host.dependsOn?.({ code: paths, reads: patterns.map(({ name, folder }) => ({ name, folder })) });
  return { facts, refusals };
}

/** Executables of one plan. Each running input has its own, because inputs can wait for promises. */
function makeSlots(
  first: Slot,
  options: SlotOptions,
  isSerial: boolean,
): InputRunner & Pick<OpenedRun, "flush" | "close"> {
  const all = [first];
  const free = [first];
  let last: Promise<unknown> = Promise.resolve();
  const make = async (): Promise<Slot> => {
    const made = await makeExecutable(options.session, options.sliced);
    const slot = made.ok ? await makeSlot(made.executable, options) : made;
    if (!slot.ok) throw new Error("an executable cannot be created again");
    all.push(slot.slot);
    return slot.slot;
  };
  const runNow = async (job: InputJob, isAlone: boolean): Promise<InputResult> => {
    const slot = free.pop() ?? (await make());
    try {
      return await slot.run(job, isAlone);
    } finally {
      free.push(slot);
    }
  };
  const flush = (): readonly Diagnostic[] => all.flatMap((slot) => slot.flush());
  return {
    run(job, isAlone = false) {
      if (!isSerial) return runNow(job, isAlone);
      const result = last.then(() => runNow(job, isAlone));
      last = result.catch(() => undefined);
      return result;
    },
    flush,
    async close() {
      await Promise.all(all.map((slot) => slot.close()));
      return flush();
    },
  };
}

/** Returns the packages that provide passes of the plan: installed packages as names, and other packages as paths. */
function packagesOf({ config, plugins, plan, assembly }: Session, cwd: string): readonly string[] {
  // Names of the contributors that added steps, and of the packages that own the passes of these steps.
  const busy = new Set(
    plan?.steps.flatMap(({ origin, pass }) => [origin.name, assembly.work.catalogue.find(pass)?.owner.name]),
  );
  const owners = plugins.filter(({ name }) => busy.has(name));
  const own = config.framework === undefined ? [] : [config.framework.text];
  return [
    ...own.map((text) => (isPath(text) ? displayPath(resolvePath(text, dirname(config.path)), cwd) : text)),
    ...owners.map(({ name, named, folder, file }) => (isPath(named.text) ? displayPath(file ?? folder, cwd) : name)),
  ];
}

/** Warns about unknown passes in `printIr`. A pass can run pipelines with passes that nothing lists. */
function unknownPrintedPasses({ printIr }: InstrumentData, session: Session, at: Diagnostic["at"]): Diagnostic[] {
  if (printIr === undefined) return [];
  const { assembly } = session;
  const steps = stepsOf(session);
  // The IR can be printed before or after a whole group, but not before or after a nested manager.
  const isGroup = (name: string): boolean =>
    groupIn(name) !== undefined && steps.some(({ nests }) => nests.some(({ anchor }) => anchor === name));
  // Instrumentations know the passes that run, but not the addresses of steps.
  const passOf = (name: string): string => name.replace(/^.*::|#\d+$/g, "");
  const isKnown = (name: string): boolean =>
    (passOf(name) === name && hasPass(assembly, name)) || steps.some(({ pass }) => pass === name) || isGroup(name);
  const names = [printIr.before, printIr.after].flatMap((one) => (one === undefined || one === "all" ? [] : one));
  return [...new Set(names)]
    .filter((name) => !isKnown(name))
    .map((name) => errors.unknownPrintedPass(name, assembly.work.catalogue.suggest(passOf(name)), at));
}

/** Warns about names in `threads.except` that are not anchors of nested pipelines, because these names have no effect. */
function unknownExceptions(session: Session): readonly Diagnostic[] {
  const { threads: { except = [] } = {}, keyPlaces } = session.config;
  if (except.length === 0) return [];
  const anchors = new Set(stepsOf(session).flatMap(({ nests }) => nests.map(({ anchor }) => anchor)));
  return except
    .filter((name) => !anchors.has(name))
    .map((name) => errors.unknownException(name, [...anchors], keyPlaces.get("threads")));
}

interface RecordedCode {
  collect(job: RunJob, session: Session, executable: Executable): Promise<RunCode>;
  /** Wraps a runner. Adds to each result the modules that were loaded while the runner ran the input. */
  watch(runner: InputRunner): InputRunner;
}

/** Records the modules that a run loads. Recording starts before the config is loaded. */
function recordCode(recorder: ModuleRecorder): RecordedCode {
  const begun = Date.now();
  return {
    async collect(job, { config, assembly }, executable) {
      const { factsOfRun } = await import("@passwright/runner/reuse");
      const { load: _, ...flags } = settingsOf(job);
      return factsOfRun({
        cwd: job.cwd,
        settings: {
          plan: lockOf(assembly),
          "options of plugins": config.plugins.map(({ text, options }) => [text, options]),
          "flags and config": [flags, config.instrument, config.threads, assembly.input.owner.strict],
        },
        passes: executable.passes(),
        modules: recorder.take(),
        hosts: [import.meta.url],
        begun,
      });
    },
    watch: (runner) => ({
      run: async (input) => {
        const result = await runner.run(input);
        const modules = recorder.take();
        return modules.length === 0 ? result : { ...result, modules };
      },
    }),
  };
}
