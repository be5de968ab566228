import { parentPort, workerData } from "node:worker_threads";
import { execute } from "./execute.ts";
import { type RunEvent, type RunJob } from "./job.ts";
import { PlaceWriter } from "./place.ts";

/** What a thread that runs a job is given. */
interface RunWorkerData {
  readonly job: RunJob;
  readonly memory: SharedArrayBuffer;
}

const { job, memory } = workerData as RunWorkerData;

function tell(event: RunEvent | undefined): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(event);
}

await execute(job, {
  tell,
  // Then this thread is ended.
  isOver: () => false,
  readInput: () => Promise.resolve(job.standardInput ?? new Uint8Array()),
  ...(job.isWatched ? { dependsOn: (paths: readonly string[]) => tell({ kind: "dependsOn", paths }) } : {}),
  place: new PlaceWriter(memory),
});
tell(undefined);
