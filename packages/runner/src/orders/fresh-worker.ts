import process from "node:process";
import { ownMessage } from "../inputs/own-message.ts";
import { runHere } from "./confirm.ts";
import type { FreshWork } from "./fresh-process.ts";
import { assembleRecipe } from "./recipe.ts";
import type { OrderOutput } from "./report.ts";
import { failed } from "./run-order.ts";

async function work({ recipe, jobs }: FreshWork): Promise<readonly OrderOutput[]> {
  const made = await assembleRecipe(recipe);
  if (!made.ok) return jobs.map(() => failed(made.diagnostics));
  await made.assembly.ready();
  return runHere(made.assembly, jobs);
}

process.once("message", (message) => {
  void work(message as FreshWork).then((outputs) =>
    process.send?.(ownMessage(outputs), undefined, undefined, () => process.disconnect()),
  );
});
