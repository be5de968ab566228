import { startThread } from "../inputs/worker.ts";
import type { StartedThread, WorkerEnd } from "../inputs/worker.ts";
import type { NestedAnswer, NestedJob, TextJob, TextJobAnswer } from "./job.ts";
import { countProgress, isUnsettled, makeProgress, readProgress } from "./progress.ts";
import type { ThreadAnswer, ThreadTask } from "./thread-worker.ts";

/** Result of a job. */
export type JobResult =
  | { readonly kind: "answer"; readonly answer: NestedAnswer }
  /** The job cannot run in a thread, for a reason that does not concern a single operation. */
  | { readonly kind: "refused" }
  /**
   * The thread was lost at the operation `index`. If a pass was running, `pass` is the index of this pass in its
   * pipeline.
   */
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
  /**
   * Time limit in seconds for the run of a pass on one operation. The time of dynamic pipelines that the pass runs is
   * part of this time.
   */
  readonly seconds?: number;
  /**
   * Maximum heap size of each thread, in MiB. If a pass needs more memory, V8 usually ends only the thread, and the
   * pass is reported. A single large allocation beyond the limit ends the whole process.
   */
  readonly memory?: number;
}

/** Worker threads that several runs can share. The first job starts the threads. Lost threads are replaced. */
export class ThreadPool {
  /** Number of threads, and the limits of each thread. */
  readonly limits: PoolLimits;
  readonly #threads = new Set<Thread>();
  readonly #free: Thread[] = [];
  readonly #waiting: ((thread: Thread) => void)[] = [];
  #jobs = 0;

  /** Makes a pool without starting threads. */
  constructor(limits: PoolLimits) {
    this.limits = limits;
  }

  /** Whether threads are running. */
  get isWarm(): boolean {
    return this.#threads.size > 0;
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
   * Processes parts of a text in one thread until all parts are assigned to a thread. Returns `undefined` if the text
   * must be processed as a whole.
   */
  async takeParts(job: TextJob, taken: Int32Array): Promise<TextJobAnswer | undefined> {
    const result = await this.#run({ text: job, taken });
    return result.kind === "answer" ? (result.answer as TextJobAnswer) : undefined;
  }

  async #run(job: ThreadTask["job"]): Promise<JobResult | { readonly kind: "answer"; readonly answer: TextJobAnswer }> {
    this.#jobs++;
    this.#startMissing();
    const thread = this.#free.shift() ?? (await new Promise<Thread>((resolve) => this.#waiting.push(resolve)));
    const progress = makeProgress();
    const watch = new Watch(progress, this.limits.seconds, () => void thread.stop({ kind: "time" }));
    try {
      const ended = await thread.run({ job, progress });
      if (ended.kind === "answer") {
        const { answer } = ended.answer;
        // The type of `answer` depends on the job, so callers cast the value to the type for their job.
        return answer === undefined ? { kind: "refused" } : { kind: "answer", answer: answer as NestedAnswer };
      }
      const place = readProgress(progress);
      if (place === undefined) return { kind: "refused" };
      return { kind: "lost", ...place, how: isUnsettled(progress) ? { kind: "unsettled" } : ended.how };
    } finally {
      this.#jobs--;
      watch.stop();
      if (this.#threads.has(thread)) this.#release(thread);
      else if (this.#waiting.length > 0) this.#startMissing();
    }
  }

  /** Ends all threads. The next job starts new threads. */
  async close(): Promise<void> {
    const threads = [...this.#threads];
    this.#threads.clear();
    this.#free.length = 0;
    await Promise.all(threads.map((thread) => thread.stop({ kind: "death", reason: "the pool was closed" })));
  }

  #startMissing(): void {
    while (this.#threads.size < this.limits.threads) {
      const thread: Thread = new Thread(this.limits.memory, () => {
        this.#threads.delete(thread);
        const index = this.#free.indexOf(thread);
        if (index >= 0) this.#free.splice(index, 1);
      });
      this.#threads.add(thread);
      this.#release(thread);
    }
  }

  #release(thread: Thread): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(thread);
    else next(thread);
  }
}

/** End of a task: its result, or the loss of the thread. */
type TaskEnd =
  { readonly kind: "answer"; readonly answer: ThreadAnswer } | { readonly kind: "lost"; readonly how: Loss };

/** A thread that runs one task at a time. The thread keeps the process alive only while it runs a task. */
class Thread {
  readonly #worker: StartedThread;
  readonly #onLost: () => void;
  #end: ((end: TaskEnd) => void) | undefined;

  constructor(memory: number | undefined, onLost: () => void) {
    this.#onLost = onLost;
    this.#worker = startThread(
      new URL("./thread-worker.js", import.meta.url),
      { data: undefined, memory },
      {
        message: (answer) => this.#finish({ kind: "answer", answer: answer as ThreadAnswer }),
        ended: (end) => this.#lose(lossOf(end)),
      },
    );
    this.#worker.hold(false);
  }

  run(task: ThreadTask): Promise<TaskEnd> {
    this.#worker.hold(true);
    return new Promise((resolve) => {
      this.#end = resolve;
      this.#worker.post(task);
    });
  }

  /** Ends the thread. The result of the current task contains `how` as the reason. */
  async stop(how: Loss): Promise<void> {
    await this.#worker.end();
    this.#lose(how);
  }

  #lose(how: Loss): void {
    this.#onLost();
    this.#finish({ kind: "lost", how });
  }

  #finish(end: TaskEnd): void {
    this.#worker.hold(false);
    this.#end?.(end);
    this.#end = undefined;
  }
}

function lossOf(end: WorkerEnd): Loss {
  if (end.kind === "memory") return end;
  return {
    kind: "death",
    reason: end.thrown !== undefined ? end.reason : "code called `process.exit` or `process.kill`",
  };
}

/** Calls `onLate` if a pass runs on one operation for longer than the time limit. */
class Watch {
  readonly #progress: Int32Array;
  readonly #onLate: () => void;
  readonly #timer: NodeJS.Timeout | undefined;
  #seen = 0;
  #since = performance.now();

  constructor(progress: Int32Array, seconds: number | undefined, onLate: () => void) {
    this.#progress = progress;
    this.#onLate = onLate;
    if (seconds === undefined) return;
    this.#timer = setInterval(() => this.#checkTime(seconds * 1000), Math.max(5, (seconds * 1000) / 4));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #checkTime(limit: number): void {
    const count = countProgress(this.#progress);
    // A count of 0 means that no operation has started yet.
    if (count === 0 || count !== this.#seen) {
      this.#seen = count;
      this.#since = performance.now();
    } else if (performance.now() - this.#since > limit) {
      this.stop();
      this.#onLate();
    }
  }
}
