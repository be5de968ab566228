import { type Analysis } from "./analysis.ts";
import { type OperationName } from "./ir-adapter.ts";

/** A pass, or the adaptor that runs nested pipelines, as instrumentations see it. */
export interface InstrumentedPass {
  /** Name in pipelines; empty for an adaptor, as in MLIR. */
  readonly argument: string;
  readonly displayName: string;
  readonly isAdaptor: boolean;
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
   * A nested or dynamic pipeline starts; the pipeline at the top has no such hooks. `anchor` is undefined for an op-agnostic
   * one; `parent` is the adaptor or the pass that runs it.
   */
  beforePipeline?(anchor: OperationName | undefined, op: Op, parent: InstrumentedPass): void;
  /** Only after a pipeline that succeeded. */
  afterPipeline?(anchor: OperationName | undefined, op: Op, parent: InstrumentedPass): void;
  beforePass?(pass: InstrumentedPass, op: Op): void;
  afterPass?(pass: InstrumentedPass, op: Op): void;
  afterPassFailed?(pass: InstrumentedPass, op: Op): void;
  /** Around an analysis that is really computed. */
  beforeAnalysis?(analysis: Analysis<Op, unknown>, op: Op): void;
  /** Also after one that threw, so that the hooks stay in pairs. */
  afterAnalysis?(analysis: Analysis<Op, unknown>, op: Op): void;
}
