import { MessageChannel } from "node:worker_threads";
import type { Tinypool } from "tinypool";
import { describeThrown, readThrown } from "@passwright/core";
import type { NestedAnswer, NestedJob, TextJob, TextJobAnswer } from "./job.ts";
import { countProgress, isUnsettled, makeProgress, readProgress } from "./progress.ts";
import type { ThreadAnswer, ThreadTask } from "./worker.ts";

/** What became of a job. */
export type JobResult =
  | { readonly kind: "answer"; readonly answer: NestedAnswer }
  /** Nothing is wrong with any operation, but it cannot be done there. */
  | { readonly kind: "refused" }
  /** The thread was lost at the operation of that place, in the pass of that place in its pipeline, if it was in one. */
  | { readonly kind: "lost"; readonly index: number; readonly pass: number | undefined; readonly how: Loss };

/** How a thread was lost. */
export type Loss =
  | { readonly kind: "memory" }
  | { readonly kind: "time" }
  /** A promise of the pass never settled. */
  | { readonly kind: "unsettled" }
  | { readonly kind: "death"; readonly reason: string };

/** How many threads there are, and what each may take. */
export interface PoolLimits {
  readonly threads: number;
  /** How long a pass may take for one operation, in seconds; all that it runs inside of itself is part of it. */
  readonly seconds?: number;
  /**
   * Heap of each thread, in MiB. A pass that needs more is reported if V8 can end its thread alone. It cannot always: one large
   * allocation beyond the limit ends the whole process.
   */
  readonly memory?: number;
}

/** Threads, for any number of runs. They are started when there is a job for them; a thread that was lost is replaced. */
export class ThreadPool {
  readonly limits: PoolLimits;
  #pool: Promise<Tinypool> | undefined;
  #jobs = 0;

  constructor(limits: PoolLimits) {
    this.limits = limits;
  }

  /** Whether threads are there already. */
  get isWarm(): boolean {
    return this.#pool !== undefined;
  }

  /** Whether a job is on its way. */
  get isBusy(): boolean {
    return this.#jobs > 0;
  }

  /** Runs a job in the next thread that is free. */
  async run(job: NestedJob): Promise<JobResult> {
    return this.#run({ nested: job }) as Promise<JobResult>;
  }

  /** Takes parts of a text in one thread, until all are taken; undefined, if one cannot be worked on by itself. */
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
      watch.end(isUnsettled(progress) ? { kind: "unsettled" } : { kind: "death", reason: "it ended by itself" }),
    );
    try {
      const result = await pool.run(task, { signal: watch.signal, transferList: [port2] });
      const { answer } = result as ThreadAnswer;
      // What was asked for is what is answered.
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
  // Loaded by those who use it.
  const { Tinypool: Threads } = await import("tinypool");
  const pool = new Threads({
    filename: new URL("./worker.js", import.meta.url).href,
    runtime: "worker_threads",
    minThreads: threads,
    maxThreads: threads,
    ...(memory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memory } }),
  });
  // A thread that dies while it has nothing to do takes nothing with it.
  pool.on("error", () => undefined);
  return pool;
}

/** What a thread died of: what it threw, or what was seen of it. */
function lossOf(thrown: unknown, seen: Loss | undefined): Loss {
  if (readThrown(thrown, "code") === "ERR_WORKER_OUT_OF_MEMORY") return { kind: "memory" };
  if (seen !== undefined && readThrown(thrown, "name") === "AbortError") return seen;
  return { kind: "death", reason: describeThrown(thrown) };
}

/** How long what a thread died of may take to arrive after it is gone, in milliseconds. */
const LAST_WORDS = 2000;

/** Ends a job in which a pass takes too long for one operation. */
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
    this.#timer = setInterval(() => this.#look(seconds * 1000), Math.max(5, (seconds * 1000) / 4));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The thread is lost: nobody waits for it any more. */
  end(loss: Loss): void {
    if (this.#isStopped) return;
    this.loss = loss;
    this.stop();
    // An error that says more may be on its way.
    setTimeout(() => this.#controller.abort(), loss.kind === "death" ? LAST_WORDS : 0);
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  #look(limit: number): void {
    const count = countProgress(this.#progress);
    // What waits for a thread, or loads, is at no operation.
    if (count === 0 || count !== this.#seen) {
      this.#seen = count;
      this.#since = performance.now();
    } else if (performance.now() - this.#since > limit) {
      this.end({ kind: "time" });
    }
  }
}
