import { type NestedExecutor, type OpPassManager, type PassRegistry } from "@passwright/core";
import { type MlirAdapter, type Operation } from "@passwright/ir";
import { keeperOf } from "../threads/keep-operation.ts";
import { keepHere, wantedThreads } from "../threads/wanted-threads.ts";
import { type FlagUse, isOn, listOf, valueOf } from "./parse-flags.ts";
import { type OptThreadData } from "./thread-setup.ts";

/** Threads for all parts of an input. */
export interface OptThreads {
  executorFor(
    adapter: MlirAdapter,
    registry: PassRegistry<Operation>,
    manager: OpPassManager<Operation> & { readonly verifyEach: boolean },
  ): NestedExecutor<Operation>;
  close(): Promise<void>;
}

/** The threads that flags ask for; none for fewer than two, or where threading is disabled. */
export async function startThreads(
  uses: readonly FlagUse[],
  given: Omit<OptThreadData, "allowUnregistered"> & { readonly input: string },
): Promise<OptThreads | undefined> {
  if (isOn(uses, "mlir-disable-threading")) return undefined;
  const [limit, memory] = [valueOf(uses, "time-limit"), valueOf(uses, "thread-memory")];
  const wanted = wantedThreads(valueOf(uses, "threads"), undefined, limit === undefined ? undefined : Number(limit));
  if (wanted === undefined) return undefined;
  // Loaded for those who ask for it.
  const { ThreadPool, Threads } = await import("@passwright/threads");
  const { ReproducerFiles } = await import("../run/reproducer.ts");
  const { input: file, ...rest } = given;
  const { count, whereItPays, seconds } = wanted;
  const pool = new ThreadPool({
    threads: count,
    ...(seconds === undefined ? {} : { seconds }),
    ...(memory === undefined ? {} : { memory: Number(memory) }),
  });
  const files = await ReproducerFiles.make(rest);
  const data: OptThreadData = { ...rest, allowUnregistered: isOn(uses, "allow-unregistered-dialect") };
  const setup = { module: new URL("./thread-setup.js", import.meta.url).href, data };
  const except = listOf(uses, "threads-except");
  return {
    executorFor(adapter, registry, manager) {
      keepHere(manager, except);
      const current = { input: { file, path: file }, verifyEach: manager.verifyEach };
      const keep = keeperOf(adapter, files, () => current);
      return new Threads({ pool, adapter, registry, setup, whereItPays, keep });
    },
    close: () => pool.close(),
  };
}
