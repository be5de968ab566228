import { codeOf } from "../code.ts";
import { BugError, diagnosticOf, invariant, UsageError } from "../diagnostic.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { InstrumentedPass, Instrumentation } from "../instrumentation.ts";
import type { IrAdapter, OperationName } from "../ir-adapter.ts";
import type { NestedExecutor } from "../nested-executor.ts";
import type { Action, JumpRequest, OpPassManager } from "../pass.ts";
import type { PassRegistry } from "../registry.ts";
import type { AnalysisScope, OpenScope, Preservation } from "./analysis-scope.ts";
import { collectNested } from "./collect-nested.ts";
import { DepthWalk } from "./depth-walk.ts";
import { Hooks } from "./hooks.ts";
import type { Parents } from "./parents.ts";
import { IrScope } from "./ir-scope.ts";
import type { Part } from "./parts.ts";
import { PassNames } from "./pass-names.ts";
import type { Meaning } from "./pass-names.ts";
import { isPromise } from "./is-promise.ts";
import { PassRun } from "./pass-run.ts";
import type { PassDefinitionCode, RunningPass, RunServices } from "./pass-run.ts";
import { Frame } from "./program.ts";
import type { AdaptorStep, PassStep, Program, Step } from "./program.ts";
import * as errors from "./run-errors.ts";
import type { ProgramSettings, RunPrograms } from "./run-programs.ts";
import type { ReportSettings, RunReporter } from "./run-reporter.ts";
import type { StepVerifier } from "./step-verifier.ts";
import type { RunValues } from "./run-values.ts";
import { isThrown } from "../thrown.ts";

/** Nested pipelines do not preserve any analyses of the parent operation. */
const NOTHING_PRESERVED: Preservation = { all: false, none: true, isPreserved: () => false };

/** Order in which nested pipelines run on sibling operations. Used to check that results do not depend on it. */
export interface SiblingOrder {
  /** Runs siblings from the last to the first. */
  readonly reversed?: boolean;
  /** Runs each sibling with new instances of the passes. */
  readonly fresh?: boolean;
}

/** Pass that is running, with the operation that it runs on. */
export interface PassAtWork {
  /** Name of the pass. */
  readonly pass: string;
  /** Operation that the pass runs on. */
  readonly place: errors.OpPlace;
  /** Whether the pass has ended and the verifier is running. After nested pipelines, the name of the pass is empty. */
  readonly isVerifying?: true;
}

/** Programs and hooks of an earlier run: the program before the first conversion, and `rest` after each conversion. */
export interface KeptProgram<Op extends object> {
  readonly program: Program<Op>;
  readonly rest: readonly { readonly adapter: IrAdapter<Op>; readonly program: Program<Op> }[];
  readonly names: ReadonlyMap<string, Meaning>;
  readonly hooks: Hooks<Op>;
}

/** Members of `AbortSignal` that a run uses. Declared here, because the core does not depend on the DOM's types. */
export interface RunSignal {
  /** Whether the signal is already aborted. */
  readonly aborted: boolean;
  /** Argument of `abort`, which the diagnostic shows. */
  readonly reason?: unknown;
  /** Adds a listener that is called on abort. */
  addEventListener(type: "abort", listener: () => void, options?: { readonly once?: boolean }): void;
  /** Removes a listener. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Options of one run. */
export interface RunOptions {
  /** Name of the input, for example its file. Passes can read it, and diagnostics without a position show it. */
  readonly input?: string | undefined;
  /** Signal that aborts a run by `runAsync` with PWC0420, before the first pass or while the run awaits a pass. */
  readonly signal?: RunSignal;
  /** Called with each diagnostic as soon as it is reported. The result of the run also contains these diagnostics. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
  /** Order of sibling operations in nested pipelines. Used to check that results do not depend on it. */
  readonly siblings?: SiblingOrder;
  /** Values that passes of one run provide for passes of later runs. Used to run the pipelines of a graph. */
  readonly values?: RunValues;
  /** Called with each jump that a pass requests. If not set, a jump is an error. Graphs set this function. */
  readonly onJump?: (request: JumpRequest) => void;
  /** Called with each root that a conversion or `replaceRoot` replaces, and with the adapter of the IR of this root. */
  readonly onLeave?: (root: object, ir: IrAdapter<object>) => void;
}

export interface RunnerOptions<Op extends object> extends RunOptions {
  readonly verifyEach: boolean;
  readonly instrumentations: readonly Instrumentation<Op>[];
  readonly report: (diagnostic: Diagnostic) => void;
  readonly output: ((text: string) => void) | undefined;
  readonly registry: PassRegistry<Op> | undefined;
  readonly mayWait: boolean;
  /** Program of an earlier run with the same settings. */
  readonly kept?: KeptProgram<Op> | undefined;
  /** Executor that runs nested pipelines elsewhere. Present only in asynchronous runs. */
  readonly executor: NestedExecutor<Op> | undefined;
}

const takesAny = (): boolean => true;
const verifiesEach = (batch: { readonly verifiesEach?: boolean }): boolean => batch.verifiesEach === true;

/**
 * One run of a pipeline: the loop over passes and operations. When a pass returns a promise, the loop stops and returns
 * the promise, and the caller continues the loop when the promise has settled. The order is the same as in MLIR
 * (mlir/lib/Pass/Pass.cpp, `OpToOpPassAdaptor::run` and `runPipeline`): the whole pipeline runs on one operation before
 * the next operation. If a pass fails, the rest of the pipeline is skipped for this operation. The pipeline still runs
 * on sibling operations, but the next pass on the parent does not run.
 */
export class Runner<Op extends object> implements RunServices<Op, Frame<Op>> {
  adapter!: IrAdapter<Op>;
  // Copied from the adapter, because adapters have different object shapes. With six adapters in one process, the copy
  // reduces the time per pass and operation from 34 to 26 ns (Node 20, with a verifier).
  #nameOf!: IrAdapter<Op>["nameOf"];
  readonly #verifyEach: boolean;
  readonly #report: (diagnostic: Diagnostic) => void;
  readonly #onJump: RunnerOptions<Op>["onJump"];
  readonly #mayWait: boolean;
  #dynamicPipelines = 0;
  readonly #onLeave: RunnerOptions<Op>["onLeave"];
  readonly #siblings: SiblingOrder | undefined;
  #executor: NestedExecutor<Op> | undefined;
  runValues: RunValues | undefined;
  readonly hooks: Hooks<Op>;
  /** Definitions of the passes in the pipeline, by name. Does not contain passes of dynamic pipelines. */
  readonly #names: PassNames<Op>;
  readonly #frames: Frame<Op>[] = [];
  #depth = -1;
  #verifier!: StepVerifier<Op>;
  #verifying: InstrumentedPass | undefined = undefined;
  /** Operation on which the verifier is running. A separate field, so that the loop does not allocate objects. */
  #verifiedOp: Op | undefined = undefined;
  /** Operation names that occurred when hooks with `seesChangesOnly` were last called. */
  #seenNames: ReadonlySet<OperationName> | undefined = undefined;
  readonly #reports: ReportSettings;
  readonly #programs: ProgramSettings<Op>;
  /** Scopes of the pipeline parts that have not started yet. A part starts when the preceding conversion ends. */
  #rest: IrScope<Op>[] = [];
  /** Program to start next. Set when a conversion ends, and removed when the program starts. */
  #next: Program<Op> | undefined = undefined;
  /** Whether the run gets nested operations of another run. */
  isNested = false;
  /** Whether the run has no instrumentations, values and verifier. One field, so that the loop needs one check. */
  #isPlain: boolean;
  /** Last pass that ran, for errors about invalid operations. */
  last: RunningPass<Op> | undefined = undefined;
  parents!: Parents<Op>;
  programs!: RunPrograms<Op>;
  reporter!: RunReporter<Op>;

  constructor(adapter: IrAdapter<Op>, options: RunnerOptions<Op>) {
    this.#verifyEach = options.verifyEach;
    this.#report = options.report;
    this.#siblings = options.siblings;
    this.#onJump = options.onJump;
    this.#mayWait = options.mayWait;
    this.#onLeave = options.onLeave;
    this.runValues = options.values;
    this.hooks = options.kept?.hooks ?? new Hooks(options.instrumentations);
    this.#isPlain = options.values?.isEmpty !== false && !this.hooks.areInstalled && !this.#verifyEach;
    const isAlone = options.siblings === undefined && !this.hooks.lookInside;
    this.#executor = isAlone ? options.executor : undefined;
    const { registry, report, output, input } = options;
    // Do not store a closure here. A stored closure triples the time of a run (measured on Node 20 and 22), probably
    // because V8 then allocates later runs among old objects.
    const allowsBatch = this.#verifyEach ? verifiesEach : takesAny;
    this.#reports = { report, output, failures: [], input };
    this.#names = new PassNames(registry);
    this.#programs = {
      registry,
      names: new PassNames(registry, options.kept?.names ?? this.#names.meanings),
      // Hooks must be called for every pass, so instrumentations disable batches.
      allowsBatch: this.hooks.areInstalled ? undefined : allowsBatch,
    };
    this.#use(this.#openScope(adapter));
  }

  #openScope(adapter: IrAdapter<Op>, program?: Program<Op>): IrScope<Op> {
    const scope = new IrScope(adapter, this.#reports, this.#programs);
    scope.program = program;
    return scope;
  }

  #use({ adapter, parents, programs, reporter, verifier }: IrScope<Op>): void {
    this.adapter = adapter;
    this.#nameOf = adapter.nameOf;
    this.parents = parents;
    this.programs = programs;
    this.reporter = reporter;
    this.#verifier = verifier;
  }

  get mayWait(): boolean {
    return this.#mayWait && this.#dynamicPipelines === 0;
  }

  get input(): string | undefined {
    return this.#reports.input;
  }

  set input(name: string | undefined) {
    this.#reports.input = name;
  }

  /** Prepares a run with earlier programs. Returns the first program, or `undefined` after an error. */
  prepareAgain({ program, rest }: KeptProgram<Op>): Program<Op> | undefined {
    for (const one of [program, ...rest.map((part) => part.program)]) one.attachTo(this);
    return this.#initialize(
      program,
      rest.map((one) => this.#openScope(one.adapter, one.program)),
    );
  }

  /** Returns the data that a later run of the same pipeline can reuse. Call this method before the run starts. */
  keep(program: Program<Op>): KeptProgram<Op> {
    const rest = this.#rest.map((scope) => ({ adapter: scope.adapter, program: scope.program as Program<Op> }));
    return { program, rest, names: this.#names.meanings, hooks: this.hooks };
  }

  /** Compiles and initializes each part of a pipeline. Returns the first program, or `undefined` after an error. */
  prepare([first, ...others]: readonly Part<Op>[]): Program<Op> | undefined {
    const program = this.programs.finalize((first as Part<Op>).manager, this.#names);
    const rest = others.map(({ adapter, manager }) => {
      const scope = this.#openScope(adapter);
      scope.program = scope.programs.finalize(manager, this.#names);
      return scope;
    });
    return this.#initialize(program, rest);
  }

  #initialize(program: Program<Op>, rest: IrScope<Op>[]): Program<Op> | undefined {
    this.#rest = rest;
    if (!this.programs.initialize(program)) return undefined;
    return rest.every((scope) => scope.programs.initialize(scope.program as Program<Op>)) ? program : undefined;
  }

  convertTo({ pass }: RunningPass<Op>, frame: Frame<Op>, root: unknown): void {
    const scope = this.#rest[0] as IrScope<Op>;
    newRootName(pass.declaration, scope.adapter, scope.program as Program<Op>, root);
    this.#rest.shift();
    this.#next = scope.program;
    this.#leaveRoot(frame);
    this.#use(scope);
    // Executors can transfer only operations of the first IR.
    this.#executor = undefined;
    this.#moveTo(root as Op, frame);
  }

  replaceRoot({ argument }: RunningPass<Op>, frame: Frame<Op>, root: object): void {
    if (this.isNested || frame !== this.#frames[0])
      throw new UsageError(errors.nestedReplaceRoot(argument, this.placeOf(frame.op), this.#dynamicPipelines > 0));
    const { program } = frame;
    const name = newRootName({ name: argument, toAnchor: program.anchor?.text }, this.adapter, program, root);
    this.parents.forget();
    this.#leaveRoot(frame);
    this.#moveTo(root as Op, frame);
    frame.limit = program.limitFor(name);
  }

  #leaveRoot({ op }: Frame<Op>): void {
    this.#onLeave?.(op, this.adapter as unknown as IrAdapter<object>);
  }

  #moveTo(root: Op, frame: Frame<Op>): void {
    this.parents.root = root;
    frame.op = root;
    frame.analyses = undefined;
  }

  /** Starts a program on an operation. Continue with {@link proceed}. */
  start(program: Program<Op>, op: Op): void {
    this.parents.root = op;
    // `beforeRun` has passed these names to hooks with `seesChangesOnly`.
    this.#seenNames = this.hooks.areInstalled && this.hooks.seeChangesOnly ? this.parents.namesIn(op) : undefined;
    this.#enter(program, op, this.adapter.nameOf(op), undefined, undefined);
  }

  /** Runs until a pass returns a promise, after which the caller must call {@link settle}, or until the end. */
  proceed(): Promise<void> | undefined {
    let promise = this.#loop(0);
    while (promise === undefined && this.#startNext()) promise = this.#loop(0);
    return promise;
  }

  /** Starts the part of the pipeline after a successful conversion. Returns false if there is no part to start. */
  #startNext(): boolean {
    const program = this.#next;
    this.#next = undefined;
    if (program === undefined || !this.succeeded) return false;
    this.start(program, this.parents.root as Op);
    return true;
  }

  /** Continues after the promise of a pass has settled. */
  settle(rejection?: { readonly reason: unknown }): void {
    if (this.#frames[this.#depth]?.adaptor !== undefined) {
      if (rejection !== undefined) throw rejection.reason;
      return;
    }
    const { frame, run } = this.#waiting();
    if (rejection !== undefined) this.#caught(run, frame, rejection.reason);
    this.#finishPass(run, frame);
  }

  /** Makes a pass fail because it returned a promise. Its context is not reused: the pass might continue to use it. */
  abandon(promise: Promise<void>, because: (pass: string, place: errors.OpPlace) => Diagnostic): void {
    promise.catch(() => undefined);
    const { frame, step, run } = this.#waiting();
    step.run = undefined;
    run.fail();
    this.#report(because(step.argument, this.placeOf(frame.op)));
    this.#finishPass(run, frame);
  }

  /** Innermost pass that is running, or whose promise is awaited. `undefined` between passes. */
  get atWork(): PassAtWork | undefined {
    if (this.#verifying !== undefined && this.#verifiedOp !== undefined)
      return { pass: this.#verifying.argument, place: this.placeOf(this.#verifiedOp), isVerifying: true };
    const frame = this.#frames[this.#depth];
    const step = frame?.program.steps[frame.next];
    if (frame === undefined || step === undefined || step.isAdaptor) return undefined;
    return { pass: step.argument, place: this.placeOf(frame.op) };
  }

  /** Whether the last program succeeded. */
  get succeeded(): boolean {
    return !(this.#frames[0]?.failed ?? false);
  }

  scopeOf(frame: Frame<Op>, analysis: { readonly name: string }): AnalysisScope<Op> {
    frame.analyses ??=
      frame.outer === undefined
        ? this.#openAnalyses(frame.op, analysis)
        : this.scopeOf(frame.outer, analysis).nest(frame.op);
    return frame.analyses;
  }

  #openAnalyses(op: Op, analysis: { readonly name: string }): AnalysisScope<Op> {
    const open = codeOf<OpenScope>(analysis);
    if (open === undefined) throw new UsageError(errors.plainAnalysis((analysis as typeof analysis | undefined)?.name));
    return open(op, this);
  }

  requestJump(step: RunningPass<Op>, frame: Frame<Op>, target: string, reason: string): void {
    const pass = step.argument;
    const place = this.placeOf(frame.op);
    if (this.#onJump === undefined) throw new UsageError(errors.jumpWithoutGraph(pass, target, place));
    if (frame.op !== this.#frames[0]?.op) throw new UsageError(errors.nestedJump(pass, target, place));
    this.#onJump({ target, reason, pass });
  }

  runDynamic(step: RunningPass<Op>, frame: Frame<Op>, manager: OpPassManager<Op>, op: Op): boolean {
    if (this.parents.pathTo(op, frame.op) === undefined) {
      this.reporter.reportOn(op, errors.foreignOp(step.argument, this.placeOf(op)));
      return false;
    }
    const prepared = this.programs.prepare(manager, op, step.argument);
    if (prepared === undefined) return false;
    const base = this.#depth + 1;
    prepared.isRunning = true;
    this.#dynamicPipelines++;
    // Clears caches, because the pass might have changed the operation before this call.
    this.parents.forget();
    try {
      this.#enter(prepared.program, op, this.adapter.nameOf(op), frame, step);
      for (let promise = this.#loop(base); promise !== undefined; promise = this.#loop(base))
        this.abandon(promise, errors.promiseInDynamicPipeline);
      return !(this.#frames[base] as Frame<Op>).failed;
    } finally {
      prepared.isRunning = false;
      this.#dynamicPipelines--;
      // Leaves the frames that an exception in a hook or adapter left active.
      this.#depth = base - 1;
    }
  }

  runAction<T>(action: Action, op: Op, body: () => T): T {
    if (!this.hooks.areInstalled) return body();
    this.hooks.call.beforeAction(action, op);
    const end = (): void => this.hooks.call.afterAction(action, op);
    let result: T;
    try {
      result = body();
    } catch (thrown) {
      end();
      throw thrown;
    }
    if (isPromise(result)) return result.finally(end) as T;
    end();
    return result;
  }

  expectValues(): void {
    this.#isPlain = false;
  }

  maySkip({ search }: RunningPass<Op>): boolean {
    const { runIdle, skipping } = this.hooks;
    return skipping.length > 0 || (search !== undefined && !runIdle);
  }

  runsOn({ pass, search }: RunningPass<Op>, op: Op): boolean {
    const { runIdle, skipping } = this.hooks;
    if (skipping.some((one) => one.skipsPass?.(pass, op) === true)) return false;
    return runIdle || search === undefined || search.finds(this.parents.namesIn(op));
  }

  /** Skips passes that have nothing to do, unless hooks must see each pass. Returns whether a pass was skipped. */
  #skip(frame: Frame<Op>): boolean {
    if (this.hooks.seeSkipped) return false;
    const { next, program, limit, op } = frame;
    try {
      let to = program.skipFrom(next, this.parents.possibleNamesIn(op));
      if (to === next) to = program.skipFrom(next, this.parents.namesIn(op));
      frame.next = Math.min(to, limit);
    } catch {
      // Does not skip passes after an exception in `worksOn` or in the adapter, because running the pass reports the
      // exception.
      return false;
    }
    if (frame.next === next) return false;
    if (this.hooks.areInstalled && !this.hooks.seeChangesOnly)
      this.hooks.call.afterSkipped(program.steps[frame.next - 1] as PassStep<Op>, op);
    return true;
  }

  isInside(op: Op, ancestor: Op): boolean {
    return this.parents.pathTo(op, ancestor) !== undefined;
  }

  get root(): Op {
    return this.parents.root as Op;
  }

  placeOf(op: Op): errors.OpPlace {
    return this.reporter.placeOf(op);
  }

  #waiting(): { readonly frame: Frame<Op>; readonly step: PassStep<Op>; readonly run: PassRun<Op, Frame<Op>> } {
    const frame = this.#frames[this.#depth];
    const step = frame?.program.steps[frame.next];
    invariant(frame !== undefined && step !== undefined && !step.isAdaptor && step.run !== undefined, "no pass waits");
    return { frame, step, run: step.run };
  }

  #enter(
    program: Program<Op>,
    op: Op,
    name: OperationName,
    outer: Frame<Op> | undefined,
    parent: InstrumentedPass | undefined,
  ): void {
    this.#depth++;
    let frame = this.#frames[this.#depth];
    if (frame === undefined) {
      frame = new Frame();
      this.#frames.push(frame);
    }
    frame.enter(program, op, program.limitFor(name));
    frame.outer = outer;
    frame.around = outer?.walk?.around ?? outer?.op;
    frame.parent = parent;
    // A pass on a surrounding operation might have requested analyses of this operation. Passes of this pipeline can
    // invalidate these analyses.
    frame.analyses = outer?.analyses?.findNested(op);
    if (this.hooks.areInstalled && parent !== undefined) this.hooks.call.beforePipeline(program.anchor, op, parent);
  }

  #leave(frame: Frame<Op>): void {
    const { program, op, outer, parent } = frame;
    if (!frame.failed && frame.limit < program.steps.length) {
      this.reporter.reportOn(op, this.#refusal(frame));
      frame.failed = true;
    }
    if (this.hooks.areInstalled && parent !== undefined && !frame.failed)
      this.hooks.call.afterPipeline(program.anchor, op, parent);
    // Drops the analyses of this operation at the end of its pipeline, even if a pass on a surrounding operation
    // requested them.
    if (frame.analyses !== undefined) {
      if (frame.analyses === outer?.analyses) frame.analyses.clear();
      else frame.analyses.drop();
    }
    this.#depth--;
    if (frame.failed && outer?.adaptor !== undefined) {
      outer.nestedFailed = true;
      outer.walk?.skipInside();
    }
  }

  #refusal(frame: Frame<Op>): Diagnostic {
    const name = this.adapter.nameOf(frame.op);
    const place = this.placeOf(frame.op);
    if (!name.isRegistered) return errors.unregisteredOp(place);
    if (!name.isIsolatedFromAbove) return errors.notIsolated(place);
    return errors.unsupportedOp(frame.program.steps[frame.limit]?.displayName ?? "", place);
  }

  /** Runs the innermost frame and the frames around it down to index `base`. Stops at a promise and returns it. */
  #loop(base: number): Promise<void> | undefined {
    while (this.#depth >= base) {
      const frame = this.#frames[this.#depth] as Frame<Op>;
      if (frame.adaptor !== undefined) {
        if (frame.nextNested >= frame.offerAt) {
          const promise = this.#offer(frame, frame.adaptor);
          if (promise !== undefined) return promise;
        }
        this.#runNextNested(frame, frame.adaptor);
        continue;
      }
      const promise = this.#runSteps(frame);
      if (promise !== undefined) return promise;
    }
    return undefined;
  }

  /** Runs the steps of a frame up to the next adaptor, which it starts, or to the end of the frame. */
  #runSteps(frame: Frame<Op>): Promise<void> | undefined {
    const { steps } = frame.program;
    let last = this.last;
    try {
      while (frame.next < frame.limit && !frame.failed) {
        const step = steps[frame.next] as PassStep<Op> | AdaptorStep<Op>;
        if (!step.isPlain) {
          if (step.isAdaptor) {
            this.#startAdaptor(frame, step);
            return undefined;
          }
          if (this.#skip(frame)) continue;
        }
        if (!this.#isPlain && this.hooks.areInstalled && (step.isWatched || !this.hooks.seeChangesOnly))
          this.hooks.call.beforePass(step, frame.op);
        last = step;
        const promise = this.#runPass(step.run ?? this.#contextOf(step, frame.program), frame);
        if (promise !== undefined) return promise;
      }
      this.#leave(frame);
      return undefined;
    } finally {
      // Stored once per operation instead of after every pass, because storing an object takes 2 ns.
      this.last = last;
    }
  }

  #contextOf(step: PassStep<Op>, { contexts }: Program<Op>): PassRun<Op, Frame<Op>> {
    const { run: Context = PassRun } = codeOf<PassDefinitionCode>(step.pass.definition) ?? {};
    const run = (step.run = new Context(step, this));
    contexts.push(run);
    return run;
  }

  #startAdaptor(frame: Frame<Op>, adaptor: AdaptorStep<Op>): void {
    if (this.hooks.areInstalled) this.hooks.call.beforePass(adaptor, frame.op);
    frame.adaptor = adaptor;
    frame.nested.length = 0;
    frame.nextNested = 0;
    frame.nestedFailed = false;
    this.parents.forgetInside();
    const isReversed = this.#siblings?.reversed === true;
    if (adaptor.isEverywhere) {
      const onCycle = (op: Op): void => {
        this.reporter.reportOn(op, errors.containsItself(this.placeOf(op)));
        frame.nestedFailed = true;
      };
      frame.walk = new DepthWalk(this.adapter, frame.op, this.parents, { isReversed, onCycle });
      frame.offerAt = Infinity;
      return;
    }
    collectNested(this.adapter, frame.op, frame.nested, adaptor.anchors);
    if (isReversed) frame.nested.reverse();
    frame.offerAt = this.#executor?.offering.canOffer(frame, adaptor) === true ? 0 : Infinity;
  }

  #offer(frame: Frame<Op>, adaptor: AdaptorStep<Op>): Promise<void> | undefined {
    const executor = this.#executor as NestedExecutor<Op>;
    const settings = { run: this, verifyEach: this.#verifyEach, input: this.input };
    return executor.offering.offerNested(frame, adaptor, executor, this.adapter, settings);
  }

  #runNextNested(frame: Frame<Op>, adaptor: AdaptorStep<Op>): void {
    for (let op = this.#nextOp(frame); op !== undefined; op = this.#nextOp(frame)) {
      const outcome = frame.outcomes?.get(op);
      if (outcome !== undefined) {
        this.parents.forget();
        this.#executor?.offering.applyOutcome(outcome, op, frame, this.reporter);
        this.runValues?.dropAfter(adaptor.programFor(this.adapter.nameOf(op)), op, this);
        continue;
      }
      const name = this.#nameOf.call(this.adapter, op);
      let program = adaptor.programFor(name);
      if (program === undefined) continue;
      if (this.#siblings?.fresh === true) {
        program = program.clone(this.adapter);
        if (!this.programs.initialize(program)) {
          frame.nestedFailed = true;
          continue;
        }
      }
      this.#enter(program, op, name, frame, adaptor);
      return;
    }
    frame.nested.length = 0;
    frame.walk = undefined;
    frame.outcomes = undefined;
    frame.adaptor = undefined;
    frame.next++;
    frame.analyses?.invalidate(NOTHING_PRESERVED);
    frame.failed = frame.nestedFailed || (this.#verifyEach && !this.#verify(adaptor, frame));
    this.#after(adaptor, frame);
  }

  /** Returns the next operation for an adaptor. Skips operations that were erased or moved since they were listed. */
  #nextOp(frame: Frame<Op>): Op | undefined {
    if (frame.walk !== undefined) return frame.walk.next();
    while (frame.nextNested < frame.nested.length) {
      const op = frame.nested[frame.nextNested++] as Op;
      if (this.parents.isIn(op, frame.op)) return op;
    }
    return undefined;
  }

  #runPass(run: PassRun<Op, Frame<Op>>, frame: Frame<Op>): Promise<void> | undefined {
    run.begin(frame);
    try {
      const result: unknown = run.runOnOperation.call(run.body, frame.op, run);
      const promise = result === undefined ? result : run.take(result, frame, this);
      if (promise !== undefined) return promise;
    } catch (thrown) {
      this.#caught(run, frame, thrown);
    }
    this.#finishPass(run, frame);
    return undefined;
  }

  #caught(run: PassRun<Op, Frame<Op>>, frame: Frame<Op>, thrown: unknown): void {
    if (isThrown(thrown, BugError)) throw thrown;
    this.hooks.check();
    const pass = run.step.argument;
    const carried = diagnosticOf(thrown);
    const { thrownAt: at } = run.step;
    const place = { ...this.placeOf(frame.op), ...(at !== undefined && { at }) };
    const diagnostic =
      carried === undefined ? errors.passThrew(pass, place, thrown) : errors.passThrewDiagnostic(pass, place, carried);
    this.#report(diagnostic);
    run.fail({ value: thrown, diagnostic });
  }

  #finishPass(run: PassRun<Op, Frame<Op>>, frame: Frame<Op>): void {
    run.end();
    if (!run.all) this.parents.forget(run.step.addsNoNames && !this.hooks.runIdle ? frame.op : undefined);
    if (!this.#isPlain || run.isUsed || frame.analyses !== undefined) this.#applyEffects(run, frame);
    else frame.next++;
  }

  /** Updates values, analyses and the result of the run after a pass, and verifies the operation. */
  #applyEffects(run: PassRun<Op, Frame<Op>>, frame: Frame<Op>): void {
    this.runValues?.handOn(run, frame.op, this);
    if (!run.all) frame.analyses?.invalidate(run);
    if (run.failed) {
      const pass = run.step.argument;
      this.reporter.addFailure(pass, frame.op, run.thrown);
      if (!run.isExplained) this.#report(errors.passFailed(pass, this.placeOf(frame.op)));
      frame.failed = true;
    } else if (this.#verifyEach && !run.all) {
      frame.failed = !this.#verify(run.step, frame);
    }
    // Advances to the next step only now, because `atWork` must return the current pass until here.
    frame.next++;
    this.#after(run.step, frame);
  }

  #verify(step: RunningPass<Op> | AdaptorStep<Op>, frame: Frame<Op>): boolean {
    if (this.adapter.verify === undefined) return this.#verifier.verify(step, frame);
    if (this.hooks.areInstalled) this.hooks.call.beforeVerifier(step, frame.op);
    this.#verifying = step;
    this.#verifiedOp = frame.op;
    const isValid = this.#verifier.verify(step, frame);
    this.#verifying = undefined;
    return isValid;
  }

  #isSeen(step: Step<Op> | RunningPass<Op>, { op }: Frame<Op>): boolean {
    // In a dynamic pipeline, the hooks are always called.
    if (this.#depth > 0) return true;
    if (!step.isAdaptor && step.addsNoNames && !step.isWatched && !this.hooks.seeRemovals) return false;
    const names = this.parents.namesIn(op);
    if (names === this.#seenNames && !step.isAdaptor && !step.isWatched) return false;
    this.#seenNames = names;
    return true;
  }

  #after(step: Step<Op> | RunningPass<Op>, frame: Frame<Op>): void {
    if (!this.hooks.areInstalled) return;
    if (this.hooks.seeChangesOnly && !frame.failed && !this.#isSeen(step, frame)) return;
    if (frame.failed) this.hooks.call.afterPassFailed(step, frame.op);
    else this.hooks.call.afterPass(step, frame.op);
  }
}

/** Returns the name of a new root. @throws {@link UsageError} PWC0433 if the program cannot run on the root. */
function newRootName<Op extends object>(
  pass: errors.RootReplacement,
  adapter: IrAdapter<Op>,
  { anchor }: Program<Op>,
  root: unknown,
): OperationName {
  const name = typeof root === "object" && root !== null ? adapter.nameOf(root as Op) : undefined;
  if (name !== undefined && (anchor === undefined || anchor === name)) return name;
  const what = name ? `'${name.text}'` : `value of type ${typeof root}`;
  throw new UsageError(errors.badNewRoot(pass, adapter.name, root === undefined ? "nothing" : `a ${what}`));
}
