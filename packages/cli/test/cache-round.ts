import { parentPort, workerData } from "node:worker_threads";
import { main } from "@passwright/cli";
import { outcomeText, runProgram } from "./fake-terminal.ts";

/* Runs `passwright` once in a new thread, which loads all modules again. */

const { argv, cwd } = workerData as { readonly argv: readonly string[]; readonly cwd: string };
const text = outcomeText(await runProgram(main, argv, { cwd }));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
parentPort?.postMessage(text);
