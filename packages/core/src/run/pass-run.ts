import type { Analysis } from "../analysis.ts";
import { codeOf } from "../code.ts";
import { UsageError } from "../diagnostic.ts";
import type { Severity, SourceLocation } from "../diagnostic.ts";
import type { InstrumentedPass, Instrumentation } from "../instrumentation.ts";
import type { Action, ApplyRewrite, OpPassManager, Pass, PassBody, PassContext, SpokenRest } from "../pass.ts";
import type { Counter } from "../statistics.ts";
import type { Value, ValueAccess } from "../value.ts";
import type { AnalysisScope, Preservation } from "./analysis-scope.ts";
import { isPromise } from "./is-promise.ts";
import type { OpenValues, PassValues, ValueHost } from "./run-values.ts";
import { outsideRun, undeclaredValue } from "./run-errors.ts";
import type { Thrown } from "./run-errors.ts";
import type { Search } from "./works-on.ts";
import type { RunReporter } from "./run-reporter.ts";

/** Pass of a program. */
export interface RunningPass<Op extends object> extends InstrumentedPass {
  readonly isAdaptor: false;
  readonly pass: Pass<Op>;
  /** Position that the code of a group reported for an exception. */
  readonly thrownAt: SourceLocation | undefined;
  /** Names of the analyses and properties that the declaration preserves. */
  readonly preserves: ReadonlySet<string>;
  /** Operations that the pass works on. Without such an operation in the IR, the pass is skipped. */
  readonly search: Search | undefined;
  /** Whether hooks with `seesChangesOnly` are called for this pass even if the pass does not change operation names. */
  readonly isWatched: boolean;
  /** Whether the pass declares that it does not create operations with new names (`absent-operations`). */
  readonly addsNoNames: boolean;
}

/** Code that the definition of a pass stores. */
export interface PassDefinitionCode {
  /** Makes the object through which the pass accesses values. Absent for passes without values. */
  readonly values?: OpenValues | undefined;
  /** Class of the context of the pass. Default: {@link PassRun}. */
  readonly run?: typeof PassRun | undefined;
}

/** Functions and data of a run for the context of a pass. `Frame` is the state of the current operation. */
export interface RunServices<Op extends object, Frame extends { readonly op: Op }> extends ValueHost<Op> {
  readonly reporter: RunReporter<Op>;
  /** Records that a pass of the run declares values. */
  expectValues(): void;
  readonly input: string | undefined;
  readonly mayWait: boolean;
  scopeOf(frame: Frame, analysis: { readonly name: string }): AnalysisScope<Op>;
  /** Returns whether the run is allowed to skip a pass on some operations. */
  maySkip(step: RunningPass<Op>): boolean;
  /** Returns whether a pass runs on an operation. An instrumentation or `worksOn` can skip the pass. */
  runsOn(step: RunningPass<Op>, op: Op): boolean;
  runAction<T>(action: Action, op: Op, body: () => T): T;
  readonly hooks: { readonly rewriting: readonly Instrumentation<Op>[] };
  requestJump(step: RunningPass<Op>, frame: Frame, target: string, reason: string): void;
  replaceRoot(step: RunningPass<Op>, frame: Frame, root: object): void;
  runDynamic(step: RunningPass<Op>, frame: Frame, manager: OpPassManager<Op>, op: Op): boolean;
  /** Continues with a root of the IR after a conversion. Throws if `root` cannot be the new root. */
  convertTo(step: RunningPass<Op>, frame: Frame, root: unknown): void;
}

/** Context of one pass in a run, for all operations. {@link begin} sets the current operation. */
export class PassRun<Op extends object, Frame extends { readonly op: Op }> implements PassContext<Op>, Preservation {
  readonly step: RunningPass<Op>;
  readonly options: object;
  readonly statistics: { readonly [name: string]: Counter };
  readonly body: PassBody<Op>;
  readonly runOnOperation: PassBody<Op>["runOnOperation"];
  protected services: RunServices<Op, Frame>;
  #frame: Frame | undefined = undefined;
  #isRunning = false;
  readonly #preserved: string[] = [];
  /** Access to values. Created at the first use, because most passes do not use values. */
  #values: PassValues<Op> | undefined = undefined;
  /** Whether the pass used its context or threw. If false, the fields below have their initial values. */
  isUsed = false;
  /** Whether the pass preserved all analyses of the current operation. */
  all = false;
  failed = false;
  /** Whether an error already explains the failure. */
  isExplained = false;
  /** Value that the pass threw. */
  thrown: Thrown | undefined = undefined;

  constructor(step: RunningPass<Op>, services: RunServices<Op, Frame>) {
    this.step = step;
    this.options = step.pass.options.values;
    this.statistics = step.pass.statistics;
    this.body = step.pass.body;
    const { runOnOperation } = step.pass.body;
    this.runOnOperation = !services.maySkip(step)
      ? runOnOperation
      : (op) => {
          if (this.services.runsOn(step, op)) return runOnOperation.call(this.body, op, this);
          this.isUsed = this.all = true;
        };
    this.services = services;
    this.#openValues();
  }

  /** Connects the context to a run. */
  attach(services: RunServices<Op, Frame>): void {
    this.services = services;
    this.#openValues();
  }

  #openValues(): void {
    this.#values = undefined;
    if (this.step.pass.declaration.values === undefined) return;
    this.services.expectValues();
    // Creates the values of the run, even if the pass does not access them.
    void this.ownValues;
  }

  get values(): ValueAccess<Op, Value<unknown>, Value<unknown>> {
    const refuse = (list: "requires" | "provides", { property }: Value<unknown>): never => {
      throw new UsageError(undeclaredValue(this.step.argument, property, list));
    };
    const read = refuse.bind(undefined, "requires");
    return this.ownValues ?? { get: read, find: read, set: refuse.bind(undefined, "provides") };
  }

  /** Access to the values that the pass declares. `undefined` if the pass does not declare values. */
  get ownValues(): PassValues<Op> | undefined {
    const { declaration, definition } = this.step.pass;
    const current = (): Op => this.current("values").op;
    return (this.#values ??= codeOf<PassDefinitionCode>(definition)?.values?.(declaration, this.services, current));
  }

  get input(): string | undefined {
    return this.services.input;
  }

  get mayWait(): boolean {
    return this.services.mayWait;
  }

  /** Starts the pass on the operation of a frame. Writes few fields, because it is called for each operation. */
  begin(frame: Frame): void {
    // Skips the assignment if the frame is unchanged, because storing an object takes 2 ns.
    if (this.#frame !== frame) this.#frame = frame;
    this.#isRunning = true;
    if (this.isUsed) {
      this.isUsed = this.all = this.failed = this.isExplained = false;
      this.thrown = undefined;
      this.#preserved.length = 0;
    }
  }

  /** Handles the value that the pass returned. If the run must await the value, returns a promise. */
  take(result: unknown, _frame: Frame, _services: RunServices<Op, Frame>): Promise<void> | undefined {
    return isPromise(result) ? (Promise.resolve(result) as Promise<void>) : undefined;
  }

  end(): void {
    this.#isRunning = false;
  }

  /** Makes the pass fail. Used if the run has already reported an error that explains the failure. */
  fail(thrown?: Thrown): void {
    this.isUsed = this.failed = this.isExplained = true;
    this.thrown = thrown;
  }

  get none(): boolean {
    return !this.all && this.#preserved.length === 0 && this.step.preserves.size === 0;
  }

  isPreserved(analysis: { readonly name: string }): boolean {
    return this.all || this.#preserved.includes(analysis.name) || this.step.preserves.has(analysis.name);
  }

  getAnalysis<A>(analysis: Analysis<Op, A>): A {
    return this.#scope("getAnalysis", analysis).getAnalysis(analysis);
  }

  getCachedAnalysis<A>(analysis: Analysis<Op, A>): A | undefined {
    return this.#scope("getCachedAnalysis", analysis).getCachedAnalysis(analysis);
  }

  getCachedParentAnalysis<A>(analysis: Analysis<Op, A>, parent: Op): A | undefined {
    return this.#scope("getCachedParentAnalysis", analysis).getCachedParentAnalysis(analysis, parent);
  }

  getChildAnalysis<A>(analysis: Analysis<Op, A>, child: Op): A {
    return this.#scope("getChildAnalysis", analysis).getChildAnalysis(analysis, child);
  }

  getCachedChildAnalysis<A>(analysis: Analysis<Op, A>, child: Op): A | undefined {
    return this.#scope("getCachedChildAnalysis", analysis).getCachedChildAnalysis(analysis, child);
  }

  markAnalysesPreserved(...analyses: readonly Analysis<Op, unknown>[]): void {
    this.current("markAnalysesPreserved");
    for (const analysis of analyses) this.#preserved.push(analysis.name);
  }

  markAllAnalysesPreserved(): void {
    this.current("markAllAnalysesPreserved");
    this.all = true;
  }

  signalPassFailure(): void {
    this.current("signalPassFailure");
    this.failed = true;
  }

  emitError(message: string, at?: Op): void {
    this.#emit("emitError", "error", message, at);
  }

  emitWarning(message: string, at?: Op): void {
    this.#emit("emitWarning", "warning", message, at);
  }

  emitRemark(message: string, at?: Op): void {
    this.#emit("emitRemark", "remark", message, at);
  }

  #emit(method: string, severity: Severity, message: string, at?: Op): void {
    this.checkText(method, message);
    const { op } = this.current(method);
    if (severity === "error") this.isExplained = true;
    this.services.reporter.emitOn(severity, this.step, message, at ?? op);
  }

  print(text: string): void {
    this.checkText("print", text, '"text"');
    this.services.reporter.print(this.step, text, this.current("print").op);
  }

  emitAt(at: SourceLocation | undefined, severity: Severity, message: string, rest?: SpokenRest): void {
    this.checkText("emitAt", message, 'position, "error", "text"');
    this.current("emitAt");
    if (severity === "error") this.isExplained = true;
    this.services.reporter.emitAt(severity, this.step, message, at, rest);
  }

  runAction<T>(action: Action, body: () => T): T {
    return this.services.runAction(action, this.current("runAction").op, body);
  }

  get applyRewrite(): ApplyRewrite<Op> | undefined {
    const { rewriting } = this.services.hooks;
    if (rewriting.length === 0) return undefined;
    return (rewrite, apply) => {
      const { pass } = this.step;
      const applyAll = rewriting.reduceRight((inner, one) => () => one.applyRewrite?.(pass, rewrite, inner), apply);
      return applyAll() !== undefined;
    };
  }

  runPipeline(manager: OpPassManager<Op>, op: Op): boolean {
    return this.services.runDynamic(this.step, this.current("runPipeline"), manager, op);
  }

  requestJump(target: string, reason: string): void {
    this.services.requestJump(this.step, this.current("requestJump"), target, reason);
  }

  replaceRoot(root: object): void {
    this.services.replaceRoot(this.step, this.current("replaceRoot"), root);
    this.all = false;
  }

  #scope(method: string, analysis: { readonly name: string }): AnalysisScope<Op> {
    return this.services.scopeOf(this.current(method), analysis);
  }

  /** Checks a text that the pass emits or prints. `form` shows the arguments of the method. */
  protected checkText(_method: string, _text: unknown, _form?: string): void {}

  protected current(method: string): Frame {
    if (!this.#isRunning || this.#frame === undefined) throw new UsageError(outsideRun(this.step.argument, method));
    this.isUsed = true;
    return this.#frame;
  }
}
