import { parentPort, workerData } from "node:worker_threads";
import { ThreadActivity } from "../../threads/watched-thread.ts";
import { runWithModules } from "../main.ts";
import { RunWatch } from "./run-watch.ts";
import type { OptEvent, OptWorkerData } from "./run-watch.ts";

const { argv, cwd, memory } = workerData as OptWorkerData;

function tell(event: OptEvent): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(event);
}

const terminal = {
  cwd,
  outHasColor: false,
  errHasColor: false,
  out: (text: string) => tell({ kind: "out", text }),
  outBytes: (bytes: Uint8Array) => tell({ kind: "outBytes", bytes }),
  err: (text: string) => tell({ kind: "err", text }),
  readInput: () =>
    new Promise<Uint8Array>((resolve) => {
      parentPort?.once("message", resolve);
      tell({ kind: "readInput" });
    }),
};
const activity = new ThreadActivity(memory);
const code = await runWithModules(argv, terminal, new RunWatch(activity, tell));
activity.finish();
tell({ kind: "done", code });
