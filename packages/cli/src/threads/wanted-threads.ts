import { availableParallelism } from "node:os";
import type { OpPassManager } from "@passwright/core";
import type { ThreadsData } from "@passwright/loader";

/** How nested pipelines are to run in threads. */
export interface WantedThreads {
  /** Two or more. */
  readonly count: number;
  /** `auto`: only where a run shows that they pay. */
  readonly whereItPays: boolean;
  /** Anchors of nested pipelines that stay where they are. */
  readonly except: readonly string[];
  /** Heap of each thread, in MiB; a pass that needs more may end the process. */
  readonly memory?: number;
  /** How long a pass may take for one operation, in seconds. */
  readonly seconds?: number;
}

/**
 * What a flag and a config come to; the flag decides how many. A time limit alone asks for threads, because only what runs
 * in another thread can be ended. Nothing, where there would be fewer than two threads.
 */
export function wantedThreads(
  flag: string | undefined,
  config: ThreadsData | undefined,
  seconds?: number,
): WantedThreads | undefined {
  const asked = flag ?? config?.count ?? (seconds === undefined ? undefined : "auto");
  if (asked === undefined) return undefined;
  const count = asked === "auto" ? availableParallelism() : Number(asked);
  if (count < 2 && (seconds === undefined || flag !== undefined)) return undefined;
  return {
    count: Math.max(2, count),
    whereItPays: asked === "auto" && seconds === undefined,
    except: config?.except ?? [],
    ...(config?.memory === undefined ? {} : { memory: config.memory }),
    ...(seconds === undefined ? {} : { seconds }),
  };
}

/** What `--threads` takes. */
export const THREAD_COUNT: RegExp = /^(?:auto|\d{1,3})$/;

/** Keeps nested pipelines of these anchors where they are, at whatever depth. */
export function keepHere<Op extends object>(manager: OpPassManager<Op>, anchors: readonly string[]): void {
  for (const element of manager.elements) {
    if (element.kind === "pass") continue;
    if (anchors.includes(element.manager.anchorText)) element.manager.threading = false;
    keepHere(element.manager, anchors);
  }
}
