import { setMaxListeners } from "node:events";
import { UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { badWorkerCount, inputLost, setupLost } from "./errors.ts";
import { OVERLAP } from "./in-process.ts";
import { RUN_ENDED } from "./job.ts";
import type { Executor, InputJob, InputResult, RunSetup } from "./job.ts";
import { Lane } from "./lane.ts";
import type { LaneLimits, Loss, LostInput } from "./lane.ts";
import { cpuTime, startPace } from "./pace.ts";
import type { Pace } from "./pace.ts";

/** Settings of a {@link Pool}. */
export interface PoolOptions extends LaneLimits {
  /** Data from which each worker makes its runner. */
  readonly setup: RunSetup;
  /** Maximum number of workers. */
  readonly workers: number;
  /**
   * Number of workers to start immediately. More workers start if measurements show that they finish the remaining jobs
   * sooner. Default: all workers.
   */
  readonly first?: number;
  /** Number of remaining jobs, if known. */
  readonly expected?: number;
  /** Aborts the setup of the first worker. */
  readonly signal?: AbortSignal;
  /** Called with the reports of one worker's setup, and with all reports that workers send after their setup. */
  readonly onEvent?: (event: unknown) => void;
  /** Called when a worker begins a job. */
  readonly onStart?: (job: InputJob) => void;
  /** Describes why an input was not finished. Default: the diagnostic PWH0201. */
  readonly explain?: (lost: LostInput) => Diagnostic;
}

/**
 * Reason why a run cannot start: the setup refused the run, the worker ended while it ran the setup, or the pool is
 * closed.
 */
export type Refusal = { readonly kind: "refused" | "closed" } | ({ readonly kind: "lost" } & Omit<LostInput, "job">);

/** Error of a job if no worker can be started. */
export class NoWorker extends Error {
  /** Reason why a worker did not start. */
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    const reasons = { refused: "the setup refused the run", closed: "the pool is closed" };
    super(refusal.kind === "lost" ? setupLost(refusal.how) : reasons[refusal.kind]);
    this.refusal = refusal;
  }
}

interface Pending {
  readonly id: number;
  readonly job: InputJob;
  /**
   * Whether a worker was lost while it ran this job and other jobs. If true, the job runs again, without other jobs.
   */
  isSuspect: boolean;
  settle(result: InputResult): void;
  fail(thrown: unknown): void;
}

/**
 * Maximum number of workers that the pool replaces because they were lost during setup. The pool replaces these workers
 * only if another worker has completed its setup.
 */
const OPEN_TRIALS = 3;

/**
 * Maximum number of jobs in the pool for each worker: running jobs, waiting jobs, and jobs whose results wait for
 * earlier results.
 */
const JOBS_PER_WORKER = 4 * OVERLAP;

/**
 * Runs inputs in threads or processes. Each worker makes its runner once. If a worker is lost while it runs one input,
 * this input becomes a failure, and the other inputs run in a new worker. The cause of the loss is uncertain if several
 * inputs ran, or if an earlier input might have left a timer. The pool then runs each input of the lost worker again,
 * one at a time.
 */
export class Pool implements Executor {
  readonly #options: PoolOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #queue: Pending[] = [];
  readonly #suspects: Pending[] = [];
  readonly #lanes = new Set<Lane>();
  /** Reports of each worker's setup. */
  readonly #events = new WeakMap<Lane, unknown[]>();
  /** Lanes of workers that run a single input, because this input might have ended an earlier worker. */
  readonly #alone = new Set<Lane>();
  readonly #signals = new WeakSet<AbortSignal>();
  #workers: number;
  #limit: number;
  #expected: number;
  #ids = 0;
  #done = 0;
  readonly #startedAt: number = performance.now();
  /** Estimate of the remaining work. Present after the setup of the first worker. */
  #pace: Pace | undefined;
  #openFailures = 0;
  /** Number of workers that were started. */
  #started = 0;
  #refusal: Refusal | undefined;
  readonly #opened: Promise<Refusal | undefined>;
  #resolveOpened: (refusal: Refusal | undefined) => void = () => undefined;

  /** @throws UsageError PWL0606 if `workers` is not a positive integer. */
  constructor(options: PoolOptions) {
    if (!Number.isInteger(options.workers) || options.workers < 1)
      throw new UsageError(badWorkerCount(options.workers));
    this.#options = options;
    this.#limit = options.workers;
    this.#workers = Math.min(options.workers, options.first ?? options.workers);
    this.#opened = new Promise((resolve) => (this.#resolveOpened = resolve));
    this.#expected = options.expected ?? 0;
    for (let count = 0; count < this.#workers; count++) this.#startLane();
    const abort = (): void => {
      const [lane] = this.#lanes;
      if (this.#pace !== undefined || lane === undefined) return;
      const { memory, last } = lane;
      const refusal: Refusal = { kind: "lost", how: { kind: "interrupt" }, memory, last };
      this.#report(lane);
      this.#refuse(refusal);
      void this.close();
    };
    options.signal?.addEventListener("abort", abort, { once: true });
  }

  /** Sets the number of remaining jobs. */
  expect(jobs: number): void {
    this.#expected = jobs;
  }

  /** Number of jobs that can run at once in the workers. Each worker that starts increases this number. */
  get width(): number {
    return this.#options.workers * JOBS_PER_WORKER;
  }

  /**
   * Waits for the setup of the first worker. Returns the reason why the run cannot start, or `undefined` if the run can
   * start.
   */
  opened(): Promise<Refusal | undefined> {
    return this.#opened;
  }

  /**
   * Runs a job in a worker. If the input fails or the worker is lost, the promise resolves to a result with the errors.
   */
  run(job: InputJob, signal?: AbortSignal): Promise<InputResult> {
    signal?.throwIfAborted();
    if (signal !== undefined) this.#watch(signal);
    return new Promise((resolve, reject) => {
      const id = this.#ids++;
      const forget = (): void => {
        this.#pending.delete(id);
        this.#done++;
        this.#pace?.count(performance.now());
      };
      const settle = (result: InputResult): void => {
        forget();
        resolve(result);
      };
      const fail = (thrown: unknown): void => {
        forget();
        reject(thrown);
      };
      const pending: Pending = { id, job, isSuspect: false, settle, fail };
      if (this.#refusal !== undefined) return reject(new NoWorker(this.#refusal));
      this.#pending.set(id, pending);
      this.#queue.push(pending);
      this.#dispatch();
    });
  }

  /** Reduces the maximum number of workers to `workers`. Must be called before the first job. */
  limitTo(workers: number): void {
    this.#limit = Math.min(this.#limit, workers);
    this.#workers = Math.min(this.#workers, workers);
    for (const lane of [...this.#lanes].slice(workers)) {
      this.#lanes.delete(lane);
      void lane.end();
    }
  }

  /** Ends all workers, and rejects all jobs that have not finished. */
  async close(): Promise<void> {
    if (this.#refusal === undefined) this.#refuse({ kind: "closed" });
    await Promise.all([...this.#lanes].map((lane) => lane.end()));
    this.#lanes.clear();
  }

  /** Interrupts running jobs and drops waiting jobs after an abort. */
  #watch(signal: AbortSignal): void {
    if (this.#signals.has(signal)) return;
    this.#signals.add(signal);
    setMaxListeners(0, signal);
    signal.addEventListener(
      "abort",
      () => {
        this.#queue.length = 0;
        this.#suspects.length = 0;
        for (const lane of signal.reason === RUN_ENDED ? [] : this.#lanes) {
          for (const id of lane.started) this.#fail(id, { kind: "interrupt" }, lane);
        }
        for (const { fail } of this.#pending.values()) fail(signal.reason);
      },
      { once: true },
    );
  }

  #startLane(): Lane {
    const worker = this.#started++;
    // Forwards the reports of only one setup: the first setup that succeeds or, if all fail, the last setup.
    const events: unknown[] = [];
    const lane: Lane = new Lane(this.#options.setup, this.#options, {
      event: (event) => (lane.isReady ? this.#options.onEvent?.(event) : events.push(event)),
      ready: (isOpen) => {
        if (!isOpen) return this.#drop(lane, { kind: "refused" });
        if (this.#pace === undefined) {
          this.#pace = startPace(performance.now() - this.#startedAt);
          this.#report(lane);
          this.#growLater(this.#pace);
        }
        this.#resolveOpened(undefined);
        this.#dispatch();
      },
      started: (id) => {
        // A worker starts a second job only while a pass waits for a promise, so this worker can run more jobs at once.
        if (lane.started.size > 1) lane.capacity = OVERLAP;
        const pending = this.#pending.get(id);
        if (pending !== undefined) this.#options.onStart?.(pending.job);
        this.#dispatch();
      },
      result: (id, result) => {
        lane.capacity = Math.max(lane.capacity, 2);
        this.#pending.get(id)?.settle({ ...result, worker });
        this.#alone.delete(lane);
        this.#dispatch();
      },
      lost: (loss) => this.#lost(lane, loss),
    });
    this.#lanes.add(lane);
    this.#events.set(lane, events);
    return lane;
  }

  #report(lane: Lane): void {
    for (const event of this.#events.get(lane) ?? []) this.#options.onEvent?.(event);
  }

  #lost(lane: Lane, how: Loss): void {
    if (!lane.isReady && this.#openFailures++ >= (this.#pace === undefined ? 0 : OPEN_TRIALS))
      return this.#drop(lane, { kind: "lost", how, memory: lane.memory, last: lane.last });
    this.#lanes.delete(lane);
    const wasAlone = this.#alone.delete(lane);
    // The cause is certain if the job ran alone again, or if the only running job reached the time limit. In other
    // cases, another program might have killed the worker.
    const isCertain = wasAlone || (lane.started.size === 1 && how.kind === "time");
    for (const id of [...lane.jobs].reverse()) {
      const pending = this.#pending.get(id);
      if (pending === undefined) continue;
      if (!lane.started.has(id)) (pending.isSuspect ? this.#suspects : this.#queue).unshift(pending);
      else if (isCertain) this.#fail(id, how, lane);
      else {
        pending.isSuspect = true;
        this.#suspects.unshift(pending);
      }
    }
    this.#dispatch();
  }

  /** Removes a worker whose setup failed. If no other worker exists, the run ends. */
  #drop(lane: Lane, refusal: Refusal): void {
    this.#lanes.delete(lane);
    this.#alone.delete(lane);
    void lane.end();
    for (const id of lane.jobs) {
      const pending = this.#pending.get(id);
      if (pending !== undefined) (pending.isSuspect ? this.#suspects : this.#queue).unshift(pending);
    }
    this.#workers = Math.max(1, this.#workers - 1);
    if (this.#lanes.size > 0) return this.#dispatch();
    if (this.#pace === undefined) this.#report(lane);
    this.#refuse(refusal);
  }

  #refuse(refusal: Refusal): void {
    this.#refusal = refusal;
    this.#resolveOpened(refusal);
    for (const { fail } of this.#pending.values()) fail(new NoWorker(refusal));
  }

  #fail(id: number, how: Loss, { memory, last }: Lane): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    const { job } = pending;
    const diagnostic = (this.#options.explain ?? inputLost)({ job, how, memory, last });
    pending.settle({ name: job.name, ok: false, diagnostics: [diagnostic], statistics: [], from: "run" });
  }

  #dispatch(): void {
    if (this.#refusal !== undefined) return;
    while (this.#suspects.length > 0 && this.#alone.size < this.#workers) {
      const lane = this.#startLane();
      this.#alone.add(lane);
      lane.send(this.#suspects.shift() as Pending);
    }
    while (this.#queue.length > 0) {
      const lane = this.#freeLane();
      if (lane === undefined) return;
      lane.send(this.#queue.shift() as Pending);
    }
  }

  #freeLane(): Lane | undefined {
    const regular = [...this.#lanes].filter((lane) => !this.#alone.has(lane));
    let best: Lane | undefined;
    for (const lane of regular)
      if (lane.jobs.size < lane.capacity && (best === undefined || lane.jobs.size < best.jobs.size)) best = lane;
    if (best !== undefined && best.jobs.size === 0) return best;
    if (regular.length < this.#workers) return this.#startLane();
    return best;
  }

  /**
   * Checks at intervals whether to start more workers. Checking only when a result arrives is not sufficient, because a
   * slow input can delay the next result.
   */
  #growLater(pace: Pace): void {
    if (this.#refusal !== undefined || this.#workers >= this.#limit) return;
    const again = (): void => {
      const count = this.#lanes.size - this.#alone.size;
      const left = Math.max(this.#expected - this.#done, this.#pending.size);
      const workers = Math.min(pace.workers(left, count, performance.now(), cpuTime()), this.#limit);
      this.#workers = Math.max(this.#workers, workers);
      this.#dispatch();
      this.#growLater(pace);
    };
    setTimeout(again, pace.wait(performance.now())).unref();
  }
}
