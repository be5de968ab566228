import { setMaxListeners } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { systemErrorText } from "@passwright/loader";
import type { Queue, QueueEvents } from "bullmq";
import { unreadable } from "../inputs/errors.ts";
import { isFile } from "../inputs/job.ts";
import type { Executor, InputJob, InputResult } from "../inputs/job.ts";
import { connect } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { endedWorkers } from "./errors.ts";
import { KEPT_S, MAX_LOST, packJob, QUEUE, readResult, runKey, storeContent } from "./queue-job.ts";
import type { PackedJob } from "./queue-job.ts";
import type { OnState, QueueRun } from "./queue-run.ts";

/**
 * Settings of a {@link QueueExecutor}.
 *
 * @experimental
 */
export interface QueueOptions {
  /** URL of the Redis server, such as `redis://host:6379`. */
  readonly url: string;
  /** Run that the jobs belong to. */
  readonly run: QueueRun;
  /** Maximum number of jobs in the queue. Default: 1024. */
  readonly width?: number;
  /** Called when the connection to the server is lost or restored. */
  readonly onState?: OnState;
}

/** A job in the queue. */
interface Outstanding {
  readonly packed: PackedJob;
  /** Number of times that the result or the content of the job was lost. */
  losses: number;
  /** Whether the state of the job is being read. */
  isRead: boolean;
  settle(result: InputResult): void;
  fail(thrown: unknown): void;
}

/** Time between checks of jobs whose events might be lost, in milliseconds. */
const CHECK_MS = 2000;

/**
 * Runs jobs on the workers of a queue. If the queue already contains a job from an earlier run, this job does not run
 * again.
 *
 * @experimental
 */
export class QueueExecutor implements Executor {
  /** Maximum number of jobs that are in the queue at the same time. */
  readonly width: number;
  readonly #description: QueueRun;
  readonly #connection: Connection;
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  readonly #outstanding = new Map<string, Outstanding[]>();
  readonly #timer: NodeJS.Timeout;
  #withdrawn: Promise<unknown> = Promise.resolve();

  private constructor({ run: description, width = 1024 }: QueueOptions, connection: Connection) {
    this.width = width;
    this.#description = description;
    this.#connection = connection;
    const { Queue, QueueEvents } = connection.bullmq;
    this.#queue = new Queue(QUEUE, { connection: connection.client });
    this.#events = new QueueEvents(QUEUE, { connection: connection.client });
    // Ignores these errors, because commands wait for the server, and the connection reports a lost server.
    this.#queue.on("error", () => undefined);
    this.#events.on("error", () => undefined);
    this.#events.on("completed", ({ jobId }) => this.#check(jobId));
    this.#events.on("failed", ({ jobId }) => this.#check(jobId));
    this.#timer = setInterval(() => [...this.#outstanding.keys()].forEach((id) => this.#check(id)), CHECK_MS);
  }

  /**
   * Connects to a server and announces the run.
   *
   * @throws {@link UsageError} PWH0401 to PWH0403.
   */
  static async open(options: QueueOptions): Promise<QueueExecutor> {
    const { url, onState } = options;
    const connection = await connect(url, onState);
    const executor = new QueueExecutor(options, connection);
    await executor.#announce();
    await executor.#events.waitUntilReady();
    return executor;
  }

  /** Number of connected workers. */
  workers(): Promise<number> {
    return this.#queue.getWorkersCount();
  }

  /** Adds a job to the queue, and waits for its result. */
  run(job: InputJob, signal?: AbortSignal): Promise<InputResult> {
    signal?.throwIfAborted();
    // Disables the limit on listeners, because each job adds a listener to the signal.
    if (signal !== undefined) setMaxListeners(0, signal);
    let content: string | Uint8Array;
    try {
      content = isFile(job.content) ? readFileSync(job.content.path) : job.content;
    } catch (thrown) {
      const diagnostics = [unreadable(job.name, systemErrorText(thrown))];
      return Promise.resolve({ name: job.name, ok: false, diagnostics, statistics: [], from: "run" });
    }
    const packed = packJob({ ...job, content }, this.#description.hash);
    const { id } = packed;
    return new Promise((resolve, reject) => {
      const isOver = (): boolean => {
        signal?.removeEventListener("abort", cancel);
        const all = this.#outstanding.get(id) ?? [];
        const left = all.filter((one) => one !== entry);
        if (left.length === 0) this.#outstanding.delete(id);
        else this.#outstanding.set(id, left);
        return left.length === 0;
      };
      const entry: Outstanding = {
        packed,
        losses: 0,
        isRead: false,
        settle(result) {
          isOver();
          resolve({ ...result, name: job.name });
        },
        fail(thrown) {
          isOver();
          reject(thrown);
        },
      };
      const cancel = (): void => {
        // A running job continues on its worker, and a later run uses its result.
        if (isOver()) this.#withdraw(id);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", cancel, { once: true });
      const others = this.#outstanding.get(id);
      this.#outstanding.set(id, [...(others ?? []), entry]);
      if (others === undefined) void this.#add(entry).catch((thrown: unknown) => entry.fail(thrown));
    });
  }

  /** Closes the connection to the queue. Jobs that are already running on other machines continue. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const ids = [...this.#outstanding.keys()];
    this.#outstanding.clear();
    for (const id of ids) this.#withdraw(id);
    const withdrawn = this.#withdrawn.then(() => true);
    let isDone = false;
    // If the server is lost, waits only for a limited time.
    do isDone = await Promise.race([withdrawn, wait(CHECK_MS, false, { ref: false })]);
    while (!isDone && this.#connection.client.status === "ready");
    await this.#events.close().catch(() => undefined);
    await this.#queue.close().catch(() => undefined);
    await this.#connection.close();
  }

  async #announce(): Promise<void> {
    const { hash } = this.#description;
    await this.#connection.client.set(runKey(hash), JSON.stringify(this.#description), "EX", KEPT_S);
  }

  /** Adds a job unless it is already in the queue. Then reads the job's state, because the job might be finished. */
  async #add({ packed }: Outstanding): Promise<void> {
    await storeContent(this.#connection.client, packed);
    if (!this.#outstanding.has(packed.id)) return;
    await this.#queue.add("input", packed.data, {
      jobId: packed.id,
      attempts: 3,
      backoff: { type: "exponential", delay: 200 },
      removeOnComplete: { age: KEPT_S },
      removeOnFail: { age: KEPT_S },
    });
    this.#check(packed.id, true);
  }

  /**
   * Reads the state of a job, and settles its promise if the job is finished. `isNew` means that this run has just
   * added the job. A failure is then ignored, because the failure is the result of an earlier run.
   */
  #check(id: string, isNew = false): void {
    const [first] = this.#outstanding.get(id) ?? [];
    if (first === undefined || first.isRead) return;
    first.isRead = true;
    this.#read(id, first, isNew)
      .catch((thrown: unknown) => this.#settle(id, (entry) => entry.fail(thrown)))
      .finally(() => (first.isRead = false));
  }

  async #read(id: string, entry: Outstanding, isNew: boolean): Promise<void> {
    const job = await this.#queue.getJob(id);
    if (job === undefined) {
      // The server lost the job, or another producer removed the job.
      return this.#addAgain(entry);
    }
    if (job.finishedOn === undefined) return;
    const result = job.failedReason === undefined ? await readResult(this.#connection.client, id) : undefined;
    if (result !== undefined) return this.#settle(id, ({ settle }) => settle(result));
    const isFailed = job.failedReason !== undefined && !isNew;
    if (isFailed || entry.losses++ === MAX_LOST) {
      const { name } = entry.packed.data;
      const diagnostics = [endedWorkers(name, job.failedReason ?? "its result was lost repeatedly")];
      return this.#settle(id, ({ settle }) => settle({ name, ok: false, diagnostics, statistics: [], from: "queue" }));
    }
    // The result or the content has expired, or the job failed in an earlier run. The job must therefore run again.
    await this.#queue.remove(id);
    await this.#addAgain(entry);
  }

  async #addAgain(entry: Outstanding): Promise<void> {
    await this.#announce();
    await this.#add(entry);
  }

  #settle(id: string, act: (entry: Outstanding) => void): void {
    for (const entry of this.#outstanding.get(id) ?? []) act(entry);
  }

  /** Removes a job unless the job is running. If the job has just finished, its result stays in the queue. */
  #withdraw(id: string): void {
    this.#withdrawn = Promise.allSettled([this.#withdrawn, this.#queue.remove(id)]);
  }
}
