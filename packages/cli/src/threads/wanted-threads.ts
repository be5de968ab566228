import { availableParallelism } from "node:os";
import type { OpPassManager } from "@passwright/core";
import type { ThreadsData } from "@passwright/loader";

export interface WantedThreads {
  readonly count: number;
  /** Whether threads are used only if a measurement shows that threads are faster (`auto`). */
  readonly whereItPays: boolean;
  readonly except: readonly string[];
  readonly memory?: number;
  readonly seconds?: number;
}

/** Returns the settings. A time limit alone enables threads, because only threads can be terminated. */
export function wantedThreads(
  flag: string | undefined,
  config: ThreadsData | undefined,
  seconds?: number,
): WantedThreads | undefined {
  const requested = flag ?? config?.count ?? (seconds === undefined ? undefined : "auto");
  if (requested === undefined) return undefined;
  const count = requested === "auto" ? availableParallelism() : Number(requested);
  if (count < 2 && (seconds === undefined || flag !== undefined)) return undefined;
  return {
    count: Math.max(2, count),
    whereItPays: requested === "auto" && seconds === undefined,
    except: config?.except ?? [],
    ...(config?.memory === undefined ? {} : { memory: config.memory }),
    ...(seconds === undefined ? {} : { seconds }),
  };
}

export const THREAD_COUNT: RegExp = /^(?:auto|\d{1,3})$/;

/** Disables threads for nested pipelines with these anchors, at every depth. */
export function keepHere<Op extends object>(manager: OpPassManager<Op>, anchors: readonly string[]): void {
  for (const element of manager.elements) {
    if (element.kind === "pass") continue;
    if (anchors.includes(element.manager.anchorText)) element.manager.threading = false;
    keepHere(element.manager, anchors);
  }
}

/** Returns whether this process can start workers. The member `permission` is absent without Node's permission model. */
export function mayStartWorkers(): boolean {
  const { permission } = process as { readonly permission?: typeof process.permission };
  return permission?.has("worker") ?? true;
}
