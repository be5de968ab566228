import { statSync } from "node:fs";
import type { Executor, InputJob, InputResult } from "./job.ts";

/** Settings of {@link runInputs}. */
export interface RunInputsOptions {
  /** Ends the run: jobs that have not started are dropped. */
  readonly signal?: AbortSignal;
  /** Whether the first input that fails ends the run. Default: false. */
  readonly bail?: boolean;
  /** Maximum size of all inputs that are in work or wait for their turn, in bytes. A larger input runs alone. */
  readonly maxBytes?: number;
}

/** Chosen, not measured: workers need several times this size for parsed inputs. */
const MAX_BYTES = 32 * 2 ** 20;

/** A job that was started, and its result. */
interface Started {
  readonly size: number;
  result?: InputResult | undefined;
  failure?: { readonly thrown: unknown };
  readonly done: Promise<void>;
}

/**
 * Runs inputs, and returns their results in the order of the inputs. Takes the next input only when the executor has room for it, and
 * when the results before it are small enough, so that memory is bounded.
 */
export async function* runInputs(
  executor: Executor,
  inputs: Iterable<InputJob> | AsyncIterable<InputJob>,
  { signal, bail = false, maxBytes = MAX_BYTES }: RunInputsOptions = {},
): AsyncGenerator<InputResult, void, undefined> {
  const ended = new AbortController();
  const both = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
  const source = iteratorOf(inputs);
  const started: Started[] = [];
  let bytes = 0;
  let next: InputJob | undefined;
  let pull: Promise<void> | undefined;
  let isDrained = false;
  const begin = (job: InputJob, size: number): void => {
    bytes += size;
    const entry: Started = {
      size,
      done: executor.run(job, both).then(
        (result) => void (entry.result = result),
        (thrown: unknown) => void (entry.failure = { thrown }),
      ),
    };
    started.push(entry);
  };
  const take = async (): Promise<void> => {
    const { done, value } = await source.next();
    pull = undefined;
    if (done === true) isDrained = true;
    else next = value;
  };
  const aborted = new Promise<void>((resolve) => both.addEventListener("abort", () => resolve(), { once: true }));
  try {
    for (;;) {
      if (both.aborted) {
        isDrained = true;
        next = undefined;
        pull = undefined;
      }
      if (next === undefined && !isDrained && started.length < executor.width) pull ??= take();
      if (next !== undefined) {
        const size = sizeOf(next);
        if (started.length === 0 || bytes + size <= maxBytes) {
          begin(next, size);
          next = undefined;
          continue;
        }
      }
      const [first] = started;
      if (first === undefined && pull === undefined) return;
      const waits = [first?.done, pull, both.aborted ? undefined : aborted].filter((one) => one !== undefined);
      await Promise.race(waits);
      if (first?.failure !== undefined && !both.aborted) throw first.failure.thrown;
      if (first?.result === undefined && first?.failure === undefined) continue;
      started.shift();
      bytes -= first.size;
      if (first.result === undefined) continue;
      yield first.result;
      if (bail && !first.result.ok) return;
    }
  } finally {
    ended.abort();
    // A source that waits for its next input would delay the end.
    const closed = source.return?.();
    if (pull === undefined) await closed;
  }
}

function iteratorOf(
  inputs: Iterable<InputJob> | AsyncIterable<InputJob>,
): Iterator<InputJob, void> | AsyncIterator<InputJob, void> {
  return Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]();
}

function sizeOf({ content }: InputJob): number {
  if (typeof content === "string" || content instanceof Uint8Array) return content.length;
  return sizeOfFile(content.path);
}

/** Returns the size of a file in bytes; 0 if it cannot be determined. */
export function sizeOfFile(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
