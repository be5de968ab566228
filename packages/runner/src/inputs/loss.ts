import type { InputJob } from "./job.ts";
import type { WorkerEnd } from "./worker.ts";

/** Reason why jobs of a worker were not finished. */
export type Loss =
  | WorkerEnd
  /** A time limit was reached. */
  | { readonly kind: "time"; readonly seconds: number }
  /** The run was aborted. */
  | { readonly kind: "interrupt" };

/** An input that was not finished. */
export interface LostInput {
  /** Job that was running. */
  readonly job: InputJob;
  /** Reason why the input was not finished. */
  readonly how: Loss;
  /** Data of the last call of {@link WorkerContext.last}. */
  readonly last?: unknown;
  /** Memory of the thread: see {@link WorkerContext.memory}. */
  readonly memory: SharedArrayBuffer | undefined;
}
