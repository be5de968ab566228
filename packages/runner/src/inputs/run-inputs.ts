import { statSync } from "node:fs";
import { isFile, RUN_ENDED } from "./job.ts";
import type { Executor, InputJob, InputResult } from "./job.ts";

/** Settings of {@link runInputs}. */
export interface RunInputsOptions {
  /** Signal that ends the run. Jobs that have not started are dropped. */
  readonly signal?: AbortSignal;
  /** Whether the first input that fails ends the run. Default: false. */
  readonly bail?: boolean;
  /**
   * Maximum total size, in bytes, of the running inputs and of the inputs whose results wait for earlier results. An
   * input that is larger than this limit runs alone.
   */
  readonly maxBytes?: number;
  /** Called with each result as soon as it exists, even if earlier results are missing. */
  readonly onResult?: (result: InputResult) => void;
}

/**
 * Default of `maxBytes`. This limit is an estimate: a worker needs several times the size of an input to store the
 * parsed input.
 */
const MAX_BYTES = 32 * 2 ** 20;

/** A job that was started, and its result. */
interface Started {
  readonly size: number;
  result?: InputResult | undefined;
  failure?: { readonly thrown: unknown };
}

/**
 * Runs inputs, and returns their results in the order of the inputs. To limit memory, requests the next input only when
 * the executor can run it and the waiting results are small enough.
 */
export async function* runInputs(
  executor: Executor,
  inputs: Iterable<InputJob> | AsyncIterable<InputJob>,
  { signal, bail = false, maxBytes = MAX_BYTES, onResult }: RunInputsOptions = {},
): AsyncGenerator<InputResult, void, undefined> {
  const ended = new AbortController();
  const both = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
  const source = iteratorOf(inputs);
  const started: Started[] = [];
  let bytes = 0;
  let next: InputJob | undefined;
  let isPulling = false;
  let isDrained = false;
  let sourceFailure: { readonly thrown: unknown } | undefined;
  const changes = new Changes();
  const begin = (job: InputJob, size: number): void => {
    bytes += size;
    const entry: Started = { size };
    started.push(entry);
    void executor
      .run(job, both)
      .then(
        (result) => {
          entry.result = result;
          onResult?.(result);
        },
        (thrown: unknown) => void (entry.failure = { thrown }),
      )
      .then(() => changes.report());
  };
  const take = async (): Promise<void> => {
    try {
      const { done, value } = await source.next();
      if (done === true) isDrained = true;
      else next = value;
    } catch (thrown) {
      sourceFailure = { thrown };
    }
    isPulling = false;
    changes.report();
  };
  both.addEventListener("abort", () => changes.report(), { once: true });
  try {
    for (;;) {
      if (both.aborted) {
        isDrained = true;
        next = undefined;
      } else if (sourceFailure !== undefined) throw sourceFailure.thrown;
      if (next === undefined && !isDrained && !isPulling && started.length < executor.width) {
        isPulling = true;
        void take();
      }
      if (next !== undefined) {
        const size = sizeOf(next);
        if (started.length === 0 || bytes + size <= maxBytes) {
          begin(next, size);
          next = undefined;
          continue;
        }
      }
      const [first] = started;
      if (first === undefined && (both.aborted || !isPulling)) return;
      if (first?.failure !== undefined && !both.aborted) throw first.failure.thrown;
      if (first?.result === undefined && first?.failure === undefined) {
        await changes.next();
        continue;
      }
      started.shift();
      bytes -= first.size;
      if (first.result === undefined) continue;
      yield first.result;
      if (bail && !first.result.ok) return;
    }
  } finally {
    ended.abort(RUN_ENDED);
    // Does not wait if the source is still producing its next input, because waiting would delay the end of the run.
    const closed = source.return?.();
    if (!isPulling) await closed;
  }
}

/**
 * Lets {@link runInputs} wait for the next change in the state of a run. Does not use `Promise.race`, because each call
 * would use memory until all its promises settle.
 */
class Changes {
  #isPending = false;
  #resolve: (() => void) | undefined;

  report(): void {
    this.#isPending = true;
    this.#resolve?.();
  }

  /** Waits for a change, unless a change has occurred since the last call. */
  async next(): Promise<void> {
    if (!this.#isPending) await new Promise<void>((resolve) => (this.#resolve = resolve));
    this.#isPending = false;
  }
}

function iteratorOf(
  inputs: Iterable<InputJob> | AsyncIterable<InputJob>,
): Iterator<InputJob, void> | AsyncIterator<InputJob, void> {
  return Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]();
}

function sizeOf({ content }: InputJob): number {
  if (!isFile(content)) return content.length;
  try {
    return statSync(content.path).size;
  } catch {
    // The run of the input reports that the file cannot be read.
    return 0;
  }
}
