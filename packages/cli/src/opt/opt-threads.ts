import type { NestedExecutor, PassManager, PassRegistry } from "@passwright/core";
import type { MlirAdapter, Operation, Source } from "@passwright/ir";
import { keeperOf } from "../threads/session-threads.ts";
import { keepHere, wantedThreads } from "../threads/wanted-threads.ts";
import type { WantedThreads } from "../threads/wanted-threads.ts";
import { isOn, listOf, valueOf } from "./flags.ts";
import type { FlagUse } from "./flags.ts";
import type { OptThreadData } from "./thread-setup.ts";

export interface OptThreads {
  /** Returns an executor that runs nested pipelines in threads, or `undefined` if threads were not requested. */
  executorFor(
    adapter: MlirAdapter,
    registry: PassRegistry<Operation>,
    manager: PassManager<Operation>,
  ): Promise<NestedExecutor<Operation> | undefined>;
  /**
   * Runs the pipeline on parts of a text in threads, and returns the output. Returns `undefined` if the pipeline cannot
   * run on parts of the text, or if flags request reports about the run.
   */
  runOnText(
    source: Source,
    adapter: MlirAdapter,
    registry: PassRegistry<Operation>,
    manager: PassManager<Operation>,
  ): Promise<readonly Uint8Array[] | undefined>;
  close(): Promise<void>;
}

/** Settings that threads need. */
export type ThreadsGiven = Omit<OptThreadData, "allowUnregistered"> & { readonly input: string };

/**
 * Starts the threads that flags request. If no flag requests threads, starts threads only for large texts. Does nothing
 * if threading is disabled.
 */
export async function startThreads(uses: readonly FlagUse[], given: ThreadsGiven): Promise<OptThreads | undefined> {
  if (isOn(uses, "mlir-disable-threading")) return undefined;
  const requested = valueOf(uses, "threads");
  const wanted = wantedThreads(requested, undefined);
  const automatic = requested === undefined ? wantedThreads("auto", undefined) : undefined;
  const which = wanted ?? automatic;
  return which === undefined ? undefined : new Threading(uses, given, which, wanted !== undefined);
}

class Threading implements OptThreads {
  readonly #uses: readonly FlagUse[];
  readonly #given: ThreadsGiven;
  readonly #wanted: WantedThreads;
  readonly #isRequested: boolean;
  readonly #except: readonly string[];
  readonly #setup: { readonly module: string; readonly data: OptThreadData };
  readonly #pools: { close(): Promise<void> }[] = [];
  #makeExecutor: Promise<OptThreads["executorFor"]> | undefined;

  constructor(uses: readonly FlagUse[], given: ThreadsGiven, wanted: WantedThreads, isRequested: boolean) {
    this.#uses = uses;
    this.#given = given;
    this.#wanted = wanted;
    this.#isRequested = isRequested;
    this.#except = listOf(uses, "threads-except");
    const { input: _, ...rest } = given;
    const data = { ...rest, allowUnregistered: isOn(uses, "allow-unregistered-dialect") };
    this.#setup = { module: new URL("./thread-setup.js", import.meta.url).href, data };
  }

  async executorFor(
    adapter: MlirAdapter,
    registry: PassRegistry<Operation>,
    manager: PassManager<Operation>,
  ): Promise<NestedExecutor<Operation> | undefined> {
    if (!this.#isRequested) return undefined;
    this.#makeExecutor ??= this.#prepare();
    return (await this.#makeExecutor)(adapter, registry, manager);
  }

  async runOnText(
    source: Source,
    adapter: MlirAdapter,
    registry: PassRegistry<Operation>,
    manager: PassManager<Operation>,
  ): Promise<readonly Uint8Array[] | undefined> {
    const { count, whereItPays } = this.#wanted;
    if (!areForParts(this.#uses) || (whereItPays && source.end < largeFor(count))) return undefined;
    keepHere(manager, this.#except);
    const { ThreadPool, runOnTextParts } = await import("@passwright/runner/threads");
    // Without `--threads`, the main thread also processes parts of the text, so the pool has one thread fewer.
    const pool = new ThreadPool({ threads: whereItPays ? count - 1 : count });
    this.#pools.push(pool);
    const how = { pool, adapter, registry, setup: this.#setup, takesPart: whereItPays };
    return runOnTextParts(manager, { file: source.file, bytes: source.bytes, length: source.end }, how);
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close()));
  }

  async #prepare(): Promise<OptThreads["executorFor"]> {
    // Loads the code only if it is needed.
    const { ThreadPool, Threads } = await import("@passwright/runner/threads");
    const { ReproducerFiles } = await import("../run/reproducer.ts");
    const memory = valueOf(this.#uses, "thread-memory");
    const { count, whereItPays } = this.#wanted;
    const pool = new ThreadPool({ threads: count, ...(memory === undefined ? {} : { memory: Number(memory) }) });
    this.#pools.push(pool);
    const { input: file } = this.#given;
    const files = await ReproducerFiles.make(this.#given);
    return async (adapter, registry, manager) => {
      keepHere(manager, this.#except);
      const current = { input: { file, path: file }, verifyEach: manager.verifyEach };
      const keep = keeperOf(adapter, files, () => current);
      return new Threads({ pool, adapter, registry, setup: this.#setup, whereItPays, keep });
    };
  }
}

/**
 * Returns the minimum size of an input, in bytes, for which threads start without `--threads` (docs/performance.md).
 * Each thread compiles all code separately, and V8 uses additional threads for compilation. With two cores, the
 * compilation slows down the second thread, especially before Node 24.
 */
export function largeFor(cores: number): number {
  if (cores >= 4) return 16_000_000;
  return Number.parseInt(process.versions.v8) >= 13 ? 32_000_000 : 80_000_000;
}

/** Flags that do not request any reports except statistics. */
const PLAIN_FLAGS: ReadonlySet<string> = new Set([
  "allow-unregistered-dialect",
  "load-dialect-plugin",
  "load-pass-plugin",
  "mlir-pass-statistics",
  "mlir-pass-statistics-display",
  "mlir-print-op-on-diagnostic",
  "o",
  "p",
  "pass-pipeline",
  "threads",
  "threads-except",
  "verify-each",
]);

/** Returns whether the flags permit a run on parts of a text. */
export function areForParts(uses: readonly FlagUse[]): boolean {
  return uses.every(({ name }) => PLAIN_FLAGS.has(name));
}
