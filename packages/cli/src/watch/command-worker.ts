import { parentPort, workerData } from "node:worker_threads";
import { main } from "../main.ts";
import type { ExitCode } from "../terminal/terminal.ts";
import { ThreadActivity } from "../threads/watched-thread.ts";
import type { ThreadMemory } from "../threads/watched-thread.ts";

/** What a thread that runs a command is given. */
export interface CommandWorkerData extends ThreadMemory {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly outHasColor: boolean;
  readonly errHasColor: boolean;
  readonly hasProgress: boolean;
  readonly input: Uint8Array;
}

export type CommandEvent =
  | { readonly kind: "out" | "err" | "progress"; readonly text: string }
  | { readonly kind: "dependsOn"; readonly paths: readonly string[] }
  | { readonly kind: "writes"; readonly path: string }
  | { readonly kind: "done"; readonly code: ExitCode };

const { argv, hasProgress, input, memory, ...data } = workerData as CommandWorkerData;
const activity = new ThreadActivity(memory);

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
activity.finish();
tell({ kind: "done", code });
