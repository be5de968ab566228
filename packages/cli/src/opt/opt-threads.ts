import type { NestedExecutor, PassManager, PassRegistry } from "@passwright/core";
import type { Operation, Source } from "@passwright/ir";
import { keeperOf } from "../threads/session-threads.ts";
import { keepHere, wantedThreads } from "../threads/wanted-threads.ts";
import { isOn, listOf, valueOf } from "./flags.ts";
import type { FlagUse } from "./flags.ts";
import type { OptThreadData } from "./thread-setup.ts";

export interface OptThreads {
  /** Returns an executor that runs nested pipelines in threads, or `undefined` if threads were not requested. */
  executorFor(manager: PassManager<Operation>): Promise<NestedExecutor<Operation> | undefined>;
  /** Runs the pipeline on parts of a text, or returns `undefined` if the pipeline or a report does not permit this. */
  runOnText(source: Source, manager: PassManager<Operation>): Promise<readonly Uint8Array[] | undefined>;
  close(): Promise<void>;
}

export interface ThreadsGiven extends Omit<OptThreadData, "allowUnregistered"> {
  readonly input: string;
  readonly registry: PassRegistry<Operation>;
}

/** Starts the threads that flags request. By default, starts threads only for large texts. */
export async function startThreads(
  uses: readonly FlagUse[],
  { plugins, cwd, input: file, registry }: ThreadsGiven,
): Promise<OptThreads | undefined> {
  const requested = valueOf(uses, "threads");
  const wanted = isOn(uses, "mlir-disable-threading") ? undefined : wantedThreads(requested ?? "auto", undefined);
  if (wanted === undefined) return undefined;
  const { count, whereItPays } = wanted;
  const except = listOf(uses, "threads-except");
  const data: OptThreadData = { plugins, cwd, allowUnregistered: isOn(uses, "allow-unregistered-dialect") };
  const setup = { module: new URL("./thread-setup.js", import.meta.url).href, data };
  const pools: { close(): Promise<void> }[] = [];
  const prepare = async (): Promise<(manager: PassManager<Operation>) => NestedExecutor<Operation>> => {
    // Loads the code only if it is needed.
    const { ThreadPool, Threads } = await import("@passwright/runner/threads");
    const { inputKeeper } = await import("../run/reproducer.ts");
    const memory = valueOf(uses, "thread-memory");
    const pool = new ThreadPool({ threads: count, ...(memory === undefined ? {} : { memory: Number(memory) }) });
    pools.push(pool);
    const files = inputKeeper({ cwd });
    return (manager) => {
      const { adapter, verifyEach } = manager;
      keepHere(manager, except);
      const keep = keeperOf(adapter, files, () => ({ input: { file, path: file }, verifyEach }));
      return new Threads({ pool, adapter, registry, setup, whereItPays, keep });
    };
  };
  let makeExecutor: ReturnType<typeof prepare> | undefined;
  return {
    executorFor: async (manager) =>
      requested === undefined ? undefined : (await (makeExecutor ??= prepare()))(manager),
    async runOnText(source, manager) {
      if (!areForParts(uses) || (whereItPays && source.end < largeFor(count))) return undefined;
      keepHere(manager, except);
      const { ThreadPool, runOnTextParts } = await import("@passwright/runner/threads");
      // Without `--threads`, the main thread also processes parts of the text, so the pool has one thread fewer.
      const pool = new ThreadPool({ threads: whereItPays ? count - 1 : count });
      pools.push(pool);
      const how = { pool, adapter: manager.adapter, registry, setup, takesPart: whereItPays };
      return runOnTextParts(manager, { file: source.file, bytes: source.bytes, length: source.end }, how);
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
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

export function areForParts(uses: readonly FlagUse[]): boolean {
  return uses.every(({ name }) => PLAIN_FLAGS.has(name));
}
