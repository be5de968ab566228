import { printPlan } from "@passwright/builder";
import type { Plan } from "@passwright/builder";
import { diagnosticOf, invariant, renderDiagnostic, shown, UsageError } from "@passwright/core";
import type {
  Diagnostic,
  Instrumentation,
  IrAdapter,
  ManagerRunResult,
  MapTarget,
  MappedText,
  ParseOptions,
  ParseResult as CoreParseResult,
  PassFailure,
  PassManager,
  Result,
  RunSignal,
} from "@passwright/core";
import type { PipelineSchedule, PlannedGraph } from "@passwright/graph";
import { runComplaints } from "./define/check-shape.ts";
import type { OpOf, ResultOf } from "./framework-types.ts";
import { idleDiagnostic, idleReportsOf } from "./idle/idle-reports.ts";
import type { IdleReports } from "./idle/idle-reports.ts";
import type { TapSummary } from "./hooks/hook-types.ts";
import type { AssemblyInput } from "./stages/input.ts";
import { irsOf, loadIrs } from "./stages/load-ir.ts";
import { realizeManager, realizeSchedule } from "./stages/realize.ts";
import type { ManagerResult, PlannedManager, ScheduleResult, SlicedPlan } from "./stages/realize.ts";
import { afterRun, beforeRun, deferExceptions, verifyInput } from "./stages/run.ts";
import { errorsOf, plansOf } from "./stages/state.ts";
import type { AssemblyState } from "./stages/state.ts";
import type { Work } from "./stages/work.ts";
import * as errors from "./usage-errors.ts";

/** Result of parsing: the root, or the errors. */
export type ParseResult<Root> = Result<{ readonly root: Root }>;

/** Settings of a run. */
export interface RunSettings<Op extends object> {
  /** Part of the plan to run, as returned by `sliceOf`. Default: the whole plan. */
  readonly slice?: SlicedPlan;
  /** Whether to verify the IR before the first pass, and after every pass that changed it. Default: true. */
  readonly verifyEach?: boolean;
  /** Instrumentations that observe this run. */
  readonly instrumentations?: readonly Instrumentation<Op>[];
  /** Name of the input, for passes and diagnostics. Default: the `file` from which the root was parsed. */
  readonly input?: string;
  /**
   * Called with each diagnostic as soon as it is reported. The result contains the same diagnostics. If the function
   * throws, the run continues, and then `run` throws the exception.
   */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
  /** Called with the text that passes print. By default, the text is reported as remarks. */
  readonly output?: (text: string) => void;
}

/** Settings of an asynchronous run. */
export interface AsyncRunSettings<Op extends object> extends RunSettings<Op> {
  /** An `AbortSignal`. An aborted run ends with an error at the next asynchronous pass. */
  readonly signal?: RunSignal;
}

/** Result of a run. */
export interface RunOutcome<Root> {
  /** Whether all passes succeeded and no idle step was reported as an error. */
  readonly ok: boolean;
  /** Root after the last step, which is the root to print. */
  readonly root: Root;
  /** Errors, warnings and remarks of the run. */
  readonly diagnostics: readonly Diagnostic[];
  /** Passes that failed. `thrown` is the exception of a pass, with its stack. */
  readonly failures: readonly PassFailure[];
}

/** Manager that the next run can reuse, with the object that reports its idle steps. */
interface KeptManager<Op extends object> {
  readonly manager: PassManager<Op>;
  readonly idle: IdleReports | undefined;
}

interface Running<Op extends object> {
  readonly runner: {
    run(root: Op, options: AsyncRunSettings<Op>): ManagerRunResult;
    runAsync(root: Op, options: AsyncRunSettings<Op>): Promise<ManagerRunResult>;
  };
  readonly options: AsyncRunSettings<Op>;
  readonly idle: IdleReports | undefined;
  readonly remarks: readonly Diagnostic[];
  readonly kept?: Result<KeptManager<Op>>;
}

/**
 * Planned framework with its plugins and contributions. Parses and prints roots, and runs the plan on them. Functions
 * such as `explain` are not methods, so that bundlers can remove them.
 */
export class Assembly<F = unknown> {
  readonly #state: AssemblyState;
  /** For each root that was parsed or that a run returned: the IR of the root and, for a parsed root, the file name. */
  readonly #known = new WeakMap<object, { readonly ir: IrAdapter<object>; readonly file?: string }>();
  /** Results of `parse`, so that `run` can detect a caller that passes such a result instead of its root. */
  readonly #parsed = new WeakSet<object>();
  #kept: Result<KeptManager<OpOf<F>>> | undefined;
  #scheduled: ScheduleResult | undefined;

  /** @internal Called by `assemble`. */
  constructor(state: AssemblyState) {
    this.#state = state;
  }

  /** @internal Framework, plugins and settings of the assembly, for the loader. */
  get input(): AssemblyInput {
    return this.#state.work.input;
  }

  /** @internal Data that the stages share, for the loader. */
  get work(): Work {
    return this.#state.work;
  }

  /** Errors, warnings and remarks, in the order of the stages. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#state.diagnostics;
  }

  /** Whether all contributions were collected and resolved. False after an error in an earlier stage. */
  get isResolved(): boolean {
    return this.#state.isResolved;
  }

  /** The plan. Absent if the diagnostics contain errors, or if the framework has several pipelines. */
  get plan(): Plan | undefined {
    return this.#state.plan;
  }

  /** The planned graph of a framework with several pipelines. Absent if the diagnostics contain errors. */
  get graph(): PlannedGraph<OpOf<F>> | undefined {
    return this.#state.graph as PlannedGraph<OpOf<F>> | undefined;
  }

  /** Functions that are tapped into hooks, in the order in which they are called. */
  get taps(): readonly TapSummary[] {
    const { hooks, sessionHooks } = this.work;
    return [...hooks.taps, ...sessionHooks.taps];
  }

  /** Returns the plan as a textual pipeline in MLIR's syntax. A graph has one line per pipeline. */
  text(): string {
    return plansOf(this.#state)
      .map(({ path, plan }) => (path === undefined ? "" : `${path}: `) + printPlan(plan, this.work.catalogue))
      .join("\n");
  }

  /**
   * Returns a new pass manager that runs the plan.
   * @throws UsageError if the plan has errors, a pass has no body, or there are several pipelines.
   */
  passManager(): PassManager<OpOf<F>> {
    return opened(this.realizeManager()).manager as unknown as PassManager<OpOf<F>>;
  }

  /**
   * Returns a new schedule that runs the pipelines of a graph.
   * @throws UsageError if the plan has errors, a pass has no body, or there is only one pipeline.
   */
  schedule(): PipelineSchedule<OpOf<F>> {
    return opened(this.realizeSchedule()).schedule as unknown as PipelineSchedule<OpOf<F>>;
  }

  /** @internal Makes a manager, or returns errors. `planned` is another plan of the same contributions. */
  realizeManager(planned: PlannedManager = this.#state): ManagerResult {
    const failed = planned.graph ? [errors.severalPipelines(this.work.owner.name)] : errorsOf(this.#state);
    return failed.length > 0 ? { ok: false, diagnostics: failed } : realizeManager(this.work, planned);
  }

  /** @internal Makes the schedule that runs a graph, or returns the errors. */
  realizeSchedule(planned: PlannedManager = this.#state): ScheduleResult {
    const failed = planned.plan ? [errors.onePipeline(this.work.owner.name)] : errorsOf(this.#state);
    return failed.length > 0 ? { ok: false, diagnostics: failed } : realizeSchedule(planned.graph);
  }

  /** Parses text, or bytes if the IR has a binary form. */
  parse(content: string | Uint8Array, source: ParseOptions): ParseResult<OpOf<F>> {
    const { ir } = this.input.framework.framework;
    if (typeof (source as { readonly file?: unknown } | undefined)?.file !== "string") {
      errors.refuseArgument("the input has no name", 'pass a name: `{ file: "…" }`', "parse");
    }
    if (typeof content !== "string" && !ArrayBuffer.isView(content)) {
      const what = `the content must be a string or bytes, not ${shown(content)}`;
      errors.refuseArgument(what, "pass the content of the input", "parse");
    }
    if ((ir as typeof ir | undefined) === undefined) return { ok: false, diagnostics: errorsOf(this.#state) };
    const parsed = typeof content === "string" ? ir.parse?.(content, source) : ir.binary?.parse(content, source);
    if (parsed === undefined)
      throw new UsageError(errors.irLacks(ir.name, typeof content === "string" ? "parse" : "binary"));
    const result: CoreParseResult<object> = parsed;
    if (result.ok) {
      this.#known.set(result.op, { ir, file: source.file });
    }
    const outcome: ParseResult<OpOf<F>> = result.ok ? { ok: true, root: result.op as OpOf<F> } : result;
    this.#parsed.add(outcome);
    return outcome;
  }

  /** @internal IRs that the plan runs on, in order. A conversion without code has `undefined` instead. */
  get irs(): readonly (IrAdapter<object> | undefined)[] {
    return irsOf(
      this.work,
      plansOf(this.#state).map(({ plan }) => plan),
    );
  }

  /** @internal Loads the IRs of the plan. Resolves to an error if an IR fails to load, or else to `undefined`. */
  loadIrs(): Promise<Diagnostic | undefined> {
    return loadIrs(this.input.framework.framework, this.irs);
  }

  /** Prints a root with the adapter of its IR or, for an unknown root, of the last IR of the pipeline. */
  print(root: OpOf<F> | ResultOf<F>): string {
    this.#checkRoot(root, "print");
    const ir = this.#irOf(root);
    if (ir.print === undefined) throw new UsageError(errors.irLacks(ir.name, "print"));
    return ir.print(root as object, {});
  }

  /**
   * Prints a root like {@link print}, with a source map if the IR provides one: for a bundler or, if `target` is set,
   * for a file, only if the configuration of the tool requests a separate map.
   */
  printWithMap(root: OpOf<F> | ResultOf<F>, target?: MapTarget): MappedText {
    return this.#irOf(root).printWithMap?.(root as object, target) ?? { text: this.print(root) };
  }

  /** Extensions of the files that {@link parse} accepts, such as `.svg`. */
  get extensions(): readonly string[] {
    const { extensions = [] } = this.input.framework.framework.ir as { readonly extensions?: readonly string[] };
    return extensions;
  }

  #checkRoot(root: unknown, call: string): void {
    if (typeof root !== "object" || root === null) {
      const what = `the root must be an object, not ${shown(root)}`;
      errors.refuseArgument(what, "pass a root", call);
    }
    if (this.#parsed.has(root)) {
      const help = "pass `root` of the result if `ok` is true";
      errors.refuseArgument("the argument must be a root, not the result of `parse`", help, call);
    }
  }

  #irOf(root: unknown): IrAdapter<object> {
    const ir = this.#known.get(root as object)?.ir ?? this.irs.at(-1);
    const [error] = ir === undefined ? errorsOf(this.#state) : [];
    if (error !== undefined) throw new UsageError(error);
    invariant(ir !== undefined, "a pass that ran has code");
    return ir;
  }

  /** Loads the IR. Required before `parse` and `run`; `runAsync` loads the IR itself. */
  async ready(): Promise<void> {
    const problem = await this.loadIrs();
    if (problem !== undefined) throw new UsageError(problem);
  }

  /** Runs the plan synchronously. Reports an error if a pass returns a promise, which {@link runAsync} awaits. */
  run(root: OpOf<F>, settings: RunSettings<OpOf<F>> = {}): RunOutcome<ResultOf<F>> {
    return deferExceptions(settings, (safe) => {
      const running = this.#start(root, safe, false);
      if (!running.ok) return refused(root, running.diagnostics);
      return this.#outcome(running.runner.run(root, running.options), running);
    });
  }

  /** Loads the IR and runs the plan. Awaits passes that return a promise. */
  async runAsync(root: OpOf<F>, settings: AsyncRunSettings<OpOf<F>> = {}): Promise<RunOutcome<ResultOf<F>>> {
    const unready = await this.loadIrs();
    if (unready !== undefined) return refused(root, [unready]);
    return deferExceptions(settings, async (safe) => {
      const running = this.#start(root, safe, true);
      if (!running.ok) return refused(root, running.diagnostics);
      return this.#outcome(await running.runner.runAsync(root, running.options), running);
    });
  }

  /** Renders a diagnostic as text. */
  render(diagnostic: Diagnostic): string {
    if (diagnosticOf({ diagnostic }) === undefined) {
      const what = `the argument must be a diagnostic, not ${shown(diagnostic)}`;
      errors.refuseArgument(what, "pass an element of `diagnostics`", "render");
    }
    return renderDiagnostic(diagnostic);
  }

  #outcome(ran: ManagerRunResult, { remarks, options, idle, kept }: Running<OpOf<F>>): RunOutcome<ResultOf<F>> {
    if (kept !== undefined) this.#kept = kept;
    const { succeeded, diagnostics, failures } = afterRun(this.work, ran.root, ran);
    const known = this.#known.get(ran.root);
    if (known?.ir !== ran.ir) this.#known.set(ran.root, { ...known, ir: ran.ir });
    const steps = idle?.take() ?? [];
    const found = succeeded ? steps.map((step) => idleDiagnostic(step)) : [];
    for (const one of found) options.onDiagnostic?.(one);
    const ok = succeeded && found.every(({ severity }) => severity === "warning");
    return { ok, root: ran.root as ResultOf<F>, diagnostics: [...remarks, ...diagnostics, ...found], failures };
  }

  #beforeRun(root: OpOf<F>, settings: RunSettings<OpOf<F>>, isAsync: boolean): readonly Diagnostic[] {
    const [wrong] = runComplaints(settings, isAsync);
    if (wrong !== undefined) errors.refuseArgument(wrong, "correct the settings", "run");
    const { slice } = settings;
    if (slice?.ok === false) return slice.diagnostics;
    const [failed] = errorsOf(this.#state);
    if (failed !== undefined) throw new UsageError(failed);
    this.#checkRoot(root, "run");
    const invalid = settings.verifyEach === false ? [] : this.#verifyInput(root, settings);
    if (invalid.length > 0) return invalid;
    const refusal = beforeRun(this.work, root as object);
    return refusal === undefined ? [] : [refusal];
  }

  #verifyInput(root: object, { slice, input, onDiagnostic }: RunSettings<OpOf<F>>): readonly Diagnostic[] {
    const { adapter } = (slice?.ok === true && slice.ir) || { adapter: this.input.framework.framework.ir };
    const file = input ?? this.#known.get(root)?.file;
    const place = file === undefined ? {} : { at: { file, line: 0, column: 0 } };
    const found = verifyInput(adapter, root).map((problem) => ({ ...place, ...problem }));
    for (const problem of found) onDiagnostic?.(problem);
    return found;
  }

  /**
   * Prepares a run, or returns the errors in the settings, the input or the passes. Reuses the manager of the last run if
   * possible, because creating passes is expensive.
   */
  #start(root: OpOf<F>, settings: AsyncRunSettings<OpOf<F>>, isAsync: boolean): Result<Running<OpOf<F>>> {
    const refusal = this.#beforeRun(root, settings, isAsync);
    if (refusal.length > 0) return { ok: false, diagnostics: refusal };
    const { verifyEach = true, instrumentations = [], output, slice, onDiagnostic, signal } = settings;
    const input = settings.input ?? this.#known.get(root as object)?.file;
    const named = input === undefined ? {} : { input };
    const remarks = slice?.diagnostics ?? [];
    const own = [...this.input.instrumentations, ...instrumentations] as Instrumentation<OpOf<F>>[];
    if (this.#state.graph !== undefined && slice === undefined) {
      const scheduled = this.#scheduled ?? this.realizeSchedule();
      if (!scheduled.ok) return scheduled;
      this.#scheduled = scheduled;
      const runner = scheduled.schedule;
      const plans = plansOf(this.#state);
      const planOf = (path: string): Plan | undefined => plans.find((one) => one.path === path)?.plan;
      const pipelines = runner.pipelines.map((one) => ({ ...one, plan: planOf(one.path) }));
      const idle = idleReportsOf(this, pipelines);
      const all = [...own, ...(idle === undefined ? [] : [idle.watch])];
      const options = { ...settings, ...named, instrumentations: all };
      return { ok: true, runner: runner as never, idle, remarks, options };
    }
    // A manager for a slice or with instrumentations is not reused.
    const isKept = own.length === 0 && slice === undefined;
    const made = (isKept ? this.#kept : undefined) ?? this.#newManager(slice);
    if (!made.ok) return made;
    if (isKept) this.#kept = undefined;
    const { manager, idle } = made;
    for (const one of own) manager.addInstrumentation(one);
    manager.verifyEach = verifyEach;
    manager.output = output;
    const options = { ...named, ...(onDiagnostic && { onDiagnostic }), ...(signal && { signal }) };
    return { ok: true, runner: manager, idle, remarks, options, ...(isKept ? { kept: made } : {}) };
  }

  #newManager(slice: SlicedPlan | undefined): Result<KeptManager<OpOf<F>>> {
    const planned = slice?.ok === true ? slice : this.#state;
    const made = this.realizeManager(planned);
    if (!made.ok) return made;
    const { manager } = made;
    const idle = idleReportsOf(this, [{ manager, plan: planned.plan }]);
    if (idle !== undefined) manager.addInstrumentation(idle.watch);
    return { ok: true, manager: manager as unknown as PassManager<OpOf<F>>, idle };
  }
}

/** Returns `result` if it is successful. Throws the first error of a failed result. */
function opened<T>(result: Result<T>): T {
  if (result.ok) return result;
  const [first] = result.diagnostics;
  invariant(first !== undefined, "a failed result has an error");
  throw new UsageError(first);
}

function refused<Root>(root: unknown, diagnostics: readonly Diagnostic[]): RunOutcome<Root> {
  return { ok: false, root: root as Root, diagnostics, failures: [] };
}
