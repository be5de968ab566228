import {
  BugError,
  type Diagnostic,
  diagnosticOf,
  invariant,
  type Severity,
  type SourceLocation,
  UsageError,
} from "../diagnostic.ts";
import { type Action, type InstrumentedPass, type Instrumentation } from "../instrumentation.ts";
import { type IrAdapter, type OperationName } from "../ir-adapter.ts";
import { type NestedExecutor, type NestedOutcome } from "../nested-executor.ts";
import { type OpPassManager } from "../op-pass-manager.ts";
import { type JumpRequest, type Pass, type PassBatch, type SpokenRest } from "../pass.ts";
import { type PassRegistry } from "../registry.ts";
import { parsePipeline, type PipelineResult } from "../text/build-pipeline.ts";
import { AnalysisScope, type Preservation } from "./analysis-scope.ts";
import { batchSteps } from "./batch.ts";
import { Frame } from "./frame.ts";
import { Hooks } from "./hooks.ts";
import { collectWork } from "./nested-work.ts";
import { PassRun, type RunServices } from "./pass-run.ts";
import { type AdaptorStep, finalize, type PassStep, type Program } from "./program.ts";
import * as errors from "./run-errors.ts";

/** What nested pipelines leave of their parent's analyses: anything may have changed inside. */
const NOTHING_PRESERVED: Preservation = { all: false, none: true, isPreserved: () => false };

const RECURSIVE: { readonly recursive: boolean } = { recursive: true };
const SHALLOW: { readonly recursive: boolean } = { recursive: false };

/** Another way through the operations beside each other, for checks: the result has to be the same. */
export interface SiblingOrder {
  /** From the last to the first. */
  readonly reversed?: boolean;
  /** Each with passes of its own, in fresh state. */
  readonly fresh?: boolean;
}

/** How a run is done. */
export interface RunnerOptions<Op extends object> {
  readonly verifyEach: boolean;
  readonly instrumentations: readonly Instrumentation<Op>[];
  /** Gets every diagnostic, in the order in which they come up. */
  readonly report: (diagnostic: Diagnostic) => void;
  /** Gets what passes print. */
  readonly output: ((text: string) => void) | undefined;
  /** Where passes that make pipelines from text look names up. */
  readonly registry: PassRegistry<Op> | undefined;
  /** Gets the jumps that passes ask for, where a graph runs the pipeline. */
  readonly onJump: ((request: JumpRequest) => void) | undefined;
  readonly siblings: SiblingOrder | undefined;
  /** Who may run nested pipelines elsewhere, where the run can wait. */
  readonly executor: NestedExecutor<Op> | undefined;
}

/** A pass that did not succeed, and where. */
export interface PassFailure {
  /** Its name; empty where the verifier failed after nested pipelines. */
  readonly pass: string;
  readonly place: errors.OpPlace;
  /** What the pass threw, if it did: it has the stack that the diagnostic has not. */
  readonly thrown?: unknown;
}

/** A manager that a pass ran as a dynamic pipeline, made ready. */
interface Prepared<Op extends object> {
  readonly program: Program<Op>;
  readonly size: number;
  isRunning: boolean;
}

/**
 * One run of a pipeline: the loop over passes and operations. It is one loop for synchronous and asynchronous runs: it
 * stops and hands out the promise when a pass answers one, and can be continued.
 *
 * The order is MLIR's (mlir/lib/Pass/Pass.cpp, `OpToOpPassAdaptor::run` and `runPipeline`): an operation goes through the
 * whole of its pipeline before the next one starts; when a pass fails, its operation's pipeline ends, the siblings still
 * run, and the parent's next pass does not.
 */
export class Runner<Op extends object> implements RunServices<Op> {
  readonly #adapter: IrAdapter<Op>;
  // What the loop asks per operation is copied out of the adapter: adapters differ in shape, this class does not. With six
  // adapters in one process that takes 26 instead of 34 ns per pass and operation (Node 20, with a verifier).
  readonly #nameOf: IrAdapter<Op>["nameOf"];
  readonly #parentOf: IrAdapter<Op>["parentOf"];
  readonly #verifyOp: IrAdapter<Op>["verify"];
  readonly #verifyEach: boolean;
  readonly #report: (diagnostic: Diagnostic) => void;
  readonly #output: RunnerOptions<Op>["output"];
  readonly #registry: PassRegistry<Op> | undefined;
  readonly #onJump: RunnerOptions<Op>["onJump"];
  readonly #siblings: SiblingOrder | undefined;
  readonly #executor: NestedExecutor<Op> | undefined;
  readonly #hooks: Hooks<Op>;
  readonly #frames: Frame<Op>[] = [];
  readonly #initialized = new Set<Pass<Op>>();
  readonly #prepared = new Map<OpPassManager<Op>, Prepared<Op>>();
  /** Index of the innermost frame at work; -1 when there is none. */
  #depth = -1;
  /** The pass after which the verifier is at work. */
  #verified = "";
  readonly failures: PassFailure[] = [];

  constructor(adapter: IrAdapter<Op>, options: RunnerOptions<Op>) {
    this.#adapter = adapter;
    this.#nameOf = adapter.nameOf;
    this.#parentOf = adapter.parentOf;
    this.#verifyOp = adapter.verify;
    this.#verifyEach = options.verifyEach;
    this.#report = options.report;
    this.#output = options.output;
    this.#registry = options.registry;
    this.#siblings = options.siblings;
    this.#onJump = options.onJump;
    this.#hooks = new Hooks(options.instrumentations);
    const isAlone = options.siblings === undefined && !this.#hooks.lookInside;
    this.#executor = isAlone ? options.executor : undefined;
  }

  get adapter(): IrAdapter<Op> {
    return this.#adapter;
  }

  get hooks(): Hooks<Op> {
    return this.#hooks;
  }

  /** Makes a manager ready for this run. Throws as {@link finalize} does. */
  finalize(manager: OpPassManager<Op>): Program<Op> {
    // Instrumentations are to see every pass.
    if (this.#hooks.areInstalled) return finalize(manager, this.#adapter);
    const isAllowed = (batch: PassBatch<Op>): boolean => !this.#verifyEach || batch.verifiesEach === true;
    return finalize(manager, this.#adapter, (steps, anchor) => batchSteps(steps, anchor, this.#adapter, isAllowed));
  }

  /**
   * Calls `initialize` of every pass of a program, nested ones included, that this run has not called yet; answers whether
   * all succeeded.
   */
  initialize(program: Program<Op>): boolean {
    for (const step of program.steps) {
      if (step.isAdaptor) {
        if (!step.programs.every((nested) => this.initialize(nested))) return false;
        continue;
      }
      if (this.#initialized.has(step.pass)) continue;
      this.#initialized.add(step.pass);
      const diagnostic = this.#initializePass(step);
      if (diagnostic === undefined) continue;
      this.#report({ step: step.argument, ...diagnostic });
      return false;
    }
    return true;
  }

  /** Starts a program on an operation. Run it with {@link proceed}. */
  start(program: Program<Op>, op: Op): void {
    this.#enter(program, op, this.#adapter.nameOf(op), undefined, undefined);
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
    if (this.#frames[this.#depth]?.adaptor !== undefined) {
      if (rejection !== undefined) throw rejection.reason;
      return;
    }
    const { frame, run } = this.#waiting();
    if (rejection !== undefined) this.#caught(run, frame, rejection.reason);
    this.#finishPass(run, frame);
  }

  /**
   * Gives up on the promise that a pass answered. The pass may go on in the background with its context in hand, so that
   * context is never used again.
   */
  abandon(promise: Promise<void>, because: (pass: string, place: errors.OpPlace) => Diagnostic): void {
    promise.catch(() => undefined);
    const { frame, run } = this.#waiting();
    run.step.run = undefined;
    run.failed = true;
    run.isExplained = true;
    this.#report(because(run.step.argument, this.placeOf(frame.op)));
    this.#finishPass(run, frame);
  }

  /** Whether the last program that was run to its end succeeded. */
  get succeeded(): boolean {
    return !(this.#frames[0]?.failed ?? false);
  }

  scopeOf(frame: Frame<Op>): AnalysisScope<Op> {
    frame.analyses ??=
      frame.outer === undefined
        ? new AnalysisScope(frame.op, undefined, this)
        : this.scopeOf(frame.outer).nest(frame.op);
    return frame.analyses;
  }

  speak(severity: Severity, step: PassStep<Op>, message: string, at: Op): void {
    this.#reportOn(at, errors.spoken(severity, step.argument, message, this.placeOf(at)));
  }

  print(step: PassStep<Op>, text: string, at: Op): void {
    if (this.#output === undefined) this.speak("remark", step, text, at);
    else this.#output(text);
  }

  requestJump(step: PassStep<Op>, frame: Frame<Op>, target: string, reason: string): void {
    const pass = step.argument;
    const place = this.placeOf(frame.op);
    if (this.#onJump === undefined) throw new UsageError(errors.jumpWithoutGraph(pass, target, place));
    if (frame.op !== this.#frames[0]?.op) throw new UsageError(errors.nestedJump(pass, target, place));
    this.#onJump({ target, reason, pass });
  }

  runDynamic(step: PassStep<Op>, frame: Frame<Op>, manager: OpPassManager<Op>, op: Op): boolean {
    if (!this.#isInside(op, frame.op)) {
      this.#reportOn(op, errors.foreignOp(step.argument, this.placeOf(op)));
      return false;
    }
    const prepared = this.#prepare(manager, op);
    if (prepared === undefined) return false;
    const base = this.#depth + 1;
    prepared.isRunning = true;
    try {
      this.#enter(prepared.program, op, this.#adapter.nameOf(op), frame, step);
      for (let promise = this.#loop(base); promise !== undefined; promise = this.#loop(base)) {
        this.abandon(promise, errors.promiseInDynamicPipeline);
      }
      return !(this.#frames[base] as Frame<Op>).failed;
    } finally {
      prepared.isRunning = false;
      // A hook or an adapter threw through the loop: what it left open is closed.
      this.#depth = base - 1;
    }
  }

  runAction<T>(action: Action, op: Op, body: () => T): T {
    if (!this.#hooks.areInstalled) return body();
    this.#hooks.beforeAction(action, op);
    try {
      return body();
    } finally {
      this.#hooks.afterAction(action, op);
    }
  }

  speakAt(
    severity: Severity,
    step: PassStep<Op>,
    message: string,
    at: SourceLocation | undefined,
    rest: SpokenRest = {},
  ): void {
    this.#report({ ...errors.spoken(severity, step.argument, message, { name: "", symbol: undefined, at }), ...rest });
  }

  placeOf(op: Op): errors.OpPlace {
    try {
      return {
        name: this.#adapter.nameOf(op).text,
        symbol: this.#adapter.symbolOf?.(op),
        at: this.#adapter.locationOf?.(op),
      };
    } catch {
      return { name: "", symbol: undefined, at: undefined };
    }
  }

  /** Reports what is wrong with an operation, with what the adapter has to say of it. */
  #reportOn(op: Op, diagnostic: Diagnostic): void {
    const message = this.#adapter.noteOn?.(op, diagnostic.severity);
    if (message === undefined) this.#report(diagnostic);
    else {
      const note = diagnostic.at === undefined ? { message } : { message, at: diagnostic.at };
      this.#report({ ...diagnostic, notes: [...(diagnostic.notes ?? []), note] });
    }
  }

  /** Makes a dynamic pipeline ready, once per run unless it grew since; reports why not. */
  #prepare(manager: OpPassManager<Op>, op: Op): Prepared<Op> | undefined {
    let prepared = this.#prepared.get(manager);
    // A pipeline that runs itself again further inside needs contexts of its own there.
    if (prepared === undefined || prepared.isRunning || prepared.size !== manager.size) {
      let program: Program<Op>;
      try {
        program = this.finalize(manager);
      } catch (thrown) {
        const diagnostic = diagnosticOf(thrown);
        if (diagnostic === undefined) throw thrown;
        this.#report(diagnostic);
        return undefined;
      }
      const isFirst = prepared === undefined || !prepared.isRunning;
      prepared = { program, size: manager.size, isRunning: false };
      if (isFirst) this.#prepared.set(manager, prepared);
    }
    const { program } = prepared;
    if (program.anchor !== undefined && program.anchor !== this.#adapter.nameOf(op)) {
      this.#report(errors.wrongRoot(program.anchorText, this.placeOf(op)));
      return undefined;
    }
    return this.initialize(program) ? prepared : undefined;
  }

  #initializePass(step: PassStep<Op>): Diagnostic | undefined {
    const { body, options } = step.pass;
    try {
      if (body.batch?.prepare !== undefined) {
        const problem = body.batch.prepare(step.pass);
        if (problem !== undefined) return problem;
      }
      if (body.initialize === undefined) return undefined;
      return body.initialize({
        options: options.values,
        parsePipeline: (text, anchor) => this.#parsePipeline(step.argument, text, anchor),
        print: (text) => this.#output?.(text),
      });
    } catch (thrown) {
      if (thrown instanceof BugError) throw thrown;
      return diagnosticOf(thrown) ?? errors.threwIn("initialize", step.argument, thrown);
    }
  }

  #parsePipeline(pass: string, text: string, anchor: string | undefined): PipelineResult<Op> {
    const registry = this.#registry;
    if (registry === undefined) return { ok: false, diagnostic: errors.noRegistry(pass) };
    // The text in the parentheses is what positions in errors count from, so wrapping it moves none.
    return parsePipeline(anchor === undefined ? text : `${anchor}(${text})`, registry);
  }

  #isInside(op: Op, ancestor: Op): boolean {
    for (let at: Op | undefined = op; at !== undefined; at = this.#adapter.parentOf(at))
      if (at === ancestor) return true;
    return false;
  }

  /** Whether `op` is still directly inside `parent`. Handles of erased operations may throw when asked. */
  #isStillIn(op: Op, parent: Op): boolean {
    try {
      return this.#parentOf.call(this.#adapter, op) === parent;
    } catch {
      return false;
    }
  }

  #waiting(): { readonly frame: Frame<Op>; readonly run: PassRun<Op> } {
    const frame = this.#frames[this.#depth];
    const step = frame?.program.steps[frame.next];
    invariant(frame !== undefined && step !== undefined && !step.isAdaptor && step.run !== undefined, "no pass waits");
    return { frame, run: step.run };
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
    frame.parent = parent;
    // A pass on an operation around this one may have asked for analyses of it, which passes here may make wrong.
    frame.analyses = outer?.analyses?.findNested(op);
    if (this.#hooks.areInstalled && parent !== undefined) this.#hooks.beforePipeline(program.anchor, op, parent);
  }

  #leave(frame: Frame<Op>): void {
    const { program, op, outer, parent } = frame;
    if (!frame.failed && frame.limit < program.steps.length) {
      this.#reportOn(op, this.#refusal(frame));
      frame.failed = true;
    }
    if (this.#hooks.areInstalled && parent !== undefined && !frame.failed) {
      this.#hooks.afterPipeline(program.anchor, op, parent);
    }
    // What was computed for this operation goes with its pipeline, whoever computed it.
    if (frame.analyses !== undefined) {
      if (frame.analyses === outer?.analyses) frame.analyses.clear();
      else frame.analyses.drop();
    }
    this.#depth--;
    if (frame.failed && outer?.adaptor !== undefined) outer.nestedFailed = true;
  }

  /** Why the next step cannot run on the operation. */
  #refusal(frame: Frame<Op>): Diagnostic {
    const name = this.#adapter.nameOf(frame.op);
    const place = this.placeOf(frame.op);
    if (!name.isRegistered) return errors.unregisteredOp(place);
    if (!name.isIsolatedFromAbove) return errors.notIsolated(place);
    return errors.unsupportedOp(frame.program.steps[frame.limit]?.displayName ?? "", place);
  }

  /** Runs frames down to `base` and leaves it, or stops at a promise. */
  #loop(base: number): Promise<void> | undefined {
    while (this.#depth >= base) {
      const frame = this.#frames[this.#depth] as Frame<Op>;
      if (frame.adaptor !== undefined) {
        if (frame.nextNested >= frame.offerAt) {
          const promise = this.#offer(frame, frame.adaptor, this.#executor as NestedExecutor<Op>);
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

  /** Runs the steps of a frame up to the next adaptor, which it starts; at the end it leaves the frame. */
  #runSteps(frame: Frame<Op>): Promise<void> | undefined {
    const { steps } = frame.program;
    while (frame.next < frame.limit && !frame.failed) {
      const step = steps[frame.next] as PassStep<Op> | AdaptorStep<Op>;
      if (step.isAdaptor) {
        this.#startAdaptor(frame, step);
        return undefined;
      }
      const promise = this.#runPass((step.run ??= new PassRun(step, this)), frame);
      if (promise !== undefined) return promise;
    }
    this.#leave(frame);
    return undefined;
  }

  #startAdaptor(frame: Frame<Op>, adaptor: AdaptorStep<Op>): void {
    if (this.#hooks.areInstalled) this.#hooks.beforePass(adaptor, frame.op);
    frame.adaptor = adaptor;
    frame.nested.length = 0;
    frame.nextNested = 0;
    frame.nestedFailed = false;
    this.#adapter.collectNested(frame.op, frame.nested, adaptor.anchors);
    if (this.#siblings?.reversed === true) frame.nested.reverse();
    frame.offerAt = this.#executor !== undefined && this.#canOffer(frame, adaptor) ? 0 : Infinity;
  }

  /** Whether nobody could tell where the operations inside are run. */
  #canOffer(frame: Frame<Op>, adaptor: AdaptorStep<Op>): boolean {
    if (!adaptor.programs.every(({ manager }) => manager.threading)) return false;
    for (let at: Frame<Op> | undefined = frame; at !== undefined; at = at.outer) {
      // A pass that runs a dynamic pipeline does not wait.
      if (at.parent?.isAdaptor === false || at.analyses?.isEmpty === false) return false;
    }
    return true;
  }

  /** Offers what is left of the nested operations to the executor. */
  #offer(frame: Frame<Op>, adaptor: AdaptorStep<Op>, executor: NestedExecutor<Op>): Promise<void> | undefined {
    frame.offerAt = Infinity;
    const items = collectWork(frame, adaptor, this.#adapter);
    if (items.length < 2) return undefined;
    const answer = executor.offer({ run: this, parent: frame.op, items, verifyEach: this.#verifyEach });
    if (answer === undefined) return undefined;
    if (typeof answer === "number") {
      frame.offerAt = frame.nextNested + Math.max(1, answer);
      return undefined;
    }
    return answer.then((outcomes) => void (frame.outcomes = outcomes));
  }

  /** Takes up what became of an operation elsewhere. */
  #takeUp(outcome: NestedOutcome, op: Op, frame: Frame<Op>): void {
    if (outcome.kind === "done") outcome.apply();
    else {
      this.#report(outcome.diagnostic);
      this.failures.push({ pass: "", place: this.placeOf(op) });
      frame.nestedFailed = true;
    }
  }

  #runNextNested(frame: Frame<Op>, adaptor: AdaptorStep<Op>): void {
    const { nested } = frame;
    while (frame.nextNested < nested.length) {
      const op = nested[frame.nextNested++] as Op;
      // An earlier sibling's pipeline may have erased it.
      if (!this.#isStillIn(op, frame.op)) continue;
      const outcome = frame.outcomes?.get(op);
      if (outcome !== undefined) {
        this.#takeUp(outcome, op, frame);
        continue;
      }
      const name = this.#nameOf.call(this.#adapter, op);
      let program = adaptor.programFor(name);
      if (program === undefined) continue;
      if (this.#siblings?.fresh === true) {
        program = program.clone(this.#adapter);
        if (!this.initialize(program)) {
          frame.nestedFailed = true;
          continue;
        }
      }
      this.#enter(program, op, name, frame, adaptor);
      return;
    }
    nested.length = 0;
    frame.outcomes = undefined;
    frame.adaptor = undefined;
    frame.next++;
    frame.analyses?.invalidate(NOTHING_PRESERVED);
    frame.failed = frame.nestedFailed || (this.#verifyEach && !this.#verify(adaptor, frame));
    this.#after(adaptor, frame);
  }

  #runPass(run: PassRun<Op>, frame: Frame<Op>): Promise<void> | undefined {
    if (this.#hooks.areInstalled) this.#hooks.beforePass(run.step, frame.op);
    run.begin(frame);
    try {
      const answer = run.runOnOperation.call(run.body, frame.op, run);
      if (answer !== undefined && isPromise(answer)) return Promise.resolve(answer);
    } catch (thrown) {
      this.#caught(run, frame, thrown);
    }
    this.#finishPass(run, frame);
    return undefined;
  }

  #caught(run: PassRun<Op>, frame: Frame<Op>, thrown: unknown): void {
    if (thrown instanceof BugError) throw thrown;
    this.#hooks.check();
    const pass = run.step.argument;
    const carried = diagnosticOf(thrown);
    const place = this.placeOf(frame.op);
    this.#report(
      carried === undefined ? errors.passThrew(pass, place, thrown) : errors.passThrewDiagnostic(pass, place, carried),
    );
    run.failed = true;
    run.isExplained = true;
    run.thrown = { value: thrown };
  }

  #finishPass(run: PassRun<Op>, frame: Frame<Op>): void {
    run.end();
    frame.next++;
    if (frame.analyses !== undefined && !run.all) frame.analyses.invalidate(run);
    if (run.failed) {
      this.#fail(run, frame);
      frame.failed = true;
    } else if (this.#verifyEach && !run.all) {
      frame.failed = !this.#verify(run.step, frame);
    }
    this.#after(run.step, frame);
  }

  #fail(run: PassRun<Op>, frame: Frame<Op>): void {
    const pass = run.step.argument;
    const place = this.placeOf(frame.op);
    this.failures.push({ pass, place, ...(run.thrown === undefined ? {} : { thrown: run.thrown.value }) });
    if (!run.isExplained) this.#report(errors.passFailed(pass, place));
  }

  /** Runs the IR's verifier after a pass or, leaving out what nested passes had verified, after an adaptor. */
  #verify(step: PassStep<Op> | AdaptorStep<Op>, frame: Frame<Op>): boolean {
    const { op, outer } = frame;
    const pass = step.argument;
    if (outer?.adaptor !== undefined && !this.#isStillIn(op, outer.op)) {
      this.#report(errors.erasedOp(pass, frame.program.anchorText));
      this.failures.push({ pass, place: this.placeOf(op) });
      return false;
    }
    if (this.#verifyOp === undefined) return true;
    let thrown: { readonly value: unknown } | undefined;
    this.#verified = pass;
    try {
      if (this.#verifyOp.call(this.#adapter, op, step.isAdaptor ? SHALLOW : RECURSIVE, this.#reportInvalid))
        return true;
    } catch (value) {
      if (value instanceof BugError) throw value;
      thrown = { value };
    }
    const place = this.placeOf(op);
    this.#report(errors.verifierFailed(pass, place, thrown));
    this.failures.push({ pass, place, ...(thrown === undefined ? {} : { thrown: thrown.value }) });
    return false;
  }

  /** What the verifier reports is put down to the pass after which it ran. */
  readonly #reportInvalid = (diagnostic: Diagnostic): void => {
    this.#report(this.#verified === "" ? diagnostic : { step: this.#verified, ...diagnostic });
  };

  #after(step: InstrumentedPass, frame: Frame<Op>): void {
    if (!this.#hooks.areInstalled) return;
    if (frame.failed) this.#hooks.afterPassFailed(step, frame.op);
    else this.#hooks.afterPass(step, frame.op);
  }
}

function isPromise(answer: unknown): answer is Promise<void> {
  return typeof (answer as { then?: unknown } | null)?.then === "function";
}
