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
 * Hooks around what a run does, the counterpart of MLIR's `PassInstrumentation`. They look and do not touch. `before…`
 * hooks run in the order in which the instrumentations were added, `after…` hooks in the reverse order.
 */
export interface Instrumentation<Op extends object> {
  /** `name` is undefined for an op-agnostic pipeline; `parent` is the pass that started it, if one did. */
  beforePipeline?(name: OperationName | undefined, op: Op): void;
  afterPipeline?(name: OperationName | undefined, op: Op): void;
  beforePass?(pass: InstrumentedPass, op: Op): void;
  afterPass?(pass: InstrumentedPass, op: Op): void;
  afterPassFailed?(pass: InstrumentedPass, op: Op): void;
  beforeAnalysis?(analysis: Analysis<Op, unknown>, op: Op): void;
  afterAnalysis?(analysis: Analysis<Op, unknown>, op: Op): void;
}
