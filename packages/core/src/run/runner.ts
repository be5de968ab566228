import { type Diagnostic, diagnosticOf, invariant, type Severity } from "../diagnostic.ts";
import { type InstrumentedPass, type Instrumentation } from "../instrumentation.ts";
import { type IrAdapter, type OperationName } from "../ir-adapter.ts";
import { type OpPassManager } from "../op-pass-manager.ts";
import { AnalysisScope } from "./analysis-scope.ts";
import { Frame } from "./frame.ts";
import { PassRun, type RunServices } from "./pass-run.ts";
import { type AdaptorStep, canScheduleOn, finalize, type PassStep, type Program } from "./program.ts";
import * as errors from "./run-errors.ts";

/** What nested pipelines leave of their parent's analyses: anything may have changed inside. */
const NOTHING_PRESERVED = { all: false, isPreserved: (): boolean => false };

/** How a run is done. */
export interface RunnerOptions<Op extends object> {
  readonly verifyEach: boolean;
  readonly instrumentations: readonly Instrumentation<Op>[];
  /** Gets every diagnostic, in the order in which they come up. */
  readonly report: (diagnostic: Diagnostic) => void;
}

/** A pass that did not succeed, and where. */
export interface PassFailure {
  readonly pass: string;
  readonly place: errors.OpPlace;
}

/**
 * One run of a pipeline: the loop over passes and operations. It is one loop for synchronous and asynchronous runs: it
 * stops and hands out the promise when a pass answers one, and can be continued.
 *
 * The order is MLIR's: an operation goes through the whole of its pipeline before the next one starts; when a pass fails,
 * its operation's pipeline ends, the siblings still run, and the parent's next pass does not.
 */
export class Runner<Op extends object> implements RunServices<Op> {
  readonly #adapter: IrAdapter<Op>;
  readonly #options: RunnerOptions<Op>;
  readonly #nameOf: (op: Op) => OperationName;
  readonly #frames: Frame<Op>[] = [];
  readonly #runs = new Map<PassStep<Op>, PassRun<Op>>();
  /** Index of the innermost frame at work; -1 when there is none. */
  #depth = -1;
  readonly failures: PassFailure[] = [];

  constructor(adapter: IrAdapter<Op>, options: RunnerOptions<Op>) {
    this.#adapter = adapter;
    this.#options = options;
    this.#nameOf = (op) => adapter.nameOf(op);
  }

  /** Calls `initialize` of every pass of a program, nested ones included; answers whether all succeeded. */
  initialize(program: Program<Op>): boolean {
    for (const step of program.steps) {
      if (step.isAdaptor) {
        if (!step.programs.every((nested) => this.initialize(nested))) return false;
        continue;
      }
      const run = this.#runOf(step);
      const diagnostic = run.body.initialize?.({ options: run.options });
      if (diagnostic === undefined) continue;
      this.#options.report(diagnostic);
      return false;
    }
    return true;
  }

  /** Starts a program on an operation. Run it with {@link proceed}. */
  start(program: Program<Op>, op: Op): void {
    this.#enter(program, op, undefined);
  }

  /**
   * Runs until the program that was started is done, or until a pass answers a promise: that is answered then, and
   * `proceed` is to be called again when it is settled, with what it rejected with if it did.
   */
  proceed(): Promise<void> | undefined {
    return this.#loop(0);
  }

  /** Takes up a pass whose promise is settled. */
  settle(rejection?: { readonly reason: unknown }): void {
    const frame = this.#top();
    const step = frame.program.steps[frame.next];
    invariant(step !== undefined && !step.isAdaptor, "no pass is waiting");
    const run = this.#runOf(step);
    if (rejection !== undefined) this.#caught(run, frame, rejection.reason);
    this.#finishPass(run, frame);
  }

  /** The pass that answered a promise and has not been settled. */
  get waiting(): { readonly pass: string; readonly place: errors.OpPlace } {
    const frame = this.#top();
    const step = frame.program.steps[frame.next];
    invariant(step !== undefined, "no pass is waiting");
    return { pass: step.argument, place: this.placeOf(frame.op) };
  }

  /** Whether the last program that was run to its end succeeded. */
  get succeeded(): boolean {
    return !(this.#frames[0]?.failed ?? false);
  }

  scopeOf(frame: Frame<Op>): AnalysisScope<Op> {
    if (frame.analyses === undefined) {
      const host = { adapter: this.#adapter, instrumentations: this.#options.instrumentations };
      frame.analyses =
        frame.outer === undefined
          ? new AnalysisScope(frame.op, undefined, host)
          : this.scopeOf(frame.outer).nest(frame.op);
    }
    return frame.analyses;
  }

  speak(severity: Severity, step: PassStep<Op>, message: string, at: Op): void {
    this.#options.report(errors.spoken(severity, step.argument, message, this.placeOf(at)));
  }

  runDynamic(step: PassStep<Op>, frame: Frame<Op>, manager: OpPassManager<Op>, op: Op): boolean {
    if (!this.#isInside(op, frame.op)) {
      this.#options.report(errors.foreignOp(step.argument, this.placeOf(op)));
      return false;
    }
    const program = finalize(manager, this.#adapter);
    const name = this.#nameOf(op);
    if (program.anchor !== undefined && program.anchor !== name) {
      this.#options.report(errors.wrongRoot(program.anchorText, this.placeOf(op)));
      return false;
    }
    if (!this.initialize(program)) return false;
    const base = this.#depth + 1;
    this.#enter(program, op, frame);
    const promise = this.#loop(base);
    if (promise === undefined) return !(this.#frames[base]?.failed ?? true);
    this.#depth = base - 1;
    promise.catch(() => undefined);
    this.#options.report(errors.promiseInSyncRun(step.argument, this.placeOf(op)));
    return false;
  }

  placeOf(op: Op): errors.OpPlace {
    return {
      name: this.#nameOf(op).text,
      symbol: this.#adapter.symbolOf?.(op),
      at: this.#adapter.locationOf?.(op),
    };
  }

  #isInside(op: Op, ancestor: Op): boolean {
    for (let at: Op | undefined = op; at !== undefined; at = this.#adapter.parentOf(at))
      if (at === ancestor) return true;
    return false;
  }

  #runOf(step: PassStep<Op>): PassRun<Op> {
    let run = this.#runs.get(step);
    if (run === undefined) {
      run = new PassRun(step, this);
      this.#runs.set(step, run);
    }
    return run;
  }

  #top(): Frame<Op> {
    return this.#frames[this.#depth] as Frame<Op>;
  }

  #enter(program: Program<Op>, op: Op, outer: Frame<Op> | undefined): void {
    this.#depth++;
    let frame = this.#frames[this.#depth];
    if (frame === undefined) {
      frame = new Frame();
      this.#frames.push(frame);
    }
    frame.enter(program, op, outer);
    for (const instrumentation of this.#options.instrumentations) instrumentation.beforePipeline?.(program.anchor, op);
    const refused = this.#refuse(program, op);
    if (refused === undefined) return;
    this.#options.report(refused);
    frame.failed = true;
  }

  /** MLIR asks this of every pass on every operation; the answer depends on the operation's name alone. */
  #refuse(program: Program<Op>, op: Op): Diagnostic | undefined {
    if (program.steps.length === 0) return undefined;
    const name = this.#nameOf(op);
    if (!name.isRegistered) return errors.unregisteredOp(this.placeOf(op));
    if (!name.isIsolatedFromAbove) return errors.notIsolated(this.placeOf(op));
    const unfit = program.steps.find((step) => !canScheduleOn(step, name));
    return unfit === undefined ? undefined : errors.unsupportedOp(unfit.displayName, this.placeOf(op));
  }

  #leave(frame: Frame<Op>): void {
    const { instrumentations } = this.#options;
    for (let i = instrumentations.length - 1; i >= 0; i--) {
      instrumentations[i]?.afterPipeline?.(frame.program.anchor, frame.op);
    }
    // What was computed for this operation goes with its pipeline; its parent may have computed it before.
    const { outer } = frame;
    if (outer?.analyses !== undefined && outer.op !== frame.op) outer.analyses.dropNested(frame.op);
    this.#depth--;
    if (frame.failed && outer?.adaptor !== undefined) outer.nestedFailed = true;
  }

  /** Runs frames down to `base` and leaves it, or stops at a promise. */
  #loop(base: number): Promise<void> | undefined {
    while (this.#depth >= base) {
      const frame = this.#top();
      if (frame.adaptor !== undefined) {
        this.#runNextNested(frame, frame.adaptor);
        continue;
      }
      const step = frame.failed ? undefined : frame.program.steps[frame.next];
      if (step === undefined) {
        this.#leave(frame);
        continue;
      }
      if (step.isAdaptor) {
        this.#startAdaptor(frame, step);
        continue;
      }
      const run = this.#runOf(step);
      const promise = this.#runPass(run, frame);
      if (promise !== undefined) return promise;
    }
    return undefined;
  }

  #startAdaptor(frame: Frame<Op>, adaptor: AdaptorStep<Op>): void {
    this.#before(adaptor, frame.op);
    frame.adaptor = adaptor;
    frame.nested.length = 0;
    frame.nextNested = 0;
    frame.nestedFailed = false;
    this.#adapter.collectNested(frame.op, frame.nested, adaptor.anchors);
  }

  #runNextNested(frame: Frame<Op>, adaptor: AdaptorStep<Op>): void {
    const { nested } = frame;
    while (frame.nextNested < nested.length) {
      const op = nested[frame.nextNested++] as Op;
      const program = adaptor.programFor(this.#nameOf(op));
      if (program === undefined) continue;
      this.#enter(program, op, frame);
      return;
    }
    nested.length = 0;
    frame.adaptor = undefined;
    frame.next++;
    frame.analyses?.invalidate(NOTHING_PRESERVED);
    let { nestedFailed } = frame;
    if (!nestedFailed && this.#options.verifyEach) nestedFailed = !this.#verify(adaptor, frame.op, false);
    frame.failed = nestedFailed;
    this.#after(adaptor, frame.op, nestedFailed);
  }

  #runPass(run: PassRun<Op>, frame: Frame<Op>): Promise<void> | undefined {
    this.#before(run.step, frame.op);
    run.begin(frame);
    try {
      const promise = run.runOnOperation.call(run.body, frame.op, run);
      if (promise !== undefined && typeof promise.then === "function") return Promise.resolve(promise);
    } catch (thrown) {
      this.#caught(run, frame, thrown);
    }
    this.#finishPass(run, frame);
    return undefined;
  }

  #caught(run: PassRun<Op>, frame: Frame<Op>, thrown: unknown): void {
    const pass = run.step.argument;
    const carried = diagnosticOf(thrown);
    this.#options.report(
      carried === undefined ? errors.passThrew(pass, this.placeOf(frame.op), thrown) : { step: pass, ...carried },
    );
    run.failed = true;
  }

  #finishPass(run: PassRun<Op>, frame: Frame<Op>): void {
    run.end();
    frame.next++;
    if (!run.all && frame.analyses !== undefined) frame.analyses.invalidate(run);
    if (run.failed) this.failures.push({ pass: run.step.argument, place: this.placeOf(frame.op) });
    else if (this.#options.verifyEach && !run.all && !this.#verify(run.step, frame.op, true)) run.failed = true;
    frame.failed = run.failed;
    this.#after(run.step, frame.op, run.failed);
  }

  #verify(step: InstrumentedPass, op: Op, recursive: boolean): boolean {
    if (this.#adapter.verify === undefined || this.#adapter.verify(op, { recursive }, this.#options.report))
      return true;
    this.failures.push({ pass: step.argument, place: this.placeOf(op) });
    return false;
  }

  #before(pass: InstrumentedPass, op: Op): void {
    const { instrumentations } = this.#options;
    for (let i = 0; i < instrumentations.length; i++) instrumentations[i]?.beforePass?.(pass, op);
  }

  #after(pass: InstrumentedPass, op: Op, failed: boolean): void {
    const { instrumentations } = this.#options;
    for (let i = instrumentations.length - 1; i >= 0; i--) {
      if (failed) instrumentations[i]?.afterPassFailed?.(pass, op);
      else instrumentations[i]?.afterPass?.(pass, op);
    }
  }
}
