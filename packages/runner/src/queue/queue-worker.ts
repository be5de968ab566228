import { hostname } from "node:os";
import type { Job } from "bullmq";
import type { Diagnostic } from "@passwright/core";
import { describeFactDifference } from "../cache/facts.ts";
import type { RunFacts } from "../cache/facts.ts";
import type { Executor } from "../inputs/job.ts";
import { connect } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { differentCode } from "./errors.ts";
import { hasResult, KEPT_S, MAX_LOST, QUEUE, runKey, storeResult, unpackJob } from "./queue-job.ts";
import type { QueueJob } from "./queue-job.ts";
import type { OnState, QueueRun } from "./queue-run.ts";

/** A run that a worker has prepared. */
export interface PreparedRun {
  /** Values that the results depend on. */
  readonly facts: RunFacts;
  /** Executor that runs the inputs. */
  readonly executor: Executor;
}

/** A prepared run, or the reasons why it cannot be prepared. */
export type PrepareResult = PreparedRun | { readonly diagnostics: readonly Diagnostic[] };

/**
 * Settings of {@link serveQueue}.
 *
 * @experimental
 */
export interface ServeOptions {
  /** URL of the Redis server, such as `redis://host:6379`. */
  readonly url: string;
  /** Number of inputs that run at once. */
  readonly jobs: number;
  /** Prepares a run from its settings, with the code of this machine. */
  prepare(settings: unknown): Promise<PrepareResult>;
  /** Signal that ends the worker. Inputs that are already running are finished first. */
  readonly signal: AbortSignal;
  /** Time in seconds after which other workers run the inputs of a worker that does not respond. Default: 10. */
  readonly lockSeconds?: number;
  /** Called when the worker is connected and waits for inputs. */
  readonly onWaiting?: () => void;
  /** Called when the connection to the server is lost or restored. */
  readonly onState?: OnState;
  /** Called after each input. */
  readonly onDone?: (name: string) => void;
}

/**
 * Runs the inputs of a queue until the signal aborts. Also ends if this machine refuses a run, for example because its
 * code differs from the code of the run. Returns the reasons for the refusal.
 *
 * @throws {@link UsageError} PWH0401 to PWH0403.
 *
 * @experimental
 */
export async function serveQueue(options: ServeOptions): Promise<readonly Diagnostic[]> {
  const { url, jobs, signal, lockSeconds = 10, onState } = options;
  const connection = await connect(url, onState);
  options.onWaiting?.();
  const { Worker } = connection.bullmq;
  const runs = new Runs(connection, options);
  let end: (diagnostics: readonly Diagnostic[]) => void = () => undefined;
  const ended = new Promise<readonly Diagnostic[]>((resolve) => (end = resolve));
  const worker = new Worker<QueueJob, string>(
    QUEUE,
    async (job, token) => {
      const found = await runs.use(job.data.run, (executor) => runJob(job, executor, connection, options));
      if (typeof found === "string") return found;
      await job.moveToWait(token);
      end(found);
      throw new connection.bullmq.WaitingError();
    },
    {
      connection: connection.client,
      name: `${hostname()}-${process.pid}`,
      concurrency: jobs,
      lockDuration: lockSeconds * 1000,
      stalledInterval: lockSeconds * 500,
      maxStalledCount: MAX_LOST,
      removeOnComplete: { age: KEPT_S },
      removeOnFail: { age: KEPT_S },
    },
  );
  worker.on("error", () => undefined);
  if (signal.aborted) end([]);
  signal.addEventListener("abort", () => end([]), { once: true });
  const diagnostics = await ended;
  await worker.close().catch(() => undefined);
  await runs.close();
  await connection.close();
  return diagnostics;
}

/**
 * Result of a job in the queue. `stored`: the result is stored. `lost`: the content of the job or the description of
 * its run is missing, so the producer must add the job again.
 */
type Outcome = "stored" | "lost";

async function runJob(
  { id = "", data }: Job<QueueJob, string>,
  executor: Executor,
  { client }: Connection,
  { onDone }: ServeOptions,
): Promise<Outcome> {
  // A job can be in the queue again after its result was stored.
  if (await hasResult(client, id)) return "stored";
  const job = await unpackJob(client, data);
  if (job === undefined) return "lost";
  const result = await executor.run(job);
  await storeResult(client, id, { ...result, from: hostname() });
  onDone?.(data.name);
  return "stored";
}

/** Run that a worker keeps prepared, with the number of its jobs that are running. */
interface OpenRun {
  readonly prepared: Promise<PrepareResult | undefined>;
  jobs: number;
}

/**
 * Number of runs that a worker keeps prepared although none of their jobs is running. Greater than one, because jobs of
 * several producers can alternate.
 */
const OPEN_RUNS = 2;

/** Runs that a worker keeps prepared. The list starts with the run that has been without a job for the longest time. */
class Runs {
  readonly #connection: Connection;
  readonly #options: ServeOptions;
  readonly #open = new Map<string, OpenRun>();

  constructor(connection: Connection, options: ServeOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  /** Calls `body` with the executor of a run. If this machine refuses the run, returns diagnostics instead. */
  async use(hash: string, body: (executor: Executor) => Promise<Outcome>): Promise<Outcome | readonly Diagnostic[]> {
    const run = this.#open.get(hash) ?? { prepared: this.#prepare(hash), jobs: 0 };
    this.#open.delete(hash);
    this.#open.set(hash, run);
    run.jobs++;
    try {
      const prepared = await run.prepared;
      if (prepared === undefined) {
        this.#open.delete(hash);
        return "lost";
      }
      return "executor" in prepared ? await body(prepared.executor) : prepared.diagnostics;
    } catch (thrown) {
      // Closes the run after an exception, so that the next attempt prepares it again.
      if (this.#open.get(hash) === run && run.jobs === 1) await this.#close(hash, run);
      throw thrown;
    } finally {
      run.jobs--;
      await this.#closeIdle();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map(([hash, run]) => this.#close(hash, run)));
  }

  async #closeIdle(): Promise<void> {
    const idle = [...this.#open].filter(([, { jobs }]) => jobs === 0);
    await Promise.all(idle.slice(0, Math.max(0, idle.length - OPEN_RUNS)).map(([hash, run]) => this.#close(hash, run)));
  }

  async #close(hash: string, { prepared }: OpenRun): Promise<void> {
    this.#open.delete(hash);
    const run = await prepared.catch(() => undefined);
    if (run !== undefined && "executor" in run) await run.executor.close();
  }

  /** Prepares a run. Returns `undefined` if the queue has lost the description of the run. */
  async #prepare(hash: string): Promise<PrepareResult | undefined> {
    const text = await this.#connection.client.get(runKey(hash));
    if (text === null) return undefined;
    const { facts, settings } = JSON.parse(text) as QueueRun;
    const prepared = await this.#options.prepare(settings);
    if (!("executor" in prepared) || prepared.facts.hash === hash) return prepared;
    await prepared.executor.close();
    return { diagnostics: [differentCode(describeFactDifference(prepared.facts.facts, facts))] };
  }
}
