import { parentPort, workerData } from "node:worker_threads";
import { main } from "../main.ts";
import { type CommandEvent, type CommandWorkerData } from "./command-thread.ts";

const { argv, hasProgress, input, ...data } = workerData as CommandWorkerData;

function tell(event: CommandEvent): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(event);
}

const code = await main(argv, {
  ...data,
  out: (text) => tell({ kind: "out", text }),
  err: (text) => tell({ kind: "err", text }),
  ...(hasProgress ? { progress: (text: string) => tell({ kind: "progress", text }) } : {}),
  dependsOn: (paths) => tell({ kind: "dependsOn", paths }),
  writes: (path) => tell({ kind: "writes", path }),
  readInput: () => Promise.resolve(input),
});
tell({ kind: "done", code });
