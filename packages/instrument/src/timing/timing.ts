import { UsageError } from "@passwright/core";
import type { Analysis, InstrumentedPass, Instrumentation, OperationName } from "@passwright/core";
import type { Clock } from "../clock.ts";
import { timingStopped } from "../errors.ts";
import { Timer } from "./timer.ts";
import type { TimingTree } from "./timer.ts";
import { renderTiming } from "./timing-report.ts";
import type { TimingReportOptions } from "./timing-report.ts";

/**
 * Measures passes, nested pipelines and analyses of the runs of one manager, and whatever else is put into a
 * {@link scope}: MLIR's `PassTiming` and `DefaultTimingManager` (mlir/lib/Pass/PassTiming.cpp,
 * mlir/lib/Support/Timing.cpp). It runs from when it is made. Add it to a manager after all other instrumentations: the
 * last one starts last and stops first, so that the work of the others is not put down to passes.
 */
export class Timing implements Instrumentation<object> {
  readonly name = "timing";
  readonly #nowMs: Clock;
  readonly #root = new Timer("root");
  /** Timers at work, the outermost first, and beside them what each was started for. */
  readonly #timers: Timer[] = [];
  readonly #owners: unknown[] = [];
  #isStopped = false;

  constructor(nowMs: Clock) {
    this.#nowMs = nowMs;
    this.#root.isHidden = true;
    this.#root.start(nowMs);
  }

  /** Runs `body` in a timer of that name, up to the end of its promise if it answers one. */
  scope<T>(name: string, body: () => T): T {
    const owner = {};
    this.#open(owner, this.#current, `scope ${name}`, () => name);
    const close = (): void => this.#close(owner);
    let answer: T;
    try {
      answer = body();
    } catch (thrown) {
      close();
      throw thrown;
    }
    if (!isPromise(answer)) {
      close();
      return answer;
    }
    return answer.finally(close) as T;
  }

  /** Stops everything; what comes after is not measured. A report does it as well. */
  stop(): void {
    if (this.#isStopped) return;
    this.#closeFrom(0);
    this.#root.stop(this.#nowMs);
    this.#isStopped = true;
  }

  /** What was measured, as data. */
  get tree(): TimingTree {
    this.stop();
    return this.#root.toTree();
  }

  /** The report, in MLIR's format. */
  report(options: TimingReportOptions = {}): string {
    return renderTiming(this.tree, options);
  }

  /**
   * Takes in what a thread measured for the thing that is being timed now, for instance the adaptor that had it run
   * pipelines. Rows of the same name are merged: user times are added up, wall times are the longest.
   */
  mergeThread(tree: TimingTree): void {
    const sum = tree.children.reduce((ms, child) => ms + child.userMs, 0);
    this.#current.mergeChildren(tree);
    for (const timer of new Set([this.#root, ...this.#timers])) timer.addUserTime(sum);
  }

  beforePipeline(anchor: OperationName | undefined, _op: object, parent: InstrumentedPass): void {
    // As in MLIR, a pipeline that a pass runs is put beside the passes: its time counts twice, and `Rest` makes up for it.
    const adaptor = parent.isAdaptor ? this.#timers[this.#owners.lastIndexOf(parent.identity)] : undefined;
    const id = anchor ?? "any";
    this.#open(id, adaptor ?? this.#root, id, () => `'${anchor?.text ?? "any"}' Pipeline`);
  }

  afterPipeline(anchor: OperationName | undefined): void {
    this.#close(anchor ?? "any");
  }

  beforePass(pass: InstrumentedPass): void {
    const { identity } = pass;
    // Per pass and operation, so without a function for the name.
    this.#start(identity, this.#current.find(identity) ?? this.#nestPass(pass));
  }

  afterPass(pass: InstrumentedPass): void {
    this.#close(pass.identity);
  }

  afterPassFailed(pass: InstrumentedPass): void {
    this.#close(pass.identity);
  }

  beforeAnalysis(analysis: Analysis<object, unknown>): void {
    this.#open(analysis, this.#current, `analysis ${analysis.name}`, () => `(A) ${analysis.displayName}`);
  }

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

  /** Also stops what is still open inside: pipelines that failed are not announced as ended. */
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

function isPromise(answer: unknown): answer is Promise<unknown> {
  return typeof (answer as { then?: unknown } | null | undefined)?.then === "function";
}
