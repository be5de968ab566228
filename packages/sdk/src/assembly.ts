import { describeDifference, legalPlaces, lockOf, needsIr, printPlan } from "@passwright/builder";
import type {
  CataloguedPass,
  LegalPlaces,
  LockedPlugin,
  Plan,
  PlanStep,
  ResolveInput,
  Slice,
  WhyNot,
} from "@passwright/builder";
import { invariant, renderDiagnostic, UsageError } from "@passwright/core";
import type {
  Diagnostic,
  Instrumentation,
  IrAdapter,
  ManagerRunResult,
  MappedText,
  ParseResult as CoreParseResult,
  PassManager,
  RunSignal,
} from "@passwright/core";
import type { PipelineSchedule, PlannedGraph } from "@passwright/graph";
import { changeInput } from "./change.ts";
import type { AssembleChange } from "./change.ts";
import type { LockData } from "./explain/lock.ts";
import { withOrders } from "./explain/kept-orders.ts";
import type { OpOf, ResultOf } from "./framework-types.ts";
import { idleDiagnostic, IdleReports } from "./idle/idle-reports.ts";
import type { RunningPipeline } from "./idle/idle-reports.ts";
import type { TapSummary } from "./hooks/hook-set.ts";
import { ownerOf } from "./stages/declare.ts";
import type { AssemblyInput } from "./stages/input.ts";
import { reportOrderByName } from "./stages/order-by-name.ts";
import { realizeManager, realizeSchedule } from "./stages/realize.ts";
import type { ManagerResult, PlannedManager, ScheduleResult } from "./stages/realize.ts";
import { resolveAll } from "./stages/resolve.ts";
import type { Planned } from "./stages/resolve.ts";
import { irsOf, loadIrs } from "./stages/load-ir.ts";
import { sliceOf } from "./stages/slice.ts";
import type { SlicedPlan } from "./stages/slice.ts";
import { afterRun, beforeRun } from "./stages/run.ts";
import { assembleInput } from "./stages/stages.ts";
import type { AssemblyState } from "./stages/state.ts";
import type { Work } from "./stages/work.ts";
import * as errors from "./usage-errors.ts";

/** Result of parsing: the root, or the errors. */
export type ParseResult<Root> =
  { readonly ok: true; readonly root: Root } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Settings of a run. With `from` or `until`, only a slice of the plan runs: see {@link Assembly.slice}. */
export interface RunSettings<Op extends object> extends Slice {
  /** Whether to verify the IR after every pass that changed it. Default: true. */
  readonly verifyEach?: boolean;
  readonly instrumentations?: readonly Instrumentation<Op>[];
  /** Name of the input, which passes and diagnostics use. Default: the `file` that the root was parsed from. */
  readonly input?: string;
  /** Called with each diagnostic as soon as it is reported. The result contains the same diagnostics. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
  /** Called with the text that passes print. Default: the text becomes remarks. */
  readonly output?: (text: string) => void;
}

/** Settings of an asynchronous run. */
export interface AsyncRunSettings<Op extends object> extends RunSettings<Op> {
  /** An `AbortSignal`. An aborted run ends with an error at the next asynchronous pass. */
  readonly signal?: RunSignal;
}

/** Result of a run. */
export interface RunOutcome<Root> {
  /** Whether all passes succeeded and no idle step is an error. */
  readonly ok: boolean;
  /** Root after the last step: the one to print. */
  readonly root: Root;
  readonly diagnostics: readonly Diagnostic[];
}

/** Why a step is at its position, or why it was left out. */
export interface StepExplanation {
  readonly address: string;
  readonly pass: string;
  /** Path of the step's pipeline, in a graph. */
  readonly pipeline?: string;
  /** Whether the step is in the plan, or was banned, removed or dropped. */
  readonly isPlanned: boolean;
  readonly because: string;
  readonly step?: PlanStep;
}

/** Legal positions of a pass in one pipeline. */
export interface LegalPositions extends LegalPlaces {
  readonly pipeline?: string;
}

/** Manager that can run again, and the reports on its idle steps. */
interface KeptManager<Op extends object> {
  readonly manager: PassManager<Op>;
  readonly idle: IdleReports | undefined;
}

/** Prepared run. */
interface Running<Op extends object> {
  readonly runner: {
    run(root: Op, options: AsyncRunSettings<Op>): ManagerRunResult;
    runAsync(root: Op, options: AsyncRunSettings<Op>): Promise<ManagerRunResult>;
  };
  readonly options: AsyncRunSettings<Op>;
  readonly idle: IdleReports | undefined;
  readonly remarks: readonly Diagnostic[];
  /** Manager to keep for the next run. */
  readonly kept?: KeptManager<Op>;
}

/** Planned framework with its plugins and contributions. Explains the plan, and parses, prints and runs. */
export class Assembly<F = unknown> {
  readonly #state: AssemblyState;
  /** Maps each root that was parsed or returned by a run to its IR. */
  readonly #irs = new WeakMap<object, IrAdapter<object>>();
  /** Objects that `parse` returned: reports their use in place of a root. */
  readonly #parsed = new WeakSet<object>();
  /** Maps parsed roots to their files. */
  readonly #inputs = new WeakMap<object, string>();
  /** Manager of the last run, to reuse in the next one. */
  #kept: KeptManager<OpOf<F>> | undefined;
  #schedule: PipelineSchedule<OpOf<F>> | undefined;

  /** @internal Called by `assemble`. */
  constructor(state: AssemblyState) {
    this.#state = state;
  }

  /** @internal For the loader. */
  get input(): AssemblyInput {
    return this.#state.input;
  }

  /** @internal For the loader. */
  get work(): Work {
    return this.#state.work;
  }

  /** Errors, warnings and remarks, in the order of the stages. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#state.diagnostics;
  }

  /**
   * Whether all contributions were collected and resolved. False if an error in an earlier stage ended the assembly.
   */
  get isResolved(): boolean {
    return this.#state.isResolved;
  }

  /** The plan. Absent if there are errors, and for a framework with several pipelines. */
  get plan(): Plan | undefined {
    return this.#state.plan;
  }

  /** @internal Whether some steps can be checked only with the IR, which is not loaded. */
  get needsIr(): boolean {
    const { catalogue } = this.work;
    if (this.input.framework.hasIr) return false;
    const plans = this.plan === undefined ? this.#graphPlans().map(({ plan }) => plan) : [this.plan];
    return plans.some((plan) => needsIr(plan, catalogue));
  }

  /** The planned graph of a framework with several pipelines. Absent if there are errors. */
  get graph(): PlannedGraph<OpOf<F>> | undefined {
    return this.#state.graph as PlannedGraph<OpOf<F>> | undefined;
  }

  /** Taps of hooks, in the order of their calls. */
  get taps(): readonly TapSummary[] {
    const { hooks, sessionHooks } = this.work;
    return [...hooks.taps, ...sessionHooks.taps];
  }

  /**
   * Explains the steps with this address or pass name, or all steps without a name. Includes steps that were left out.
   */
  explain(name?: string): readonly StepExplanation[] {
    const { builder } = this.work;
    const named = name === undefined ? [] : [name];
    const all =
      this.plan !== undefined
        ? explanationsOf(withOrders(this.plan, builder.input(), named))
        : this.#graphPlans().flatMap(({ path, plan }) => explanationsOf(plan, path));
    return name === undefined ? all : all.filter(({ address, pass }) => address === name || pass === name);
  }

  /**
   * Returns a remark for every pair of steps whose order depends only on the names of their contributors, unless the
   * pair is declared independent.
   */
  ordersByName(): readonly Diagnostic[] {
    return reportOrderByName(this.work, this.#state, "remark");
  }

  /**
   * Returns the legal positions of a pass in each pipeline that accepts insertions, with the steps and rules that limit
   * them.
   */
  positionsFor(name: string): readonly LegalPositions[] {
    const { catalogue, builder } = this.work;
    const found = this.#findPass(name);
    if (found === undefined) throw new UsageError(errors.unknownPass(name, catalogue.suggest(name)));
    const inputs = this.graph?.openPipelines ?? [{ input: builder.input() }];
    return inputs.map(({ path: pipeline, input }: { readonly path?: string; readonly input: ResolveInput }) => {
      const types = input.contributions.find(({ pass }) => pass.name === found.declaration.name)?.types;
      const whyNot: WhyNot = (pass, anchor, ir) => builder.whyNotOn(pass, anchor, ir);
      const places = legalPlaces(input, found.declaration, types, whyNot);
      return pipeline === undefined ? places : { pipeline, ...places };
    });
  }

  /** Returns whether a contributor declares a pass with this name or address. */
  hasPass(name: string): boolean {
    return this.#findPass(name) !== undefined;
  }

  #findPass(name: string): CataloguedPass<object> | undefined {
    const { catalogue } = this.work;
    return catalogue.find(name) ?? catalogue.find(name.replace(/^.*::/, "").replace(/#\d+$/, ""));
  }

  /** Returns the plan, the plugins and the taps as data, to compare with later plans. */
  lock(): LockData | undefined {
    const { input, taps, plan, graph } = this;
    const plugins = input.plugins.map(({ contributor, options }): LockedPlugin => ({
      ...ownerOf(contributor),
      ...(Object.keys(options).length === 0 ? {} : { options }),
    }));
    const tapped = taps.length === 0 ? {} : { taps };
    if (graph !== undefined) return { ...graph.lock(plugins), ...tapped };
    return plan === undefined ? undefined : { ...lockOf(plan, plugins), ...tapped };
  }

  /**
   * Describes the differences from the plan of another assembly. The result is empty if the plans are equal or one is
   * missing.
   */
  diff(other: Assembly<F>): readonly string[] {
    if (this.plan !== undefined && other.plan !== undefined) return describeDifference(this.plan, other.plan);
    if (this.graph !== undefined && other.graph !== undefined) return this.graph.describeDifference(other.graph);
    return [];
  }

  /** Assembles again with a change, such as a different target, one plugin less or one more rule. */
  with(change: AssembleChange<F>): Assembly<F> {
    const { input, diagnostics } = changeInput(this.input, change);
    return new Assembly<F>(assembleInput(input, diagnostics));
  }

  /** Plans again without removing duplicate cleanups. */
  planWithDuplicates(): Planned {
    return resolveAll(this.work, true);
  }

  /** Returns the plan as a textual pipeline in MLIR's syntax. A graph has one line per pipeline. */
  text(): string {
    if (this.plan !== undefined) return printPlan(this.plan);
    return this.#graphPlans()
      .map(({ path, plan }) => `${path}: ${printPlan(plan)}`)
      .join("\n");
  }

  /**
   * Returns a new pass manager that runs the plan.
   * @throws UsageError if the plan has errors, a pass has no body, or there are several pipelines.
   */
  passManager(): PassManager<OpOf<F>> {
    if (this.#state.graph !== undefined) throw new UsageError(errors.severalPipelines(this.work.owner.name));
    return opened(this.realizeManager()).manager as unknown as PassManager<OpOf<F>>;
  }

  /**
   * Returns a new schedule that runs the pipelines of a graph.
   * @throws UsageError if the plan has errors, a pass has no body, or there is only one pipeline.
   */
  schedule(): PipelineSchedule<OpOf<F>> {
    if (this.#state.plan !== undefined) throw new UsageError(errors.onePipeline(this.work.owner.name));
    return opened(this.realizeSchedule()).schedule as unknown as PipelineSchedule<OpOf<F>>;
  }

  /**
   * @internal Like {@link passManager}, but returns errors instead of throwing. `planned` is another plan of the same
   * contributions.
   */
  realizeManager(planned: PlannedManager = this.#state): ManagerResult {
    const failed = this.#failure();
    return failed.length > 0 ? { ok: false, diagnostics: failed } : realizeManager(this.work, planned);
  }

  /** @internal */
  realizeSchedule(planned: { readonly graph?: PlannedGraph<object> | undefined } = this.#state): ScheduleResult {
    const failed = this.#failure();
    return failed.length > 0 ? { ok: false, diagnostics: failed } : realizeSchedule(this.work, planned.graph);
  }

  /** Parses text, or bytes if the IR has a binary form. */
  parse(content: string | Uint8Array, source: { readonly file: string }): ParseResult<OpOf<F>> {
    const { ir } = this.input.framework.framework;
    if (typeof (source as { readonly file?: unknown } | undefined)?.file !== "string") {
      throw new UsageError(errors.badArgument("the input has no name", 'pass one: `{ file: "…" }`', "parse"));
    }
    const parsed = typeof content === "string" ? ir.parse?.(content, source) : ir.binary?.parse(content, source);
    if (parsed === undefined)
      throw new UsageError(errors.irLacks(ir.name, typeof content === "string" ? "parse" : "binary"));
    const result: CoreParseResult<object> = parsed;
    if (result.ok) {
      this.#irs.set(result.op, ir);
      this.#inputs.set(result.op, source.file);
    }
    const outcome: ParseResult<OpOf<F>> = result.ok ? { ok: true, root: result.op as OpOf<F> } : result;
    this.#parsed.add(outcome);
    return outcome;
  }

  /** @internal IRs that the plan runs on, in order. `undefined` for a conversion without code. */
  get irs(): readonly (IrAdapter<object> | undefined)[] {
    const { plan } = this.#state;
    return irsOf(this.work, plan === undefined ? this.#graphPlans().map((one) => one.plan) : [plan]);
  }

  /** @internal Loads the IRs of the plan. Resolves to an error if one fails. */
  loadIrs(): Promise<Diagnostic | undefined> {
    return loadIrs(this.input.framework.framework, this.irs);
  }

  /** Prints a root in its IR. Prints a root of unknown origin in the last IR of the pipeline. */
  print(root: OpOf<F> | ResultOf<F>): string {
    const ir = this.#irOf(root);
    if (ir.print === undefined) throw new UsageError(errors.irLacks(ir.name, "print"));
    return ir.print(root as object, {});
  }

  /** Like {@link print}, with a source map if the IR provides one. */
  printWithMap(root: OpOf<F> | ResultOf<F>): MappedText {
    return this.#irOf(root).printWithMap?.(root as object) ?? { text: this.print(root) };
  }

  /** Extensions of the files that {@link parse} accepts, such as `.svg`. */
  get extensions(): readonly string[] {
    const { extensions = [] } = this.input.framework.framework.ir as { readonly extensions?: readonly string[] };
    return extensions;
  }

  #irOf(root: unknown): IrAdapter<object> {
    const ir = this.#irs.get(root as object) ?? this.irs.at(-1);
    invariant(ir !== undefined, "what ran has code");
    return ir;
  }

  /** Loads the IR. Required before `parse` and `run`; `runAsync` loads the IR itself. */
  async ready(): Promise<void> {
    const problem = await this.loadIrs();
    if (problem !== undefined) throw new UsageError(problem);
  }

  /** Runs the plan synchronously. If a pass may return a promise, use {@link runAsync} instead: here it is an error. */
  run(root: OpOf<F>, settings: RunSettings<OpOf<F>> = {}): RunOutcome<ResultOf<F>> {
    const slice = this.#sliceFor(settings);
    const refusal = slice?.ok === false ? slice.diagnostics : this.#beforeRun(root);
    if (refusal.length > 0) return { ok: false, root: root as ResultOf<F>, diagnostics: refusal };
    const running = this.#start(root, settings, slice);
    return this.#outcome(running.runner.run(root, running.options), running);
  }

  /** Loads the IR and runs the plan. Awaits passes that return a promise. */
  async runAsync(root: OpOf<F>, settings: AsyncRunSettings<OpOf<F>> = {}): Promise<RunOutcome<ResultOf<F>>> {
    const unready = await this.loadIrs();
    if (unready !== undefined) return { ok: false, root: root as ResultOf<F>, diagnostics: [unready] };
    const slice = this.#sliceFor(settings);
    const refusal = slice?.ok === false ? slice.diagnostics : this.#beforeRun(root);
    if (refusal.length > 0) return { ok: false, root: root as ResultOf<F>, diagnostics: refusal };
    const running = this.#start(root, settings, slice);
    return this.#outcome(await running.runner.runAsync(root, running.options), running);
  }

  /**
   * Returns a part of the plan: the steps from address `from` to address `until`, both included. In a graph, both steps
   * must be in one pipeline. Remarks list the properties that the input of the slice must have.
   */
  slice(slice: Slice): SlicedPlan {
    const failed = this.#failure();
    if (failed.length > 0) return { ok: false, diagnostics: failed };
    return sliceOf(
      this.work,
      this.plan === undefined ? this.#graphPlans() : [{ plan: this.plan }],
      this.#state.graph,
      slice,
    );
  }

  /** Renders a diagnostic as text. */
  render(diagnostic: Diagnostic): string {
    return renderDiagnostic(diagnostic);
  }

  #outcome(ran: ManagerRunResult, { remarks, options, idle, kept }: Running<OpOf<F>>): RunOutcome<ResultOf<F>> {
    if (kept !== undefined) this.#kept = kept;
    const { succeeded, diagnostics } = afterRun(this.work, ran.root, ran);
    this.#irs.set(ran.root, ran.ir);
    const steps = idle?.take() ?? [];
    const found = succeeded ? steps.map((step) => idleDiagnostic(step)) : [];
    for (const one of found) options.onDiagnostic?.(one);
    const ok = succeeded && found.every(({ severity }) => severity === "warning");
    return { ok, root: ran.root as ResultOf<F>, diagnostics: [...remarks, ...diagnostics, ...found] };
  }

  #sliceFor({ from, until }: RunSettings<OpOf<F>>): SlicedPlan | undefined {
    if (from === undefined && until === undefined) return undefined;
    return this.slice({ ...(from !== undefined && { from }), ...(until !== undefined && { until }) });
  }

  #beforeRun(root: OpOf<F>): readonly Diagnostic[] {
    if (typeof root !== "object" || root === null) {
      const what = root === null ? "null" : typeof root;
      throw new UsageError(errors.badArgument(`the root is not an object but ${what}`, "pass a root", "run"));
    }
    if (this.#parsed.has(root)) {
      const help = "pass its `root`, if `ok` is true";
      throw new UsageError(errors.badArgument("the argument is the result of `parse`, not a root", help, "run"));
    }
    const refusal = beforeRun(this.work, root as object);
    return refusal === undefined ? [] : [refusal];
  }

  /**
   * @internal Returns reports about steps that are idle because of their position, or `undefined` if no pass declares
   * `worksOn`.
   */
  idleReports(pipelines: readonly RunningPipeline[]): IdleReports | undefined {
    let isNeeded = false;
    for (const { manager } of pipelines)
      manager.forEachPass(({ declaration }) => (isNeeded ||= declaration.worksOn !== undefined));
    return isNeeded ? new IdleReports(this.input, (pass) => this.positionsFor(pass), pipelines) : undefined;
  }

  /** Prepares a run. Reuses the last manager if it is not running, because creating passes is expensive. */
  #start(root: OpOf<F>, settings: AsyncRunSettings<OpOf<F>>, slice: SlicedPlan | undefined): Running<OpOf<F>> {
    const { verifyEach = true, instrumentations = [], output } = settings;
    const input = settings.input ?? this.#inputs.get(root as object);
    const named = input === undefined ? {} : { input };
    const remarks = slice?.diagnostics ?? [];
    if (this.#state.graph !== undefined && slice === undefined) {
      const runner = (this.#schedule ??= this.schedule());
      const plans = this.#graphPlans();
      const idle = this.idleReports(
        (runner as unknown as PipelineSchedule<object>).pipelines.map((one) => ({
          ...one,
          plan: plans.find(({ path }) => path === one.path)?.plan,
        })),
      );
      const all = [...instrumentations, ...(idle === undefined ? [] : [idle.watch])];
      return { runner, idle, remarks, options: { ...settings, ...named, instrumentations: all } };
    }
    // A manager with its own instrumentations, or for a slice, is not reused.
    const own = [...this.input.instrumentations, ...instrumentations] as Instrumentation<OpOf<F>>[];
    const isKept = own.length === 0 && slice === undefined;
    const made = (isKept ? this.#kept : undefined) ?? this.#newManager(slice);
    if (isKept) this.#kept = undefined;
    const { manager, idle } = made;
    for (const one of own) manager.addInstrumentation(one);
    manager.verifyEach = verifyEach;
    manager.output = output;
    const options = { ...named, ...pick(settings) };
    return { runner: manager, idle, remarks, options, ...(isKept ? { kept: made } : {}) };
  }

  #newManager(slice: SlicedPlan | undefined): KeptManager<OpOf<F>> {
    const planned = slice?.ok === true ? slice : this.#state;
    const { manager } = opened(this.realizeManager(planned));
    const idle = this.idleReports([{ manager, plan: planned.plan }]);
    if (idle !== undefined) manager.addInstrumentation(idle.watch);
    return { manager: manager as unknown as PassManager<OpOf<F>>, idle };
  }

  #failure(): readonly Diagnostic[] {
    const { isResolved, plan, graph, diagnostics } = this.#state;
    if (isResolved && (plan ?? graph) !== undefined) return [];
    return diagnostics.filter(({ severity }) => severity === "error");
  }

  #graphPlans(): { readonly path: string; readonly plan: Plan }[] {
    const { graph } = this.#state;
    if (graph === undefined) return [];
    return graph.pipelines.flatMap(({ path, plan }) => (plan === undefined ? [] : [{ path, plan }]));
  }
}

function pick<Op extends object>({ onDiagnostic, signal }: AsyncRunSettings<Op>): AsyncRunSettings<Op> {
  return { ...(onDiagnostic === undefined ? {} : { onDiagnostic }), ...(signal === undefined ? {} : { signal }) };
}

type Failed = { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Returns a successful result, or throws the first error of a failed one. */
function opened<T extends { readonly ok: true }>(result: T | Failed): T {
  if (result.ok) return result;
  const [first] = result.diagnostics;
  invariant(first !== undefined, "what fails has an error");
  throw new UsageError(first);
}

function explanationsOf({ steps, leftOut }: Plan, pipeline?: string): StepExplanation[] {
  const within = pipeline === undefined ? {} : { pipeline };
  return [
    ...steps.map((step) => ({
      address: step.address,
      pass: step.pass,
      ...within,
      isPlanned: true,
      because: step.because,
      step,
    })),
    ...leftOut.map((one) => ({ ...one, ...within, isPlanned: false })),
  ];
}
