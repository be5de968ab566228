import { type Diagnostic, UsageError } from "./diagnostic.ts";
import { type Instrumentation } from "./instrumentation.ts";
import { type IrAdapter } from "./ir-adapter.ts";
import { type Nesting, OpPassManager } from "./op-pass-manager.ts";
import { finalize } from "./run/program.ts";
import { missingAdapterPart, passFailed, promiseInSyncRun, wrongRoot } from "./run/run-errors.ts";
import { type PassFailure, Runner } from "./run/runner.ts";

/** What a run came to. */
export interface RunResult {
  readonly succeeded: boolean;
  /** All that was reported, in order, whether the run succeeded or not. */
  readonly diagnostics: readonly Diagnostic[];
  /** Which passes failed, on which operations. A pass may fail without having said anything. */
  readonly failures: readonly PassFailure[];
}

/** Options of a {@link PassManager}. */
export interface PassManagerOptions {
  /** The operation it runs on; without one it is op-agnostic. */
  readonly anchor?: string;
  readonly nesting?: Nesting;
}

/**
 * The manager at the top: it knows the IR, and runs. The counterpart of MLIR's `PassManager`. It may be run any number of
 * times; statistics add up over the runs.
 */
export class PassManager<Op extends object> extends OpPassManager<Op> {
  readonly adapter: IrAdapter<Op>;
  /** Run the IR's verifier after every pass that changed something. On unless switched off, as in MLIR. */
  verifyEach = true;
  readonly #instrumentations: Instrumentation<Op>[] = [];

  constructor(adapter: IrAdapter<Op>, options: PassManagerOptions = {}) {
    super(options.anchor, options.nesting === undefined ? {} : { nesting: options.nesting });
    this.adapter = adapter;
  }

  /** Adds hooks around everything that runs. */
  addInstrumentation(instrumentation: Instrumentation<Op>): this {
    this.#instrumentations.push(instrumentation);
    return this;
  }

  /**
   * Runs the passes on `op`. Problems in the pipeline, in the IR and in passes are answered, not thrown.
   * A pass that answers a promise fails with PWC0407: use {@link runAsync} for those.
   */
  run(op: Op): RunResult {
    const session = this.#open(op);
    const { runner, diagnostics } = session;
    if (runner === undefined) return failed(diagnostics);
    for (let promise = runner.proceed(); promise !== undefined; promise = runner.proceed()) {
      promise.catch(() => undefined);
      const { pass, place } = runner.waiting;
      runner.settle({ reason: new UsageError(promiseInSyncRun(pass, place)) });
    }
    return this.#close(runner, diagnostics);
  }

  /** Like {@link run}, and waits for passes that answer a promise. */
  async runAsync(op: Op): Promise<RunResult> {
    const session = this.#open(op);
    const { runner, diagnostics } = session;
    if (runner === undefined) return failed(diagnostics);
    for (let promise = runner.proceed(); promise !== undefined; promise = runner.proceed()) {
      // The passes of one run follow each other: there is nothing to wait for side by side.
      // oxlint-disable-next-line no-await-in-loop
      const rejection = await promise.then(
        () => undefined,
        (reason: unknown) => ({ reason }),
      );
      runner.settle(rejection);
    }
    return this.#close(runner, diagnostics);
  }

  #open(op: Op): { runner: Runner<Op> | undefined; diagnostics: Diagnostic[] } {
    const diagnostics: Diagnostic[] = [];
    const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic);
    const { adapter, verifyEach } = this;
    const runner = new Runner(adapter, { verifyEach, instrumentations: this.#instrumentations, report });
    const problem = this.#loadDialects();
    if (problem !== undefined) {
      report(problem);
      return { runner: undefined, diagnostics };
    }
    try {
      const program = finalize(this, adapter);
      if (program.anchor !== undefined && program.anchor !== adapter.nameOf(op)) {
        report(wrongRoot(program.anchorText, runner.placeOf(op)));
        return { runner: undefined, diagnostics };
      }
      if (!runner.initialize(program)) return { runner: undefined, diagnostics };
      runner.start(program, op);
      return { runner, diagnostics };
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown;
      report(thrown.diagnostic);
      return { runner: undefined, diagnostics };
    }
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

  #close(runner: Runner<Op>, diagnostics: Diagnostic[]): RunResult {
    const { succeeded, failures } = runner;
    // A failure that nobody explained is explained here, so that no run fails in silence.
    if (!succeeded && !diagnostics.some(({ severity }) => severity === "error")) {
      for (const { pass, place } of failures) diagnostics.push(passFailed(pass, place));
    }
    return { succeeded, diagnostics, failures };
  }
}

function failed(diagnostics: readonly Diagnostic[]): RunResult {
  return { succeeded: false, diagnostics, failures: [] };
}
