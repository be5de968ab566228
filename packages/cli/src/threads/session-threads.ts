import type { NestedExecutor } from "@passwright/core";
import type { LoadOptions, Session } from "@passwright/loader";
import type { Executable } from "../run/executable.ts";
import type { Input } from "../input/read-input.ts";
import { ReproducerFiles } from "../run/reproducer.ts";
import { keeperOf } from "./keep-operation.ts";
import { keepHere } from "./wanted-threads.ts";
import type { WantedThreads } from "./wanted-threads.ts";

/** Threads for all inputs of a run. */
export interface SessionThreads {
  readonly executor: NestedExecutor<object>;
  /** Whether a job is on its way: whoever waits then waits for a thread. */
  readonly isBusy: boolean;
  close(): Promise<void>;
}

/** Makes what a session runs use threads. They are started when there is work for them. */
export async function startSessionThreads(
  session: Session,
  executable: Executable,
  wanted: WantedThreads,
  job: { readonly load: LoadOptions; readonly cwd: string },
  current: () => { readonly input: Input; readonly verifyEach: boolean },
): Promise<SessionThreads | undefined> {
  const { registry } = executable;
  if (registry === undefined) return undefined;
  const { ThreadPool, Threads } = await import("@passwright/threads");
  const { count, whereItPays, except, ...limits } = wanted;
  for (const { manager } of executable.managers) keepHere(manager, except);
  const pool = new ThreadPool({ threads: count, ...limits });
  const adapter = session.framework.ir;
  const keep = keeperOf(adapter, await ReproducerFiles.make({ cwd: job.cwd }), current);
  const setup = { module: new URL("./session-setup.js", import.meta.url).href, data: job.load };
  return {
    executor: new Threads({ pool, adapter, registry, setup, whereItPays, keep }),
    get isBusy() {
      return pool.isBusy;
    },
    close: () => pool.close(),
  };
}
