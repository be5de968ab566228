import { availableParallelism } from "node:os";
import type { InProcess } from "./in-process.ts";
import type { Executor, InputJob, InputResult } from "./job.ts";
import { cpuTime } from "./pace.ts";
import type { Pace } from "./pace.ts";
import { NoWorker } from "./pool.ts";

/** Settings of {@link Growing}. */
export interface GrowingOptions {
  /** Runs inputs in this thread. */
  readonly here: InProcess;
  /** Total number of jobs. */
  readonly expected: number;
  /** Estimates the remaining work. */
  readonly pace: Pick<Pace, "count" | "workers">;
  /** Starts a pool with the given number of workers. The pool can later start more workers by itself. */
  startPool(workers: number): Executor & { opened(): Promise<unknown> };
}

/**
 * Maximum number of jobs in the pool for each core. Further jobs wait in this object, so that this thread can run them.
 */
const AHEAD = 4;

/**
 * Minimum time in milliseconds between two estimates. Each estimate reads the processor time, which takes 0.1 to 0.3 ms
 * in a process with many threads: a run of 1,000 icons is 6 % faster than with an estimate after each input.
 */
const ESTIMATE_MS = 50;

interface Waiting {
  readonly job: InputJob;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (result: Promise<InputResult>) => void;
}

/**
 * Runs inputs in this thread. If the remaining work is large enough, also runs inputs in workers. Suitable only for
 * passes that cannot end this process.
 */
export class Growing implements Executor {
  readonly #options: GrowingOptions;
  readonly #queue: Waiting[] = [];
  #pool: Executor | undefined;
  #isOpen = false;
  #isScheduled = false;
  #here = 0;
  #there = 0;
  #done = 0;
  /** Earliest time of the next estimate. */
  #estimateAt = 0;

  constructor(options: GrowingOptions) {
    this.#options = options;
  }

  /** Number of jobs that can run at once in this thread and the workers. */
  get width(): number {
    return this.#options.here.width + (this.#isOpen ? (this.#pool?.width ?? 0) : 0);
  }

  /** Runs a job in this thread or in a worker. If the input fails, the promise resolves to a result with the errors. */
  run(job: InputJob, signal?: AbortSignal): Promise<InputResult> {
    return new Promise((resolve) => {
      this.#queue.push({ job, signal, resolve });
      this.#continue();
    });
  }

  /** Ends all workers. */
  async close(): Promise<void> {
    await this.#pool?.close();
  }

  /** Starts waiting jobs. If workers exist, first lets this thread receive the messages of the workers. */
  #continue(): void {
    if (this.#pool === undefined) return this.#dispatch();
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    const { here } = this.#options;
    // Sends jobs to workers first, because a job that runs in this thread can block the thread until the job is done.
    while (this.#isOpen && this.#queue.length > 1 && this.#there < AHEAD * availableParallelism()) {
      const { job, signal, resolve } = this.#queue.shift() as Waiting;
      resolve(this.#runThere(this.#pool as Executor, job, signal));
    }
    while (this.#queue.length > 0 && this.#here < here.width) {
      const { job, signal, resolve } = this.#queue.shift() as Waiting;
      resolve(this.#runHere(job, signal));
    }
  }

  async #runHere(job: InputJob, signal: AbortSignal | undefined): Promise<InputResult> {
    this.#here++;
    try {
      return await this.#options.here.run(job, signal);
    } finally {
      this.#here--;
      this.#done++;
      this.#grow(performance.now());
      this.#continue();
    }
  }

  async #runThere(pool: Executor, job: InputJob, signal: AbortSignal | undefined): Promise<InputResult> {
    this.#there++;
    try {
      const result = await pool.run(job, signal);
      this.#done++;
      return result;
    } catch (thrown) {
      if (!(thrown instanceof NoWorker)) throw thrown;
      this.#isOpen = false;
      return await this.#runHere(job, signal);
    } finally {
      this.#there--;
      this.#continue();
    }
  }

  /** Counts a result. Starts workers if the estimate shows that the remaining inputs finish sooner with workers. */
  #grow(now: number): void {
    const { expected, here, pace, startPool } = this.#options;
    pace.count(now);
    if (this.#pool !== undefined || now < this.#estimateAt) return;
    this.#estimateAt = now + ESTIMATE_MS;
    const workers = pace.workers(expected - this.#done, 1, now, cpuTime());
    if (workers === 1) return;
    const pool = startPool(workers - 1);
    this.#pool = pool;
    here.isShared = true;
    void pool.opened().then((refusal) => {
      this.#isOpen = refusal === undefined;
      this.#continue();
    });
  }
}
