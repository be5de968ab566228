import { readFileSync, statSync } from "node:fs";
import type { Fact } from "@passwright/runner/reuse";
import type { Executor, InputJob, InputResult } from "@passwright/runner/inputs";

interface Kept {
  readonly content: Buffer;
  readonly resultName: string | undefined;
  readonly result: InputResult;
}

/** Executor that reuses results. `counts` contains the numbers of inputs that ran and of results that were reused. */
export interface Reuse extends Executor {
  readonly counts: Readonly<Counts>;
}

interface Counts {
  run: number;
  reused: number;
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
    const counts: Counts = { run: 0, reused: 0 };
    return {
      counts,
      get width() {
        return executor.width;
      },
      run: (job, signal) => this.#run(job, executor, counts, signal),
      close: () => executor.close(),
    };
  }

  async #run(job: InputJob, executor: Executor, counts: Counts, signal: AbortSignal | undefined): Promise<InputResult> {
    const content = contentOf(job);
    const { name, resultName } = job;
    const known = this.#kept.get(name);
    if (content !== undefined && known?.resultName === resultName && known?.content.equals(content)) {
      counts.reused++;
      return { ...known.result, from: "cache" };
    }
    counts.run++;
    if (content === undefined) return executor.run(job, signal);
    if (known !== undefined) this.#bytes -= sizeOf(known);
    this.#kept.delete(name);
    const result = await executor.run({ ...job, content }, signal);
    const kept: Kept = { content, resultName, result };
    // Does not store failures, because the cause can be outside the input.
    if (result.ok && this.#bytes + sizeOf(kept) <= MAX_BYTES) {
      this.#bytes += sizeOf(kept);
      this.#kept.set(name, kept);
    }
    return result;
  }
}

function sizeOf({ content, result }: Kept): number {
  return content.length + (result.output?.length ?? 0);
}

/** Reads the content of a job once. Returns `undefined` for an unreadable file, which the run reports. */
function contentOf({ content }: InputJob): Buffer | undefined {
  if (typeof content === "string") return Buffer.from(content);
  if (content instanceof Uint8Array) return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    // A pipe can be read only once.
    return statSync(content.path).isFile() ? readFileSync(content.path) : undefined;
  } catch {
    return undefined;
  }
}
