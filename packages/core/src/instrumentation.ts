import type { Analysis } from "./analysis.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { IrAdapter, OperationName } from "./ir-adapter.ts";
import type { Action, OpPassManager, Pass, Rewrite } from "./pass.ts";
import type { PassRegistry } from "./registry.ts";
import type { PassFailure } from "./run/run-errors.ts";

/** Argument of hooks: a pass that is running, or an adaptor that runs nested pipelines. */
export interface InstrumentedPass {
  /** Name in pipelines. Empty for adaptors, as in MLIR. */
  readonly argument: string;
  /** Name in timing reports and IR dumps. */
  readonly displayName: string;
  /** Whether this object describes an adaptor, which runs nested pipelines. */
  readonly isAdaptor: boolean;
  /** Instance of the pass. `undefined` for an adaptor. */
  readonly pass?: Pass<never>;
  /** Passes that run together: all members of a group, or a single pass. `undefined` for an adaptor. */
  readonly passes?: readonly Pass<never>[];
  /** Anchors of the nested pipelines of an adaptor. `any` means an op-agnostic pipeline. Empty for a pass. */
  readonly anchorTexts: readonly string[];
  /** Object that identifies the pass or adaptor in all runs of a manager: the pass, or one of the nested managers. */
  readonly identity: object;
}

/** Manager of a run, with the settings that hooks can use. */
export interface InstrumentedManager<Op extends object> extends OpPassManager<Op> {
  /** Adapter of the IR at the start of the pipeline. */
  readonly adapter: IrAdapter<Op>;
  /** Whether the verifier runs after each pass. */
  readonly verifyEach: boolean;
  /** Registry for passes that parse pipelines in their options. */
  readonly registry: PassRegistry<Op> | undefined;
}

/** Run of a manager, passed to hooks. */
export interface InstrumentedRun<Op extends object> {
  /** Manager that runs. */
  readonly manager: InstrumentedManager<Op>;
  /** Passes that have failed so far, with the operations on which they failed. */
  readonly failures: readonly PassFailure[];
  /**
   * Returns the parent of `op`, or `undefined` for a root or a detached operation. If the adapter does not have
   * `parentOf`, returns parents only for operations inside the root of the run.
   */
  parentOf(op: Op): Op | undefined;
  /** Adapter of the current IR. A conversion replaces the adapter. */
  readonly adapter: IrAdapter<Op>;
  /** Returns the names of `op` and of all operations inside it. The result is cached until a pass changes the IR. */
  namesIn(op: Op): ReadonlySet<OperationName>;
  /** Adds a diagnostic to the result of the run, which does not fail. To make the run fail, throw in the hook. */
  report(diagnostic: Diagnostic): void;
}

/**
 * Hooks that a run calls, for example before and after passes, pipelines and analyses. The counterpart of MLIR's
 * `PassInstrumentation` (mlir/include/mlir/Pass/PassInstrumentation.h). Hooks must not change the IR. Hooks named
 * `before…` run in the order in which the instrumentations were added. Hooks named `after…` run in the reverse order.
 * An exception in a hook ends the run.
 */
export interface Instrumentation<Op extends object> {
  /** Name in messages. */
  readonly name?: string;
  /**
   * Whether passes can run in worker threads, where hooks are not called. Default: false, so all passes run on the main
   * thread if the instrumentation has hooks around passes.
   */
  readonly allowsThreads?: boolean;
  /**
   * Whether the hooks around passes are called only for some passes: for conversions, for passes that fail, for passes
   * that declare `worksOn` and are not skipped, and for passes after which the IR contains operations with other names.
   * The setting has an effect only if all instrumentations set it and the pipeline is not nested.
   */
  readonly seesChangesOnly?: boolean;
  /**
   * Whether the instrumentation currently needs to know which operation names a pass removes. Default: true. If false,
   * the run does not search for changed names after passes that preserve `absent-operations`. With `seesChangesOnly`,
   * the run reads this property after each pass.
   */
  readonly seesRemovals?: boolean;
  /** Whether passes also run on operations that `worksOn` excludes. Used to check whether `worksOn` is correct. */
  readonly runIdle?: boolean;
  /**
   * Returns whether to skip a pass on an operation, for example to bisect a pipeline, as LLVM's `-opt-bisect-limit`
   * does. The IR and the analyses stay unchanged if the pass is skipped. Not called for groups and conversions.
   */
  skipsPass?(pass: Pass<Op>, op: Op): boolean;
  /**
   * Called for each rewrite that a pass tries, such as a pattern of `canonicalize` on an operation. The hook either
   * calls `apply` and returns its result, or skips the rewrite and returns `undefined`. `apply` returns the created
   * operations, or `undefined` if nothing changed. The counterpart of MLIR's debug counters.
   */
  applyRewrite?(
    pass: Pass<Op>,
    rewrite: Rewrite<Op>,
    apply: () => readonly Op[] | undefined,
  ): readonly Op[] | undefined;
  /** Called before the first pass, after the initialization of all passes. */
  beforeRun?(op: Op, run: InstrumentedRun<Op>): void;
  /** Called after the last pass, even if a pass failed. Not called after an exception in a hook. */
  afterRun?(op: Op, run: InstrumentedRun<Op>, succeeded: boolean): void;
  /**
   * Called before a nested or dynamic pipeline, but not before the topmost pipeline. `anchor` is `undefined` for an
   * op-agnostic pipeline. `parent` is the adaptor or pass that runs the pipeline.
   */
  beforePipeline?(anchor: OperationName | undefined, op: Op, parent: InstrumentedPass): void;
  /** Called after a nested or dynamic pipeline that succeeded. */
  afterPipeline?(anchor: OperationName | undefined, op: Op, parent: InstrumentedPass): void;
  /** Called before a pass or adaptor runs on an operation. */
  beforePass?(pass: InstrumentedPass, op: Op): void;
  /** Called after a pass or adaptor, before the verifier runs. `afterPass` or `afterPassFailed` follows. */
  beforeVerifier?(pass: InstrumentedPass, op: Op): void;
  /** Called after a pass or adaptor that succeeded. */
  afterPass?(pass: InstrumentedPass, op: Op): void;
  /** Called if a pass or adaptor failed, or if the verifier refused the result. */
  afterPassFailed?(pass: InstrumentedPass, op: Op): void;
  /**
   * Called once for each sequence of passes that are skipped because of `worksOn`, with the last of these passes. An
   * instrumentation without this hook gets the hooks around passes for each skipped pass instead.
   */
  afterSkipped?(pass: InstrumentedPass, op: Op): void;
  /** Called before an action, which is a unit of work that a pass reports separately. */
  beforeAction?(action: Action, op: Op): void;
  /** Called after an action. */
  afterAction?(action: Action, op: Op): void;
  /** Called before an analysis is computed. Not called for a cached analysis. */
  beforeAnalysis?(analysis: Analysis<Op, unknown>, op: Op): void;
  /** Called after each call of `beforeAnalysis`, even if the computation threw. */
  afterAnalysis?(analysis: Analysis<Op, unknown>, op: Op): void;
}
