import type { Nesting } from "./anchor.ts";
import { batchCodeIn } from "./define-batch.ts";
import { diagnosticIn, UsageError } from "./diagnostic.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Instrumentation, InstrumentedRun } from "./instrumentation.ts";
import type { IrAdapter, OperationName } from "./ir-adapter.ts";
import type { NestedExecutor } from "./nested-executor.ts";
import { OpPassManager } from "./pass.ts";
import type { PassRegistry } from "./registry.ts";
import type { Program } from "./run/program.ts";
import { promiseInSyncRun, runAborted, wrongRoot } from "./run/run-errors.ts";
import type { PassFailure } from "./run/run-errors.ts";
import { partsOf } from "./run/parts.ts";
import type { TextInput, TextRunOptions, TextRunResult } from "./run/text-run.ts";
import { Runner } from "./run/runner.ts";
import type { KeptProgram, PassAtWork, RunOptions, RunSignal } from "./run/runner.ts";

/** Result of a run of a {@link PassManager}. */
export interface ManagerRunResult<Root extends object = object> extends RunResult {
  /** Root after the last step: the operation of the run, or the result of the last conversion. */
  readonly root: Root;
  /** Adapter of the IR of `root`. */
  readonly ir: IrAdapter<Root>;
}

/** Result of a run. */
export interface RunResult {
  /** Whether all passes and verifications succeeded. */
  readonly succeeded: boolean;
  /** All diagnostics of the run, in the order in which they were reported. */
  readonly diagnostics: readonly Diagnostic[];
  /** Passes that failed, in order, with the operations on which they failed. */
  readonly failures: readonly PassFailure[];
}

/** Options of a {@link PassManager}. */
export interface PassManagerOptions {
  /** Name of the operation that the manager runs on. Default: the manager is op-agnostic. */
  readonly anchor?: string;
  /** Behavior of `addPass` if a pass and its manager run on different operations. Default: `explicit`. */
  readonly nesting?: Nesting;
  /** Whether the anchor is the start of a textual pipeline. If true, any character except `(` is allowed. */
  readonly isOutermost?: boolean;
}

/** Private functions of a manager that `openRun` uses to run the manager on several operations. */
export interface ManagerInternals<Op extends object> {
  newRun(report: Report): Runner<Op>;
  prepare(runner: Runner<Op>, op: Op, report: Report): Program<Op> | undefined;
  use(runner: Runner<Op> | undefined): void;
}

/** Topmost manager, which can run any number of times: MLIR's `PassManager`. Statistics are summed over all runs. */
export class PassManager<Op extends object> extends OpPassManager<Op> {
  /** Adapter of the IR that the manager runs on. */
  readonly adapter: IrAdapter<Op>;
  /** Whether the verifier of the IR runs after every pass that changed something. Default: true, as in MLIR. */
  verifyEach = true;
  /** Called with each text that a pass such as `print-op-stats` prints. Default: the text becomes remarks. */
  output: ((text: string) => void) | undefined = undefined;
  /** Registry for passes that parse pipelines in their options, such as `composite-fixed-point-pass` and `inline`. */
  registry: PassRegistry<Op> | undefined = undefined;
  /** Executor that runs nested pipelines elsewhere, for example in worker threads. Used only by {@link runAsync}. */
  executor: NestedExecutor<Op> | undefined = undefined;
  readonly #instrumentations: Instrumentation<Op>[] = [];
  /** Program of the last successful run, with its settings. Absent during a run, because runs can overlap. */
  #kept: { readonly settings: readonly unknown[]; readonly program: KeptProgram<Op> } | undefined = undefined;
  #runner: Runner<Op> | undefined = undefined;

  /** Makes an empty manager for an IR. @throws {@link UsageError} PWC0206 or PWC0214 for an invalid anchor. */
  constructor(adapter: IrAdapter<Op>, options: PassManagerOptions = {}) {
    const { anchor, ...others } = options;
    super(anchor, others);
    this.adapter = adapter;
  }

  /** Pass that is running, or whose promise the run awaits. `undefined` between passes. */
  get atWork(): PassAtWork | undefined {
    return this.#runner?.atWork;
  }

  /** Adapters of the IRs that the pipeline runs on, in order: the first IR, and one per conversion. */
  get irs(): readonly IrAdapter<Op>[] {
    return partsOf(this, this.adapter).map(({ adapter }) => adapter);
  }

  /**
   * Adapter for instrumentations. If the pipeline contains conversions, this adapter calls the functions of the current
   * IR's adapter. The adapter has only the functions that all adapters in `irs` have.
   */
  get runningAdapter(): IrAdapter<Op> {
    const { irs, adapter } = this;
    return partsOf(this, adapter)[1]?.follow?.(irs, () => this.runningIr) ?? adapter;
  }

  /** Adapter of the current IR. Between runs, adapter of the first IR. */
  get runningIr(): IrAdapter<Op> {
    return this.#runner?.adapter ?? this.adapter;
  }

  /** Adds an instrumentation. Returns the manager. */
  addInstrumentation(instrumentation: Instrumentation<Op>): this {
    this.#instrumentations.push(instrumentation);
    return this;
  }

  /**
   * Runs the passes on `op`. Problems in the pipeline, the IR and the passes are diagnostics of the result. Throws only
   * for bugs. A pass that returns a promise fails with PWC0407: use {@link runAsync} for such passes.
   */
  run(op: Op, options: RunOptions = {}): ManagerRunResult<Op> {
    const { diagnostics, report } = collectDiagnostics(options);
    const run = this.#newRun(report, options, false);
    const { runner } = run;
    let succeeded = false;
    try {
      if (this.#start(run, op, report)) {
        for (let promise = runner.proceed(); promise !== undefined; promise = runner.proceed())
          runner.abandon(promise, promiseInSyncRun);
        succeeded = this.#end(run, report);
      }
    } catch (thrown) {
      report(getDiagnostic(thrown, runner));
    } finally {
      this.#runner = undefined;
    }
    return resultOf(runner, op, succeeded, diagnostics);
  }

  /** Runs the passes like {@link run}, and awaits passes that return a promise. */
  async runAsync(op: Op, options: RunOptions = {}): Promise<ManagerRunResult<Op>> {
    const { diagnostics, report } = collectDiagnostics(options);
    const run = this.#newRun(report, options, true, this.executor);
    const { runner } = run;
    let succeeded = false;
    try {
      if (options.signal?.aborted === true) throw new UsageError(runAborted(options.signal.reason));
      if (this.#start(run, op, report)) {
        for (let promise = runner.proceed(); promise !== undefined; promise = runner.proceed()) {
          // Awaits one promise at a time, because each pass depends on the passes before it.
          runner.settle(await orAborted(rejectionOf(promise), options.signal, runner));
        }
        succeeded = this.#end(run, report);
      }
    } catch (thrown) {
      report(getDiagnostic(thrown, runner));
    } finally {
      this.#runner = undefined;
    }
    return resultOf(runner, op, succeeded, diagnostics);
  }

  /**
   * Runs the batches of the pipeline on a text, without parsing the text. Returns `undefined` unless the pipeline
   * consists of batches with `runText` and the manager does not have instrumentations.
   */
  runOnText(text: TextInput, options: TextRunOptions): TextRunResult | undefined {
    if (this.#instrumentations.length > 0) return undefined;
    const { adapter, verifyEach } = this;
    return batchCodeIn(this)?.runOnText(this, adapter, text, { ...options, verifyEach });
  }

  /** @internal Private functions for `openRun`: {@link ManagerInternals}. */
  get internals(): unknown {
    const internals: ManagerInternals<Op> = {
      newRun: (report) => this.#newRun(report, {}, true).runner,
      prepare: (runner, op, report) => this.#prepare(runner, op, report),
      use: (runner) => (this.#runner = runner),
    };
    return internals;
  }

  #newRun(report: Report, options: RunOptions, mayWait: boolean, executor?: NestedExecutor<Op>): OneRun<Op> {
    const { adapter, verifyEach, output, registry, lastChange } = this;
    const instrumentations = this.#instrumentations;
    const settings = [lastChange, verifyEach, registry, instrumentations.length];
    const isKept = this.#kept?.settings.every((one, index) => one === settings[index]) === true;
    const kept = isKept ? this.#kept?.program : undefined;
    this.#kept = undefined;
    const more = { verifyEach, instrumentations, report, output, registry, mayWait, executor, kept };
    return { runner: (this.#runner = new Runner(adapter, { ...options, ...more })), settings, program: kept };
  }

  /** Checks and prepares in MLIR's order. Returns the program to run, or `undefined` after an error. */
  #prepare(runner: Runner<Op>, op: Op, report: Report, kept?: KeptProgram<Op>): Program<Op> | undefined {
    const { adapter } = this;
    if (this.anchor !== undefined && adapter.intern(this.anchor) !== adapter.nameOf(op)) {
      report(wrongRoot(this.anchor, runner.placeOf(op)));
      return undefined;
    }
    return kept === undefined ? runner.prepare(partsOf(this, adapter)) : runner.prepareAgain(kept);
  }

  #start(run: OneRun<Op>, op: Op, report: Report): boolean {
    const { runner } = run;
    const program = this.#prepare(runner, op, report, run.program);
    if (program === undefined) return false;
    run.program ??= runner.keep(program);
    runner.parents.root = op;
    if (runner.hooks.areInstalled) runner.hooks.call.beforeRun(op, new DescribedRun(this, runner, report));
    runner.start(program, op);
    return true;
  }

  #end({ runner, settings, program }: OneRun<Op>, report: Report): boolean {
    const { succeeded, hooks } = runner;
    if (hooks.areInstalled)
      hooks.call.afterRun(runner.parents.root as Op, new DescribedRun(this, runner, report), succeeded);
    if (succeeded && program !== undefined) this.#kept = { settings, program };
    return succeeded;
  }
}

/** Argument of the hooks of a run. A class, because getters in object literals are slow to create. */
class DescribedRun<Op extends object> implements InstrumentedRun<Op> {
  readonly manager: PassManager<Op>;
  readonly report: Report;
  readonly #runner: Runner<Op>;

  constructor(manager: PassManager<Op>, runner: Runner<Op>, report: Report) {
    this.manager = manager;
    this.report = report;
    this.#runner = runner;
  }

  get failures(): readonly PassFailure[] {
    return this.#runner.reporter.failures;
  }

  get adapter(): IrAdapter<Op> {
    return this.#runner.adapter;
  }

  // A field instead of a method, so that instrumentations can store the function without its object.
  readonly parentOf = (op: Op): Op | undefined => this.#runner.parents.parentOf(op);

  readonly namesIn = (op: Op): ReadonlySet<OperationName> => this.#runner.parents.namesIn(op);
}

/** State of one run. `program` is `undefined` until the pipeline is converted to a program. */
interface OneRun<Op extends object> {
  readonly runner: Runner<Op>;
  readonly settings: readonly unknown[];
  program: KeptProgram<Op> | undefined;
}

function resultOf<Op extends object>(
  { reporter, parents, adapter }: Runner<Op>,
  op: Op,
  succeeded: boolean,
  diagnostics: readonly Diagnostic[],
): ManagerRunResult<Op> {
  return { succeeded, diagnostics, failures: reporter.failures, root: parents.root ?? op, ir: adapter };
}

type Report = (diagnostic: Diagnostic) => void;

function collectDiagnostics({ input, onDiagnostic }: RunOptions): { diagnostics: Diagnostic[]; report: Report } {
  const diagnostics: Diagnostic[] = [];
  const report = (found: Diagnostic): void => {
    const isPlaced = found.at !== undefined || input === undefined;
    const diagnostic = isPlaced ? found : { ...found, at: { file: input, line: 0, column: 0 } };
    diagnostics.push(diagnostic);
    onDiagnostic?.(diagnostic);
  };
  return { diagnostics, report };
}

/** Returns the diagnostic in a thrown value, or rethrows the value. Adds the last pass to errors of `defineIr`. */
export function getDiagnostic(thrown: unknown, { last }: Pick<Runner<object>, "last">): Diagnostic {
  const diagnostic = diagnosticIn(thrown);
  return last && diagnostic.code.startsWith("PWS") ? { step: last.argument, ...diagnostic } : diagnostic;
}

/** Waits for the promise of a pass. Throws PWC0420 if the run is aborted first. */
async function orAborted<T>(
  settled: Promise<T>,
  signal: RunSignal | undefined,
  runner: Pick<Runner<object>, "atWork">,
): Promise<T> {
  if (signal === undefined) return settled;
  let listener = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    listener = () => reject(new UsageError(runAborted(signal.reason, runner.atWork?.pass)));
    signal.addEventListener("abort", listener, { once: true });
    if (signal.aborted) listener();
  });
  try {
    return await Promise.race([settled, aborted]);
  } finally {
    signal.removeEventListener("abort", listener);
  }
}

export function rejectionOf(promise: Promise<void>): Promise<{ readonly reason: unknown } | undefined> {
  return promise.then(
    () => undefined,
    (reason: unknown) => ({ reason }),
  );
}
