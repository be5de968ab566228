import { parentPort, workerData } from "node:worker_threads";
import { ThreadActivity } from "../threads/watched-thread.ts";
import type { ThreadMemory } from "../threads/watched-thread.ts";
import { execute } from "./execute.ts";
import type { RunEvent, RunJob } from "./job.ts";

/** What a thread that runs a job is given. */
export interface RunWorkerData extends ThreadMemory {
  readonly job: RunJob;
}

const { job, memory } = workerData as RunWorkerData;

function tell(event: RunEvent | undefined): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(event);
}

const activity = new ThreadActivity(memory);
await execute(job, {
  tell,
  // Then this thread is ended.
  isOver: () => false,
  readInput: () => Promise.resolve(job.standardInput ?? new Uint8Array()),
  ...(job.isWatched ? { dependsOn: (paths: readonly string[]) => tell({ kind: "dependsOn", paths }) } : {}),
  activity,
});
activity.finish();
tell(undefined);
