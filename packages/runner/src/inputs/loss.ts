import type { InputJob } from "./job.ts";
import type { WorkerEnd } from "./worker.ts";

/** Reason why a worker did not finish its jobs. */
export type Loss =
  | WorkerEnd
  /** A time limit was reached. */
  | { readonly kind: "time"; readonly seconds: number }
  /** The run was aborted. */
  | { readonly kind: "interrupt" };

/** An input whose run did not finish. */
export interface LostInput {
  /** Job that was running. */
  readonly job: InputJob;
  /** Reason why the input was not finished. */
  readonly how: Loss;
  /** Data that the worker passed in its last call to {@link WorkerContext.last}. */
  readonly last?: unknown;
  /**
   * Memory of the worker: see {@link WorkerContext.memory}. Absent if the worker is a process that this process did not
   * end.
   */
  readonly memory: SharedArrayBuffer | undefined;
}
