import { GROUP_MEMBER, UsageError, isPromise, mustBeFunction } from "@passwright/core";
import type { Action, Analysis, InstrumentedPass, Instrumentation, OperationName } from "@passwright/core";
import { checkArgument } from "../check-argument.ts";
import type { Clock } from "../clock.ts";
import { timingStopped } from "../errors.ts";
import { Timer } from "./timer.ts";
import type { TimingTree } from "./timer.ts";
import { renderTiming } from "./timing-report.ts";
import type { TimingReportOptions } from "./timing-report.ts";

/**
 * Measures the passes, nested pipelines and analyses of one manager, and work in a {@link scope}. Corresponds to
 * `PassTiming` and `DefaultTimingManager` in MLIR (mlir/lib/Pass/PassTiming.cpp, mlir/lib/Support/Timing.cpp). The
 * total time starts when the constructor is called. Add `Timing` after all other instrumentations. The times of passes
 * then do not include the work of the other instrumentations.
 */
export class Timing implements Instrumentation<object> {
  /** Name in messages. */
  readonly name = "timing";
  readonly #nowMs: Clock;
  #root = new Timer("root");
  /** Active timers, outermost first. At the same index, `#owners` contains the owner of the timer. */
  readonly #timers: Timer[] = [];
  readonly #owners: unknown[] = [];
  #isStopped = false;

  /** Starts the total time. `nowMs` can be `() => performance.now()`. */
  constructor(nowMs: Clock) {
    checkArgument("`Timing`", mustBeFunction, nowMs, "nowMs");
    this.#nowMs = nowMs;
    this.#begin();
  }

  #begin(): void {
    this.#root = new Timer("root");
    this.#root.isHidden = true;
    this.#root.start(this.#nowMs);
  }

  /** Returns the times since the last call, for example the times of one input, and resets the times to zero. */
  take(): TimingTree {
    this.#closeFrom(0);
    this.#root.stop(this.#nowMs);
    const tree = this.#root.toTree();
    this.#begin();
    return tree;
  }

  /**
   * Runs `body` in a timer with this name, and returns the result of `body`. If `body` returns a promise, the timer
   * stops when the promise settles.
   */
  scope<T>(name: string, body: () => T): T {
    const owner = {};
    this.#open(owner, this.#current, `scope ${name}`, () => name);
    const close = (): void => this.#close(owner);
    let result: T;
    try {
      result = body();
    } catch (thrown) {
      close();
      throw thrown;
    }
    if (!isPromise(result)) {
      close();
      return result;
    }
    return result.finally(close) as T;
  }

  /** Stops all timers. Later work is not measured. {@link report} also stops the timers. */
  stop(): void {
    if (this.#isStopped) return;
    this.#closeFrom(0);
    this.#root.stop(this.#nowMs);
    this.#isStopped = true;
  }

  /** Measured times, as data. */
  get tree(): TimingTree {
    this.stop();
    return this.#root.toTree();
  }

  /** Stops all timers, and formats a report in MLIR's format. */
  report(options: TimingReportOptions = {}): string {
    return renderTiming(this.tree, options);
  }

  /** Starts the timer of a pipeline. */
  beforePipeline(anchor: OperationName | undefined, _op: object, parent: InstrumentedPass): void {
    // As in MLIR, the timer of a dynamic pipeline is a sibling of the timer of the pass that runs the pipeline. The
    // time of the pipeline is therefore part of two timers. The row `Rest` subtracts the time of the pipeline only
    // once.
    const adaptor = parent.isAdaptor ? this.#timers[this.#owners.lastIndexOf(parent.identity)] : undefined;
    const id = anchor ?? "any";
    this.#open(id, adaptor ?? this.#root, id, () => `'${anchor?.text ?? "any"}' Pipeline`);
  }

  /** Stops the timer of a pipeline. */
  afterPipeline(anchor: OperationName | undefined): void {
    this.#close(anchor ?? "any");
  }

  /** Starts the timer of a pass. */
  beforePass(pass: InstrumentedPass): void {
    const { identity } = pass;
    // Does not allocate a function for the name, because this method is called for each pass on each operation.
    this.#start(identity, this.#current.find(identity) ?? this.#nestPass(pass));
  }

  /** Stops the timer of a pass. */
  afterPass(pass: InstrumentedPass): void {
    this.#close(pass.identity);
  }

  /** Stops the timer of a pass that failed. */
  afterPassFailed(pass: InstrumentedPass): void {
    this.#close(pass.identity);
  }

  /** Starts the timer of a group member. Other actions are not measured. */
  beforeAction(action: Action): void {
    if (action.tag === GROUP_MEMBER) this.#open(action, this.#current, `member ${action.text}`, () => action.text);
  }

  /** Stops the timer of a group member. */
  afterAction(action: Action): void {
    if (action.tag === GROUP_MEMBER) this.#close(action);
  }

  /** Starts the timer of an analysis. */
  beforeAnalysis(analysis: Analysis<object, unknown>): void {
    this.#open(analysis, this.#current, `analysis ${analysis.name}`, () => `(A) ${analysis.displayName}`);
  }

  /** Stops the timer of an analysis. */
  afterAnalysis(analysis: Analysis<object, unknown>): void {
    this.#close(analysis);
  }

  get #current(): Timer {
    return this.#timers[this.#timers.length - 1] ?? this.#root;
  }

  #nestPass(pass: InstrumentedPass): Timer {
    const timer = this.#current.nest(pass.identity, () => pass.displayName);
    timer.isHidden = pass.isAdaptor && pass.anchorTexts.length <= 1;
    return timer;
  }

  #open(owner: unknown, parent: Timer, id: unknown, name: () => string): void {
    this.#start(owner, parent.nest(id, name));
  }

  #start(owner: unknown, timer: Timer): void {
    if (this.#isStopped) throw new UsageError(timingStopped());
    this.#timers.push(timer);
    this.#owners.push(owner);
    timer.start(this.#nowMs);
  }

  /**
   * Stops the timer of `owner` and all timers nested in it. A nested timer can still be active, because no hook reports
   * the end of a failed pipeline.
   */
  #close(owner: unknown): void {
    const index = this.#owners.lastIndexOf(owner);
    if (index >= 0) this.#closeFrom(index);
  }

  #closeFrom(index: number): void {
    while (this.#timers.length > index) {
      this.#timers.pop()?.stop(this.#nowMs);
      this.#owners.pop();
    }
  }
}
