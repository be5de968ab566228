import { thrownText } from "@passwright/sdk/loading";
import type { RunResult } from "../messages.ts";
import type { PlaygroundState } from "../state.ts";
import { run } from "./run.ts";

/* Code of the worker. The worker runs one state, and the frame then terminates the worker. */

interface Worker {
  addEventListener(type: "message", listener: (event: MessageEvent<PlaygroundState>) => void): void;
  postMessage(message: string): void;
}

const worker = globalThis as unknown as Worker;
// Saves `postMessage`, because modules of the user can replace the global function.
const post = worker.postMessage.bind(worker);

const failed = (thrown: unknown): RunResult => ({ ok: false, diagnostics: [], output: `error: ${thrownText(thrown)}` });

worker.addEventListener("message", ({ data }) => {
  run(data)
    .then((result) => JSON.stringify(result))
    .catch((thrown: unknown) => JSON.stringify(failed(thrown)))
    .then(post, post);
});
post("ready");
