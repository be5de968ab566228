import type { Analysis } from "./analysis.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { IrAdapter, OperationName } from "./ir-adapter.ts";
import type { Action, OpPassManager, Pass } from "./pass.ts";
import type { PassRegistry } from "./registry.ts";
import type { PassFailure } from "./run/run-errors.ts";

/** A pass, or the adaptor that runs nested pipelines, as instrumentations see it. */
export interface InstrumentedPass {
  /** Name in pipelines; empty for an adaptor, as in MLIR. */
  readonly argument: string;
  readonly displayName: string;
  readonly isAdaptor: boolean;
  /** The pass itself; undefined for an adaptor. */
  readonly pass?: Pass<never>;
  /** The anchors of the pipelines that an adaptor chooses from, `any` for an op-agnostic one; none for a pass. */
  readonly anchorTexts: readonly string[];
  /** What tells it from all others and stays the same over the runs of one manager: the pass, or a nested manager. */
  readonly identity: object;
}

/** The manager of a run, as instrumentations see it: what it runs, and how. */
export interface InstrumentedManager<Op extends object> extends OpPassManager<Op> {
  readonly adapter: IrAdapter<Op>;
  readonly verifyEach: boolean;
  readonly registry: PassRegistry<Op> | undefined;
}

/** One run of a manager, as instrumentations see it. */
export interface InstrumentedRun<Op extends object> {
  readonly manager: InstrumentedManager<Op>;
  /** Which passes failed so far, on which operations. */
  readonly failures: readonly PassFailure[];
  /**
   * The operation directly around `op`: what the adapter knows, or else where `op` is below the operation that the run
   * started on. `undefined` for the one at the top and for detached operations.
   */
  parentOf(op: Op): Op | undefined;
  /** Adds to the diagnostics of the run's result. It does not make the run fail; a hook that throws does. */
  report(diagnostic: Diagnostic): void;
}

/**
 * Hooks around what a run does, the counterpart of MLIR's `PassInstrumentation`
 * (mlir/include/mlir/Pass/PassInstrumentation.h). They look and do not touch. `before…` hooks run in the order in which the
 * instrumentations were added, `after…` hooks in the reverse order. A hook that throws ends the run.
 */
export interface Instrumentation<Op extends object> {
  /** What to call it in messages. */
  readonly name?: string;
  /**
   * Nobody misses what runs elsewhere, in threads for instance, and is not shown to it. Without this, an instrumentation
   * that looks at passes keeps all of them where it is.
   */
  readonly allowsThreads?: boolean;
  /** Everything is initialized, and nothing ran. */
  beforeRun?(op: Op, run: InstrumentedRun<Op>): void;
  /** The pipeline is done, whether it succeeded or not; not after a hook threw. */
  afterRun?(op: Op, run: InstrumentedRun<Op>, succeeded: boolean): void;
  /**
   * A nested or dynamic pipeline starts; the pipeline at the top has no such hooks. `anchor` is undefined for an op-agnostic
   * one; `parent` is the adaptor or the pass that runs it.
   */
  beforePipeline?(anchor: OperationName | undefined, op: Op, parent: InstrumentedPass): void;
  /** Only after a pipeline that succeeded. */
  afterPipeline?(anchor: OperationName | undefined, op: Op, parent: InstrumentedPass): void;
  beforePass?(pass: InstrumentedPass, op: Op): void;
  afterPass?(pass: InstrumentedPass, op: Op): void;
  afterPassFailed?(pass: InstrumentedPass, op: Op): void;
  /** Around a part of the work of the pass at work. */
  beforeAction?(action: Action, op: Op): void;
  afterAction?(action: Action, op: Op): void;
  /** Around an analysis that is really computed. */
  beforeAnalysis?(analysis: Analysis<Op, unknown>, op: Op): void;
  /** Also after one that threw, so that the hooks stay in pairs. */
  afterAnalysis?(analysis: Analysis<Op, unknown>, op: Op): void;
}
