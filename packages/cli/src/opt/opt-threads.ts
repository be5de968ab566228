import { type NestedExecutor, type PassRegistry } from "@passwright/core";
import { type MlirAdapter, type Operation } from "@passwright/ir";
import { type FlagUse, isOn, valueOf } from "./parse-flags.ts";
import { type OptThreadData } from "./thread-setup.ts";

/** Threads for all parts of an input. */
export interface OptThreads {
  executorFor(adapter: MlirAdapter, registry: PassRegistry<Operation>): NestedExecutor<Operation>;
  close(): Promise<void>;
}

/** The threads that `--threads` asks for; none for fewer than two, or where threading is disabled. */
export async function startThreads(
  uses: readonly FlagUse[],
  given: Omit<OptThreadData, "allowUnregistered">,
): Promise<OptThreads | undefined> {
  const count = Number(valueOf(uses, "threads") ?? 0);
  if (count < 2 || isOn(uses, "mlir-disable-threading")) return undefined;
  // Loaded for those who ask for it.
  const { ThreadPool, Threads } = await import("@passwright/threads");
  const pool = new ThreadPool({ threads: count });
  const data: OptThreadData = { ...given, allowUnregistered: isOn(uses, "allow-unregistered-dialect") };
  const setup = { module: new URL("./thread-setup.js", import.meta.url).href, data };
  return {
    executorFor: (adapter, registry) => new Threads({ pool, adapter, registry, setup }),
    close: () => pool.close(),
  };
}
