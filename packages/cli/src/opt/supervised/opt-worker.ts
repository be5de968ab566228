import { parentPort, workerData } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { remoteTerminal } from "../../threads/remote-terminal.ts";
import type { ProgramData } from "../../threads/remote-terminal.ts";
import { ThreadActivity } from "../../threads/watched-thread.ts";
import { runWithModules } from "../main.ts";
import { RunWatch } from "./run-watch.ts";
import type { OptEvent } from "./run-watch.ts";

const data = workerData as ProgramData;
const port = parentPort as MessagePort;
const tell = (event: OptEvent): void => port.postMessage(event);
const activity = new ThreadActivity(data.memory);
const code = await runWithModules(data.argv, remoteTerminal(data, port), new RunWatch(activity, tell));
activity.finish();
tell({ kind: "done", code });
