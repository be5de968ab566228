import { isDeepStrictEqual } from "node:util";
import { withContent } from "@passwright/runner/reuse";
import type { Fact, WholeJob } from "@passwright/runner/reuse";
import type { Executor, InputJob, InputResult } from "@passwright/runner/inputs";

interface Kept {
  readonly job: WholeJob;
  readonly result: InputResult;
}

/** Executor that reuses results. `counts` contains the numbers of inputs that ran and of results that were reused. */
export interface Reuse extends Executor {
  readonly counts: { run: number; reused: number };
}

/** Maximum size of all inputs and results, in bytes. The value is an estimate. */
const MAX_BYTES = 256 * 2 ** 20;

/** Results of earlier rounds of a watched run with the same code in the same thread. */
export class KeptResults {
  readonly #kept = new Map<string, Kept>();
  #reads = "";
  #bytes = 0;

  get size(): number {
    return this.#kept.size;
  }

  /** Returns an executor that runs only changed inputs. `reads` are the files that passes declare. */
  around(executor: Executor, reads: readonly Fact[]): Reuse {
    const text = JSON.stringify(reads);
    if (text !== this.#reads) {
      this.#kept.clear();
      this.#bytes = 0;
    }
    this.#reads = text;
    const counts = { run: 0, reused: 0 };
    return {
      counts,
      get width() {
        return executor.width;
      },
      run: (job, signal) => this.#run(job, executor, counts, signal),
      close: () => executor.close(),
    };
  }

  async #run(given: InputJob, executor: Executor, counts: Reuse["counts"], signal?: AbortSignal): Promise<InputResult> {
    const job = withContent(given);
    const { name } = given;
    const known = this.#kept.get(name);
    if (job !== undefined && known !== undefined && isDeepStrictEqual(known.job, job)) {
      counts.reused++;
      return { ...known.result, from: "cache" };
    }
    counts.run++;
    if (job === undefined) return executor.run(given, signal);
    if (known !== undefined) this.#bytes -= sizeOf(known);
    this.#kept.delete(name);
    const kept: Kept = { job, result: await executor.run(job, signal) };
    // Does not store failures, because the cause can be outside the input.
    if (kept.result.ok && this.#bytes + sizeOf(kept) <= MAX_BYTES) {
      this.#bytes += sizeOf(kept);
      this.#kept.set(name, kept);
    }
    return kept.result;
  }
}

function sizeOf({ job, result }: Kept): number {
  return job.content.length + (result.output?.length ?? 0);
}
