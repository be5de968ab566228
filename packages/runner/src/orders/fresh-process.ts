import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { contentOfMessage } from "../inputs/own-message.ts";
import type { OrderJob, RunFresh } from "./confirm.ts";
import type { Recipe } from "./recipe.ts";
import type { OrderOutput } from "./report.ts";

/** Message to a fresh process. */
export interface FreshWork {
  readonly recipe: Recipe;
  readonly jobs: readonly OrderJob[];
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
      let outputs: readonly OrderOutput[] = [];
      child.on(
        "message",
        (message) => (outputs = (contentOfMessage(message) as typeof outputs | undefined) ?? outputs),
      );
      child.on("error", () => undefined);
      const timer = Number.isFinite(seconds) ? setTimeout(() => child.kill("SIGKILL"), seconds * 1000) : undefined;
      child.on("exit", () => clearTimeout(timer));
      child.on("exit", () => resolve(jobs.map((_, index) => outputs[index] ?? LOST)));
      child.send({ recipe, jobs } satisfies FreshWork);
    });
}

const LOST: OrderOutput = { ok: false, message: "the fresh process ended early" };
