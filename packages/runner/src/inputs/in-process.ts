import type { Executor, InputJob, InputResult, InputRunner } from "./job.ts";

/** Maximum number of inputs that run at once while passes wait for promises. */
export const OVERLAP = 16;

/**
 * Runs inputs in this thread, one at a time. After a pass has waited for a promise for the first time, several inputs
 * can run at once.
 */
export class InProcess implements Executor {
  readonly #runner: InputRunner;
  /** Number of jobs that can run at once. Greater than 1 only after a pass has waited for a promise. */
  width = 1;
  /** Whether workers run other inputs at the same time. */
  isShared = false;

  constructor(runner: InputRunner) {
    this.#runner = runner;
  }

  /** Runs a job in this thread. If the input fails, the promise resolves to a result with the errors. */
  async run(job: InputJob, signal?: AbortSignal): Promise<InputResult> {
    signal?.throwIfAborted();
    // The callback runs only if a pass waits for a promise. Otherwise, the input finishes in this turn of the event
    // loop.
    const waits = setImmediate(() => (this.width = OVERLAP));
    try {
      return await this.#runner.run(job, this.width === 1 && !this.isShared);
    } finally {
      clearImmediate(waits);
    }
  }

  /** Does nothing, because there are no workers. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}
