import type { Diagnostic } from "./diagnostic.ts";
import type { OpPassManager } from "./pass.ts";

/** Work for an executor: nested pipelines to run on sibling operations, which are isolated from each other. */
export interface NestedWork<Op extends object> {
  /** Object that identifies the run. */
  readonly run: object;
  /** Parent of the operations. */
  readonly parent: Op;
  /** Operations and their managers, in order. Operations with the same name share a manager. */
  readonly items: readonly NestedItem<Op>[];
  /** Whether the verifier runs after each pass. */
  readonly verifyEach: boolean;
  /** Name of the input. */
  readonly input: string | undefined;
}

/** Operation, with the manager to run on it. */
export interface NestedItem<Op extends object> {
  /** Operation to run on. */
  readonly op: Op;
  /** Manager with the pass instances of this run, to which the executor must add the statistics of its work. */
  readonly manager: OpPassManager<Op>;
}

/** Result for one operation that an executor ran on. */
export type NestedOutcome =
  /** All passes succeeded without diagnostics. `apply` updates the operation and adds the statistics. */
  | { readonly kind: "done"; apply(): void }
  /** The executor failed. The operation is unchanged, but running its passes again is not safe. */
  | { readonly kind: "lost"; readonly diagnostic: Diagnostic };
