import { parentPort, workerData } from "node:worker_threads";
import { type LoadOptions, loadSession } from "@passwright/loader";
import { summaryOf } from "./load-summary.ts";

// A thread has modules of its own, so that one loading leaves nothing behind for the next.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
parentPort?.postMessage(summaryOf(await loadSession(workerData as LoadOptions)));
