import type { Diagnostic } from "./diagnostic.ts";
import type { OpPassManager } from "./pass.ts";

/** Nested pipelines that are about to run, on sibling operations that are isolated from each other. */
export interface NestedWork<Op extends object> {
  /** Object that identifies the run. */
  readonly run: object;
  /** Parent of all the operations. */
  readonly parent: Op;
  /** Operations and their managers, in order. Operations with the same name share a manager. */
  readonly items: readonly NestedItem<Op>[];
  /** Whether the verifier runs after each pass. */
  readonly verifyEach: boolean;
  /** Name of the input. */
  readonly input: string | undefined;
}

/** One operation and the manager to run on it. */
export interface NestedItem<Op extends object> {
  /** Operation to run on. */
  readonly op: Op;
  /** Manager with the passes of this run: their statistics count what runs here. */
  readonly manager: OpPassManager<Op>;
}

/** Result of one operation that ran elsewhere. */
export type NestedOutcome =
  /** Everything succeeded without diagnostics. `apply` updates the operation and adds up statistics. */
  | { readonly kind: "done"; apply(): void }
  /** The operation could not be completed elsewhere and must not be retried here. It is unchanged. */
  | { readonly kind: "lost"; readonly diagnostic: Diagnostic };

/**
 * Runs nested pipelines outside the main loop, in threads or on other machines. It gets work only if that is
 * unobservable: no instrumentation has pass hooks, and no analysis of the surrounding operations is cached. Only
 * `runAsync` uses it, because a synchronous run cannot wait.
 */
export interface NestedExecutor<Op extends object> {
  /**
   * Takes some or all of the work. Operations missing in the returned map run in the main loop, in order; leave out
   * operations that failed or reported something, so that the main loop reports the problem. A returned number requests
   * another offer after that many more operations ran in the main loop. `items` is only valid during the call.
   */
  offer(work: NestedWork<Op>): Promise<ReadonlyMap<Op, NestedOutcome>> | number | undefined;
}
