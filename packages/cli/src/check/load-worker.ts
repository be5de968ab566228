import { parentPort, workerData } from "node:worker_threads";
import { jsonText } from "@passwright/core";
import { loadSession } from "@passwright/loader";
import { ownMessage } from "@passwright/runner/inputs";
import { ThreadActivity } from "../threads/watched-thread.ts";
import { summaryOf } from "./check-load-orders.ts";
import type { LoadWorkerData } from "./check-load-orders.ts";

// Loads the session in a thread with separate modules, so that one load does not affect the next load.
const { options, memory } = workerData as LoadWorkerData;
const activity = new ThreadActivity(memory);
const summary = summaryOf(await loadSession(options));
activity.guard.finish(0);
// The message is text, because options of steps can be functions, which messages cannot contain.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
parentPort?.postMessage(ownMessage(jsonText(summary)));
