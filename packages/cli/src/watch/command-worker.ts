import { parentPort, workerData } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { main } from "../main.ts";
import { remoteTerminal } from "../threads/remote-terminal.ts";
import type { ProgramData, ProgramEvent } from "../threads/remote-terminal.ts";
import { ThreadActivity } from "../threads/watched-thread.ts";

const data = workerData as ProgramData;
const port = parentPort as MessagePort;
const activity = new ThreadActivity(data.memory);
const code = await main(data.argv, remoteTerminal(data, port));
activity.finish();
port.postMessage({ kind: "done", code } satisfies ProgramEvent);
