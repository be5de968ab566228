import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { contentOfMessage } from "../inputs/own-message.ts";
import { LATE } from "./confirm.ts";
import type { OrderJob, RunFresh } from "./confirm.ts";
import type { Recipe } from "./recipe.ts";
import type { OrderOutput } from "./report.ts";

/** Message to a fresh process. */
export interface FreshWork {
  readonly recipe: Recipe;
  readonly jobs: readonly OrderJob[];
}

/** Message from a fresh process with the output of one job. */
export interface FreshResult {
  readonly index: number;
  readonly output: OrderOutput;
}

/**
 * Returns a function that starts a new process at each call and runs orders in it. Ignores the text that the process
 * prints.
 */
export function freshProcess(recipe: Recipe, { cwd }: { readonly cwd: string }): RunFresh {
  return (jobs, seconds = Infinity) =>
    new Promise((resolve) => {
      const module = fileURLToPath(new URL("./fresh-worker.js", import.meta.url));
      const child = fork(module, [], { cwd, stdio: ["ignore", "ignore", "ignore", "ipc"], execArgv: [] });
      const outputs: OrderOutput[] = [];
      child.on("message", (message) => {
        const result = contentOfMessage(message) as FreshResult | undefined;
        if (result !== undefined) outputs[result.index] = result.output;
      });
      child.on("error", () => undefined);
      let missing = LOST;
      const end = (): void => {
        missing = LATE;
        child.kill("SIGKILL");
      };
      const timer = Number.isFinite(seconds) ? setTimeout(end, seconds * 1000) : undefined;
      child.on("exit", () => clearTimeout(timer));
      child.on("exit", () => resolve(jobs.map((_, index) => outputs[index] ?? missing)));
      child.send({ recipe, jobs } satisfies FreshWork);
    });
}

const LOST: OrderOutput = { ok: false, message: "the fresh process ended early" };
