import type { Nesting } from "./anchor.ts";
import { diagnosticOf, UsageError } from "./diagnostic.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Instrumentation, InstrumentedRun } from "./instrumentation.ts";
import type { IrAdapter } from "./ir-adapter.ts";
import type { NestedExecutor } from "./nested-executor.ts";
import { OpPassManager } from "./pass.ts";
import type { JumpRequest } from "./pass.ts";
import type { PassRegistry } from "./registry.ts";
import type { Program } from "./run/program.ts";
import { missingAdapterPart, promiseInSyncRun, runAborted, wrongRoot } from "./run/run-errors.ts";
import type { PassFailure } from "./run/run-errors.ts";
import { runOnText } from "./run/text-run.ts";
import type { TextInput, TextRunOptions, TextRunResult } from "./run/text-run.ts";

import { Runner } from "./run/runner.ts";
import type { PassAtWork, SiblingOrder } from "./run/runner.ts";

/** What a run came to. */
export interface RunResult {
  readonly succeeded: boolean;
  /** All that was reported, in order, whether the run succeeded or not. */
  readonly diagnostics: readonly Diagnostic[];
  /** Which passes failed, on which operations, in order. */
  readonly failures: readonly PassFailure[];
}

/** One run on many operations: see {@link PassManager.open}. */
export interface OpenRun<Op extends object> {
  /** Runs on the next operation; the result is that of this one alone. */
  run(op: Op): Promise<RunResult>;
}

/** The part of an `AbortSignal` that a run looks at: the core does not know the DOM's types. */
export interface RunSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** How one run is watched. */
export interface RunOptions {
  /** Ends `runAsync` with PWC0420 when it is aborted: before the first pass, or while a pass is awaited. */
  readonly signal?: RunSignal;
  /** Gets every diagnostic when it comes up; the result has them all as well. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
  /** Another way through operations beside each other than one after the other, for checks. */
  readonly siblings?: SiblingOrder;
  /** Gets the jumps that passes ask for: the pipeline is part of a graph. Without it asking is an error. */
  readonly onJump?: (request: JumpRequest) => void;
}

/** Options of a {@link PassManager}. */
export interface PassManagerOptions {
  /** The operation it runs on; without one it is op-agnostic. */
  readonly anchor?: string;
  readonly nesting?: Nesting;
  /** The anchor stood in a text, where only `(` ends it: it may be anything, and then runs on nothing. */
  readonly isOutermost?: boolean;
}

/**
 * The manager at the top: it knows the IR, and runs. The counterpart of MLIR's `PassManager`. It may be run any number of
 * times; statistics add up over the runs.
 */
export class PassManager<Op extends object> extends OpPassManager<Op> {
  readonly adapter: IrAdapter<Op>;
  /** Run the IR's verifier after every pass that changed something. On unless switched off, as in MLIR. */
  verifyEach = true;
  /** Gets the text that passes print (`print-op-stats`), piece by piece. Without it that text becomes remarks. */
  output: ((text: string) => void) | undefined = undefined;
  /** Where passes with pipelines as options (`composite-fixed-point-pass`, `inline`) look up names. */
  registry: PassRegistry<Op> | undefined = undefined;
  /** Runs nested pipelines elsewhere, in threads for instance, when {@link runAsync} gets to them. */
  executor: NestedExecutor<Op> | undefined = undefined;
  readonly #instrumentations: Instrumentation<Op>[] = [];
  /** The run that was started last and is not over. */
  #runner: Runner<Op> | undefined = undefined;

  constructor(adapter: IrAdapter<Op>, options: PassManagerOptions = {}) {
    const { anchor, ...others } = options;
    super(anchor, others);
    this.adapter = adapter;
  }

  /** The pass that runs now or whose promise a run waits for: for reports about a run that does not end. */
  get atWork(): PassAtWork | undefined {
    return this.#runner?.atWork;
  }

  /** Adds hooks around everything that runs. */
  addInstrumentation(instrumentation: Instrumentation<Op>): this {
    this.#instrumentations.push(instrumentation);
    return this;
  }

  /**
   * Runs the passes on `op`. Problems in the pipeline, in the IR and in passes are answered, not thrown; what is thrown are
   * bugs, of this package or of the adapter. A pass that answers a promise fails with PWC0407: use {@link runAsync} for
   * those.
   */
  run(op: Op, options: RunOptions = {}): RunResult {
    const { diagnostics, report } = collectDiagnostics(options);
    const runner = this.#makeRunner(report, options, undefined);
    try {
      let succeeded = this.#start(runner, op, report);
      if (succeeded) {
        for (let promise = runner.proceed(); promise !== undefined; promise = runner.proceed()) {
          runner.abandon(promise, promiseInSyncRun);
        }
        succeeded = this.#finish(runner, op, report);
      }
      return { succeeded, diagnostics, failures: runner.reporter.failures };
    } catch (thrown) {
      report(getDiagnostic(thrown));
      return { succeeded: false, diagnostics, failures: runner.reporter.failures };
    } finally {
      this.#runner = undefined;
    }
  }

  /** Like {@link run}, and waits for passes that answer a promise. */
  async runAsync(op: Op, options: RunOptions = {}): Promise<RunResult> {
    const { diagnostics, report } = collectDiagnostics(options);
    const runner = this.#makeRunner(report, options, this.executor);
    try {
      if (options.signal?.aborted === true) throw new UsageError(runAborted(options.signal.reason));
      let succeeded = this.#start(runner, op, report);
      if (succeeded) {
        for (let promise = runner.proceed(); promise !== undefined; promise = runner.proceed()) {
          // The passes of one run follow each other: there is nothing to wait for side by side.
          runner.settle(await orAborted(rejectionOf(promise), options.signal));
        }
        succeeded = this.#finish(runner, op, report);
      }
      return { succeeded, diagnostics, failures: runner.reporter.failures };
    } catch (thrown) {
      report(getDiagnostic(thrown));
      return { succeeded: false, diagnostics, failures: runner.reporter.failures };
    } finally {
      this.#runner = undefined;
    }
  }

  /**
   * Runs on a text without making operations of it, where nothing but batches would look at them: the whole pipeline is
   * batches that can do that, and no instrumentation is installed. Else answers `undefined`, and has done nothing.
   */
  runOnText(text: TextInput, options: TextRunOptions): TextRunResult | undefined {
    if (this.#instrumentations.length > 0) return undefined;
    return runOnText(this, this.adapter, text, { ...options, verifyEach: this.verifyEach });
  }

  /**
   * Gets ready to run on many operations of the same name, one after the other, as one run: passes are initialized once.
   * For executors of nested pipelines.
   */
  open(): OpenRun<Op> {
    let found: Diagnostic[] = [];
    const report = (diagnostic: Diagnostic): void => void found.push(diagnostic);
    const runner = this.#makeRunner(report, {}, undefined);
    let program: Program<Op> | undefined;
    return {
      run: async (op) => {
        found = [];
        this.#runner = runner;
        const before = runner.reporter.failures.length;
        const end = (succeeded: boolean): RunResult => {
          return { succeeded, diagnostics: found, failures: runner.reporter.failures.slice(before) };
        };
        try {
          if (program === undefined) {
            program = this.#prepare(runner, op, report);
            if (program === undefined) return end(false);
          }
          runner.start(program, op);
          for (let promise = runner.proceed(); promise !== undefined; promise = runner.proceed()) {
            // oxlint-disable-next-line no-await-in-loop -- the passes of one run follow each other
            runner.settle(await rejectionOf(promise));
          }
          return end(runner.succeeded);
        } catch (thrown) {
          report(getDiagnostic(thrown));
          return end(false);
        } finally {
          this.#runner = undefined;
        }
      },
    };
  }

  #makeRunner(report: Report, { onJump, siblings }: RunOptions, executor: NestedExecutor<Op> | undefined): Runner<Op> {
    const { adapter, verifyEach, output, registry } = this;
    const instrumentations = this.#instrumentations;
    const options = { verifyEach, instrumentations, report, output, registry, onJump, siblings, executor };
    return (this.#runner = new Runner(adapter, options));
  }

  /** Checks and gets ready what can be before anything runs, in MLIR's order; answers what runs then, if it can go on. */
  #prepare(runner: Runner<Op>, op: Op, report: Report): Program<Op> | undefined {
    const { adapter } = this;
    const problem =
      this.anchor !== undefined && adapter.intern(this.anchor) !== adapter.nameOf(op)
        ? wrongRoot(this.anchor, runner.placeOf(op))
        : this.#loadDialects();
    if (problem !== undefined) {
      report(problem);
      return undefined;
    }
    const program = runner.programs.finalize(this);
    return runner.programs.initialize(program) ? program : undefined;
  }

  #start(runner: Runner<Op>, op: Op, report: Report): boolean {
    const program = this.#prepare(runner, op, report);
    if (program === undefined) return false;
    runner.parents.root = op;
    if (runner.hooks.areInstalled) runner.hooks.beforeRun(op, this.#describeRun(runner, report));
    runner.start(program, op);
    return true;
  }

  #finish(runner: Runner<Op>, op: Op, report: Report): boolean {
    const { succeeded, hooks } = runner;
    if (hooks.areInstalled) hooks.afterRun(op, this.#describeRun(runner, report), succeeded);
    return succeeded;
  }

  #describeRun(runner: Runner<Op>, report: Report): InstrumentedRun<Op> {
    const { parents, reporter } = runner;
    return { manager: this, failures: reporter.failures, parentOf: (op) => parents.parentOf(op), report };
  }

  #loadDialects(): Diagnostic | undefined {
    const names = new Set<string>();
    this.forEachPass((pass) => pass.declaration.dependentDialects?.forEach((name) => names.add(name)));
    if (names.size === 0) return undefined;
    const { adapter } = this;
    if (adapter.loadDialects === undefined)
      return missingAdapterPart("loadDialects", adapter.name, "a dependent dialect");
    return adapter.loadDialects([...names].sort());
  }
}

type Report = (diagnostic: Diagnostic) => void;

function collectDiagnostics({ onDiagnostic }: RunOptions): { diagnostics: Diagnostic[]; report: Report } {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): void => {
    diagnostics.push(diagnostic);
    onDiagnostic?.(diagnostic);
  };
  return { diagnostics, report };
}

/** What ended a run, if it is something to report. */
function getDiagnostic(thrown: unknown): Diagnostic {
  const diagnostic = diagnosticOf(thrown);
  if (diagnostic === undefined) throw thrown;
  return diagnostic;
}

/** Waits for a pass, and throws PWC0420 if the run is aborted first. */
async function orAborted<T>(settled: Promise<T>, signal: RunSignal | undefined): Promise<T> {
  if (signal === undefined) return settled;
  let listener = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    listener = () => reject(new UsageError(runAborted(signal.reason)));
    signal.addEventListener("abort", listener, { once: true });
    if (signal.aborted) listener();
  });
  try {
    return await Promise.race([settled, aborted]);
  } finally {
    signal.removeEventListener("abort", listener);
  }
}

function rejectionOf(promise: Promise<void>): Promise<{ readonly reason: unknown } | undefined> {
  return promise.then(
    () => undefined,
    (reason: unknown) => ({ reason }),
  );
}
