import { parentPort, workerData } from "node:worker_threads";
import { ThreadActivity } from "../threads/watched-thread.ts";
import type { ThreadMemory } from "../threads/watched-thread.ts";
import { execute } from "./execute.ts";
import type { RunEvent, RunJob } from "./job.ts";

/** Data of a thread that runs a job. */
export interface RunWorkerData extends ThreadMemory {
  readonly job: RunJob;
}

const { job, memory } = workerData as RunWorkerData;

function send(event: RunEvent | undefined): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(event);
}

const activity = new ThreadActivity(memory);
await execute(job, {
  report: send,
  // A stopped run ends this thread.
  isOver: () => false,
  readInput: () => Promise.resolve(job.standardInput ?? new Uint8Array()),
  ...(job.isWatched ? { dependsOn: (paths: readonly string[]) => send({ kind: "dependsOn", paths }) } : {}),
  activity,
});
activity.finish();
send(undefined);
