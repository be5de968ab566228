import type { Analysis } from "./analysis.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { IrAdapter, OperationName } from "./ir-adapter.ts";
import type { Action, OpPassManager, Pass, Rewrite } from "./pass.ts";
import type { PassRegistry } from "./registry.ts";
import type { PassFailure } from "./run/run-errors.ts";

/** Pass, or adaptor that runs nested pipelines, as instrumentations see it. */
export interface InstrumentedPass {
  /** Name in pipelines. Empty for an adaptor, as in MLIR. */
  readonly argument: string;
  /** Name in timing reports and IR dumps. */
  readonly displayName: string;
  /** Whether this is an adaptor that runs nested pipelines. */
  readonly isAdaptor: boolean;
  /** Instance of the pass. `undefined` for an adaptor. */
  readonly pass?: Pass<never>;
  /** Passes that run together: all members for a group, else the single pass. `undefined` for an adaptor. */
  readonly passes?: readonly Pass<never>[];
  /** Anchors of the pipelines that an adaptor chooses from, `any` for an op-agnostic one. Empty for a pass. */
  readonly anchorTexts: readonly string[];
  /** Object that identifies the pass or adaptor over all runs of one manager: the pass, or a nested manager. */
  readonly identity: object;
}

/** Manager of a run, as instrumentations see it. */
export interface InstrumentedManager<Op extends object> extends OpPassManager<Op> {
  /** Adapter of the IR that the manager starts on. */
  readonly adapter: IrAdapter<Op>;
  /** Whether the verifier runs after each pass. */
  readonly verifyEach: boolean;
  /** Registry that passes with pipelines as options use to look up names. */
  readonly registry: PassRegistry<Op> | undefined;
}

/** One run of a manager, as instrumentations see it. */
export interface InstrumentedRun<Op extends object> {
  /** Manager that runs. */
  readonly manager: InstrumentedManager<Op>;
  /** Passes that failed so far, and the operations that they failed on. */
  readonly failures: readonly PassFailure[];
  /**
   * Returns the operation directly around `op`, or `undefined` for the topmost operation and for detached ones. If
   * the adapter has no `parentOf`, only operations below the root of the run are found.
   */
  parentOf(op: Op): Op | undefined;
  /** Adapter of the IR that the run is in. Conversions change this IR. */
  readonly adapter: IrAdapter<Op>;
  /** Returns the names of `op` and of all operations inside it. Cached until a pass changes something. */
  namesIn(op: Op): ReadonlySet<OperationName>;
  /** Adds a diagnostic to the result of the run. Does not make the run fail; a hook that throws does. */
  report(diagnostic: Diagnostic): void;
}

/**
 * Hooks around the parts of a run, the counterpart of MLIR's `PassInstrumentation`
 * (mlir/include/mlir/Pass/PassInstrumentation.h). Hooks must not change the IR. `before…` hooks run in the order in
 * which the instrumentations were added, `after…` hooks in the reverse order. A hook that throws ends the run.
 */
export interface Instrumentation<Op extends object> {
  /** Name in messages. */
  readonly name?: string;
  /**
   * Whether passes may run in threads, where the hooks do not see them. Without it, an instrumentation with pass
   * hooks keeps all passes on its own thread.
   */
  readonly allowsThreads?: boolean;
  /**
   * Whether the hooks around passes are only called for conversions, for passes with `worksOn` that run, and for passes
   * that fail or change the names of the operations. Takes effect only if all instrumentations set it, and only for
   * pipelines without nested pipelines.
   */
  readonly seesChangesOnly?: boolean;
  /** Whether passes also run on operations that `worksOn` would skip. For checks of `worksOn`. */
  readonly runIdle?: boolean;
  /**
   * Returns whether a pass is left out on an operation, like the passes behind LLVM's `-opt-bisect-limit`. A pass that
   * is left out preserves everything. Not called for groups and conversions.
   */
  skipsPass?(pass: Pass<Op>, op: Op): boolean;
  /**
   * Called for each rewrite that a pass tries, such as a pattern of `canonicalize` on an operation. Calls `apply`, which
   * returns the created operations or `undefined` if nothing changed, or leaves the rewrite out. Returns the result of
   * `apply`, or `undefined`. The counterpart of MLIR's debug counters.
   */
  applyRewrite?(
    pass: Pass<Op>,
    rewrite: Rewrite<Op>,
    apply: () => readonly Op[] | undefined,
  ): readonly Op[] | undefined;
  /** Called before the first pass, after all passes were initialized. */
  beforeRun?(op: Op, run: InstrumentedRun<Op>): void;
  /** Called after the last pass, whether or not the run succeeded. Not called after a hook threw. */
  afterRun?(op: Op, run: InstrumentedRun<Op>, succeeded: boolean): void;
  /**
   * Called before a nested or dynamic pipeline, not before the topmost one. `anchor` is `undefined` for an
   * op-agnostic pipeline; `parent` is the adaptor or the pass that runs it.
   */
  beforePipeline?(anchor: OperationName | undefined, op: Op, parent: InstrumentedPass): void;
  /** Called after a nested or dynamic pipeline that succeeded. */
  afterPipeline?(anchor: OperationName | undefined, op: Op, parent: InstrumentedPass): void;
  /** Called before a pass or adaptor runs on an operation. */
  beforePass?(pass: InstrumentedPass, op: Op): void;
  /** Called before the verifier runs after a pass or adaptor. `afterPass` or `afterPassFailed` follows. */
  beforeVerifier?(pass: InstrumentedPass, op: Op): void;
  /** Called after a pass or adaptor that succeeded. */
  afterPass?(pass: InstrumentedPass, op: Op): void;
  /** Called after a pass or adaptor that failed, or after which the verifier failed. */
  afterPassFailed?(pass: InstrumentedPass, op: Op): void;
  /**
   * Called with the last of several consecutive passes that `worksOn` skips. Instrumentations with this hook see
   * skipped passes only here. If an instrumentation without this hook has hooks around passes, all instrumentations see
   * each skipped pass.
   */
  afterSkipped?(pass: InstrumentedPass, op: Op): void;
  /** Called before an action: a part of a pass's work that the pass reports separately. */
  beforeAction?(action: Action, op: Op): void;
  /** Called after an action. */
  afterAction?(action: Action, op: Op): void;
  /** Called before an analysis is computed. Not called if it is cached. */
  beforeAnalysis?(analysis: Analysis<Op, unknown>, op: Op): void;
  /** Called after an analysis was computed, even if it threw: each `beforeAnalysis` has its `afterAnalysis`. */
  afterAnalysis?(analysis: Analysis<Op, unknown>, op: Op): void;
}
