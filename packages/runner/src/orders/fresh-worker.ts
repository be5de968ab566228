import process from "node:process";
import { ownMessage } from "../inputs/own-message.ts";
import type { FreshResult, FreshWork } from "./fresh-process.ts";
import { assembleRecipe } from "./recipe.ts";
import { failed, runOrder } from "./run-order.ts";

/** Sends the output of each job before the next job starts, because the parent can end this process at any time. */
async function work({ recipe, jobs }: FreshWork): Promise<void> {
  const made = await assembleRecipe(recipe);
  if (made.ok) await made.assembly.ready();
  for (const [index, { input, order }] of jobs.entries()) {
    const output = made.ok ? await runOrder(made.assembly, input, order) : failed(made.diagnostics);
    const result = ownMessage({ index, output } satisfies FreshResult);
    await new Promise((resolve) => process.send?.(result, undefined, undefined, resolve));
  }
}

process.once("message", (message) => void work(message as FreshWork).then(() => process.disconnect()));
