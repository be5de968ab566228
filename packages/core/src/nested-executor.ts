import type { NestedOutcome, NestedWork } from "./nested-work.ts";
import { offering } from "./run/nested-work.ts";
import type { Offering } from "./run/nested-work.ts";

/**
 * Runs nested pipelines outside the main loop, in worker threads or on other machines. Runs use an executor only if the
 * executor does not have an observable effect: without instrumentations that have hooks around passes, and without
 * cached analyses of surrounding operations. Only `runAsync` uses executors, because a synchronous run cannot wait.
 */
export abstract class NestedExecutor<Op extends object> {
  /**
   * @internal Code that connects a run to the executor. Stored in a field, so that bundles of programs without an
   * executor do not contain the code.
   */
  readonly offering: Offering = offering;

  /**
   * Runs some or all of the work. Operations that are missing from the returned map run in the main loop, in order.
   * Leave out operations on which a pass failed or reported something, so that the main loop reports the problems. If
   * the result is a number, the run offers the remaining work again after this number of operations in the main loop.
   * `items` is valid only during the call.
   */
  abstract offer(work: NestedWork<Op>): Promise<ReadonlyMap<Op, NestedOutcome>> | number | undefined;
}
