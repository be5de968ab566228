import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { ownMessage } from "@passwright/runner/inputs";
import { main } from "../main.ts";
import { remoteTerminal } from "../threads/remote-terminal.ts";
import type { ProgramData, ProgramEvent } from "../threads/remote-terminal.ts";
import { ThreadActivity } from "../threads/watched-thread.ts";
import { KeptResults } from "./kept-results.ts";

const data = workerData as ProgramData;
const port = parentPort as MessagePort;
const activity = new ThreadActivity(data.memory);
const terminal = { ...remoteTerminal(data, port), ...(data.keepsResults && { kept: new KeptResults() }) };
for (;;) {
  const code = await main(data.argv, terminal);
  activity.guard.finish(0);
  port.postMessage(ownMessage({ kind: "done", code } satisfies ProgramEvent));
  // Waits until the main thread ends this thread, or starts the next round in this thread.
  await once(port, "message");
  activity.guard.restart();
}
