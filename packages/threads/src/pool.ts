import { MessageChannel } from "node:worker_threads";
import type { Tinypool } from "tinypool";
import { describeThrown, readThrown } from "@passwright/core";
import type { NestedAnswer, NestedJob, TextJob, TextJobAnswer } from "./job.ts";
import { countProgress, isUnsettled, makeProgress, readProgress } from "./progress.ts";
import type { ThreadAnswer, ThreadTask } from "./worker.ts";

/** Result of a job. */
export type JobResult =
  | { readonly kind: "answer"; readonly answer: NestedAnswer }
  /** The job cannot run in a thread; its operations are not at fault. */
  | { readonly kind: "refused" }
  /** The thread was lost at the operation `index`, in the pass with index `pass` of its pipeline, if one ran. */
  | { readonly kind: "lost"; readonly index: number; readonly pass: number | undefined; readonly how: Loss };

/** Reason why a thread was lost. */
export type Loss =
  | { readonly kind: "memory" }
  | { readonly kind: "time" }
  /** A promise of the pass never settled. */
  | { readonly kind: "unsettled" }
  | { readonly kind: "death"; readonly reason: string };

/** Number and limits of threads. */
export interface PoolLimits {
  /** Number of threads. */
  readonly threads: number;
  /** Time limit of a pass for one operation, in seconds, including pipelines that the pass runs. */
  readonly seconds?: number;
  /**
   * Heap of each thread, in MiB. A pass that needs more is reported if V8 can end its thread alone. It cannot always:
   * one large allocation beyond the limit ends the whole process.
   */
  readonly memory?: number;
}

/** Worker threads for any number of runs. Started for the first job; a lost thread is replaced. */
export class ThreadPool {
  /** Number and limits of the threads. */
  readonly limits: PoolLimits;
  #pool: Promise<Tinypool> | undefined;
  #jobs = 0;

  /** Makes a pool without starting threads. */
  constructor(limits: PoolLimits) {
    this.limits = limits;
  }

  /** Whether threads are running. */
  get isWarm(): boolean {
    return this.#pool !== undefined;
  }

  /** Whether a job is running. */
  get isBusy(): boolean {
    return this.#jobs > 0;
  }

  /** Runs a job in the next free thread. */
  async run(job: NestedJob): Promise<JobResult> {
    return this.#run({ nested: job }) as Promise<JobResult>;
  }

  /**
   * Processes parts of a text in one thread until all are taken. Returns `undefined` if one of them cannot be
   * processed separately.
   */
  async takeParts(job: TextJob, taken: Int32Array): Promise<TextJobAnswer | undefined> {
    const result = await this.#run({ text: job, taken });
    return result.kind === "answer" ? (result.answer as TextJobAnswer) : undefined;
  }

  async #run(job: ThreadTask["job"]): Promise<JobResult | { readonly kind: "answer"; readonly answer: TextJobAnswer }> {
    this.#jobs++;
    this.#pool ??= startPool(this.limits);
    const pool = await this.#pool;
    const progress = makeProgress();
    const { port1, port2 } = new MessageChannel();
    const task: ThreadTask = { job, progress, life: port2 };
    const watch = new Watch(progress, this.limits.seconds);
    port1.on("close", () =>
      watch.end(isUnsettled(progress) ? { kind: "unsettled" } : { kind: "death", reason: "it exited" }),
    );
    try {
      const result = await pool.run(task, { signal: watch.signal, transferList: [port2] });
      const { answer } = result as ThreadAnswer;
      // The result has the type of the job.
      return answer === undefined ? { kind: "refused" } : { kind: "answer", answer: answer as NestedAnswer };
    } catch (thrown) {
      const place = readProgress(progress);
      return place === undefined ? { kind: "refused" } : { kind: "lost", ...place, how: lossOf(thrown, watch.loss) };
    } finally {
      this.#jobs--;
      watch.stop();
      port1.close();
    }
  }

  /** Ends all threads. The next job starts new ones. */
  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    await (await pool)?.destroy();
  }
}

async function startPool({ threads, memory }: PoolLimits): Promise<Tinypool> {
  // Loaded on first use.
  const { Tinypool: Threads } = await import("tinypool");
  const pool = new Threads({
    filename: new URL("./worker.js", import.meta.url).href,
    runtime: "worker_threads",
    minThreads: threads,
    maxThreads: threads,
    ...(memory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memory } }),
  });
  // Ignore the death of an idle thread.
  pool.on("error", () => undefined);
  return pool;
}

/** Returns why a thread was lost: the exception, unless the watch knows more. */
function lossOf(thrown: unknown, seen: Loss | undefined): Loss {
  if (readThrown(thrown, "code") === "ERR_WORKER_OUT_OF_MEMORY") return { kind: "memory" };
  if (seen !== undefined && readThrown(thrown, "name") === "AbortError") return seen;
  return { kind: "death", reason: describeThrown(thrown) };
}

/** Time to wait for the exception of a thread that exited, in milliseconds. */
const LAST_WORDS = 2000;

/** Aborts a job when a pass takes too long for one operation, or when the thread exits. */
class Watch {
  readonly #progress: Int32Array;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #seen = 0;
  #since = performance.now();
  loss: Loss | undefined;

  constructor(progress: Int32Array, seconds: number | undefined) {
    this.#progress = progress;
    if (seconds === undefined) return;
    this.#timer = setInterval(() => this.#checkTime(seconds * 1000), Math.max(5, (seconds * 1000) / 4));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Marks the thread as lost and aborts the job. */
  end(loss: Loss): void {
    if (this.#isStopped) return;
    this.loss = loss;
    this.stop();
    // An exception with more information may still arrive.
    setTimeout(() => this.#controller.abort(), loss.kind === "death" ? LAST_WORDS : 0);
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  #checkTime(limit: number): void {
    const count = countProgress(this.#progress);
    // No operation has started yet.
    if (count === 0 || count !== this.#seen) {
      this.#seen = count;
      this.#since = performance.now();
    } else if (performance.now() - this.#since > limit) {
      this.end({ kind: "time" });
    }
  }
}
