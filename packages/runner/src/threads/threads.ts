import { NestedExecutor, printPipeline } from "@passwright/core";
import type {
  Diagnostic,
  IrAdapter,
  NestedItem,
  NestedOutcome,
  NestedWork,
  OpPassManager,
  PassRegistry,
  Returned,
  SentOperations,
} from "@passwright/core";
import * as errors from "./errors.ts";
import { addCounts } from "./job.ts";
import type { NestedAnswer, NestedJob, ThreadSetup } from "./job.ts";
import { Estimate } from "./estimate.ts";
import type { JobResult, ThreadPool } from "./thread-pool.ts";

/** Settings of {@link Threads}. */
export interface ThreadsOptions<Op extends object> {
  /** Pool to run in. Runs and pipelines can share the pool. */
  readonly pool: ThreadPool;
  /** Adapter of the IR. */
  readonly adapter: IrAdapter<Op>;
  /** Passes by name. The registry in the threads must contain the same passes. */
  readonly registry: PassRegistry<Op>;
  /** Data from which a thread makes the same adapter and passes. */
  readonly setup: ThreadSetup;
  /**
   * Whether to use threads only if threads save time. To estimate this, first measures some operations in this thread.
   */
  readonly whereItPays?: boolean;
  /**
   * Called after a thread was lost. Saves the operation that the thread was processing, in its state before the
   * pipeline, and returns a note that names the saved file.
   */
  readonly keep?: (op: Op, pipeline: string) => string;
}

/** Job that was sent, and its operations. */
interface Sent<Op extends object> {
  readonly items: readonly NestedItem<Op>[];
  readonly operations: SentOperations<Op>;
  readonly pipelines: readonly OpPassManager<Op>[];
}

/** Number of jobs per thread. With several jobs per thread, a thread that finishes early can run further jobs. */
const JOBS_PER_THREAD = 3;

/**
 * Executor for a `PassManager` that runs nested pipelines in worker threads. The result, the output, the diagnostics
 * and the statistics are the same as without threads. If the pipeline fails or has output on an operation in a thread,
 * the main thread runs the pipeline on this operation again, in order. Pipelines with unregistered passes run in the
 * main thread only.
 */
export class Threads<Op extends object> extends NestedExecutor<Op> {
  readonly #options: ThreadsOptions<Op>;
  readonly #estimate = new Estimate();
  #lastRun: object | undefined;
  #runs = 0;

  /** Makes an executor. */
  constructor(options: ThreadsOptions<Op>) {
    super();
    this.#options = options;
  }

  /**
   * Sends operations to threads if the threads can run the pipelines of the operations. With `whereItPays`, sends
   * operations only if threads save time.
   */
  offer(work: NestedWork<Op>): Promise<ReadonlyMap<Op, NestedOutcome>> | number | undefined {
    const { adapter, pool, registry, whereItPays } = this.#options;
    const { threads } = pool.limits;
    if (adapter.transfer === undefined || adapter.parentOf === undefined || threads < 1) return undefined;
    const known = new Map<OpPassManager<Op>, boolean>();
    const items = work.items.filter(({ manager }) => {
      if (!known.has(manager)) known.set(manager, knowsPasses(registry, manager));
      return known.get(manager) === true;
    });
    if (items.length < 2) return undefined;
    if (whereItPays === true) {
      const answer = this.#estimate.decide(work.parent, items.length, {
        threads,
        isWarm: pool.isWarm,
        // Packs some of the operations, so that the cost of packing can be measured.
        send: (count) => void adapter.transfer?.send(items.slice(0, count).map(({ op }) => op)),
      });
      if (answer !== "now") return answer;
    }
    return this.#run(items, work);
  }

  async #run(items: readonly NestedItem<Op>[], work: NestedWork<Op>): Promise<ReadonlyMap<Op, NestedOutcome>> {
    if (work.run !== this.#lastRun) this.#runs++;
    this.#lastRun = work.run;
    const size = Math.ceil(items.length / (this.#options.pool.limits.threads * JOBS_PER_THREAD));
    const parts: NestedItem<Op>[][] = [];
    for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
    const outcomes = new Map<Op, NestedOutcome>();
    const answers = await Promise.all(parts.map((part) => this.#runPart(part, work, outcomes)));
    // Adds results in the order of the operations, so that interned objects get the same numbers in each run.
    for (const { sent, answer } of answers.flat()) addResults(sent, answer, outcomes);
    return outcomes;
  }

  /** Runs a job. If a thread is lost while it processes one operation, sends the other operations again. */
  async #runPart(
    items: readonly NestedItem<Op>[],
    work: NestedWork<Op>,
    outcomes: Map<Op, NestedOutcome>,
  ): Promise<{ readonly sent: Sent<Op>; readonly answer: NestedAnswer }[]> {
    if (items.length === 0) return [];
    const sent = this.#send(items);
    const result = await this.#options.pool.run(this.#jobOf(sent, work));
    if (result.kind === "refused") return [];
    if (result.kind === "answer") return [{ sent, answer: result.answer }];
    const lost = sent.items[result.index] as NestedItem<Op>;
    outcomes.set(lost.op, { kind: "lost", diagnostic: this.#explain(lost, result) });
    const before = await this.#runPart(sent.items.slice(0, result.index), work, outcomes);
    const after = await this.#runPart(sent.items.slice(result.index + 1), work, outcomes);
    return [...before, ...after];
  }

  #send(items: readonly NestedItem<Op>[]): Sent<Op> {
    const operations = (this.#options.adapter.transfer as NonNullable<IrAdapter<Op>["transfer"]>).send(
      items.map(({ op }) => op),
    );
    const managerOf = new Map(items.map(({ op, manager }) => [op, manager]));
    const left = operations.ops.map((op) => ({ op, manager: managerOf.get(op) as OpPassManager<Op> }));
    return { items: left, operations, pipelines: [...new Set(left.map(({ manager }) => manager))] };
  }

  #jobOf({ items, operations, pipelines }: Sent<Op>, { verifyEach, input }: NestedWork<Op>): NestedJob {
    return {
      setup: this.#options.setup,
      run: this.#runs,
      pipelines: pipelines.map((manager) => printPipeline(manager)),
      pipelineOf: items.map(({ manager }) => pipelines.indexOf(manager)),
      verifyEach,
      ...(input !== undefined && { input }),
      operations: operations.packed,
    };
  }

  #explain({ op, manager }: NestedItem<Op>, { how, pass }: Extract<JobResult, { kind: "lost" }>): Diagnostic {
    const { adapter, keep, pool } = this.#options;
    const symbol = adapter.symbolOf?.(op);
    const pipeline = printPipeline(manager);
    const lost: errors.LostWork = {
      operation: `\`${adapter.nameOf(op).text}\`${symbol === undefined ? "" : ` @${symbol}`}`,
      pass: pass === undefined ? undefined : passAt(manager, pass),
      at: adapter.locationOf?.(op),
      pipeline,
      kept: keep?.(op, pipeline),
    };
    if (how.kind === "memory") return errors.outOfMemory(lost);
    if (how.kind === "unsettled") return errors.neverSettled(lost);
    if (how.kind === "death") return errors.threadDied(lost, how.reason);
    return errors.outOfTime(lost, pool.limits.seconds ?? 0);
  }
}

/** Returns the name of a pass by its index in the order of `forEachPass`. */
function passAt<Op extends object>(manager: OpPassManager<Op>, place: number): string | undefined {
  const names: string[] = [];
  manager.forEachPass(({ declaration }) => void names.push(declaration.name));
  return names[place];
}

/** Adds the results of a job to the outcomes. The first added result includes the statistics of the whole job. */
function addResults<Op extends object>(sent: Sent<Op>, answer: NestedAnswer, outcomes: Map<Op, NestedOutcome>): void {
  const returned: Returned<Op> = sent.operations.receive(answer.operations);
  let isCounted = false;
  for (const { op } of sent.items) {
    if (!returned.has(op)) continue;
    const apply = (): void => {
      returned.apply(op);
      if (!isCounted) sent.pipelines.forEach((manager, index) => addCounts(manager, answer.counts[index] ?? []));
      isCounted = true;
    };
    outcomes.set(op, { kind: "done", apply });
  }
}

/** Returns whether the registry of the threads contains each pass of a pipeline under the name of the pass. */
export function knowsPasses<Op extends object>(registry: PassRegistry<Op>, manager: OpPassManager<Op>): boolean {
  let isKnown = true;
  manager.forEachPass(({ definition, declaration, body }) => {
    const found = registry.find(declaration.name);
    if (found?.kind !== "pass" || found.definition !== definition || body.batch !== undefined) isKnown = false;
  });
  return isKnown;
}
