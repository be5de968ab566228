import type { NestedOutcome, NestedWork } from "./nested-work.ts";
import { offering } from "./run/nested-work.ts";
import type { Offering } from "./run/nested-work.ts";

/**
 * Runs nested pipelines in worker threads or on other machines. Used only by `runAsync`, and only if no instrumentation
 * has hooks around passes and no surrounding operation has cached analyses.
 */
export abstract class NestedExecutor<Op extends object> {
  /** @internal Code that connects a run to the executor. A field, so that bundlers can leave the code out. */
  readonly offering: Offering = offering;

  /**
   * Runs passes on some or all operations of `work`, and returns a map from these operations to the outcomes. The main
   * loop runs the passes on the other operations, in order. Do not return operations on which a pass failed or reported a diagnostic. The main loop runs
   * the passes on these operations again, and reports the problems. If the result is a number, the main loop processes
   * this number of operations, and the run then offers the remaining work again. The list `work.items` is valid only
   * during the call.
   */
  abstract offer(work: NestedWork<Op>): Promise<ReadonlyMap<Op, NestedOutcome>> | number | undefined;
}
