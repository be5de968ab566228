import type { Diagnostic } from "./diagnostic.ts";
import type { OpPassManager } from "./pass.ts";

/** Nested pipelines that are about to run, on operations beside each other that are isolated from each other. */
export interface NestedWork<Op extends object> {
  /** The same object for everything that one run offers. */
  readonly run: object;
  /** The operation that all of them are directly inside. */
  readonly parent: Op;
  /** What is to be run on what, in order. Operations of one name have the same manager. */
  readonly items: readonly NestedItem<Op>[];
  /** Whether the verifier runs after each pass. */
  readonly verifyEach: boolean;
}

/** One operation, and what runs on it. */
export interface NestedItem<Op extends object> {
  readonly op: Op;
  /** Made for this run, of the passes of the run: what is counted goes to their statistics. */
  readonly manager: OpPassManager<Op>;
}

/** What became of one operation elsewhere. */
export type NestedOutcome =
  /** Everything succeeded and nothing was reported; `apply` puts the result in its place, and adds up statistics. */
  | { readonly kind: "done"; apply(): void }
  /** It could not be finished there and may not be tried here. The operation is as it was. */
  | { readonly kind: "lost"; readonly diagnostic: Diagnostic };

/**
 * Runs nested pipelines somewhere else than in the loop: in threads, on other machines. It is offered the work of an
 * adaptor where nobody could tell the difference: no instrumentation looks at passes, and no analysis of the operations
 * around is cached. Only `runAsync` offers: a synchronous run cannot wait.
 */
export interface NestedExecutor<Op extends object> {
  /**
   * Takes over (some of) the work, or not. What the answer does not have is run here, when it is its turn: whatever fails
   * or reports something elsewhere is best left out, so that it is told as it always is. A number asks to be offered what is
   * left again when so many more were run here. `items` is only valid during the call.
   */
  offer(work: NestedWork<Op>): Promise<ReadonlyMap<Op, NestedOutcome>> | number | undefined;
}
