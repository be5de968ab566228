import process from "node:process";
import type { FreshWork } from "./fresh-process.ts";
import { assembleRecipe } from "./recipe.ts";
import type { OrderOutput } from "./report.ts";
import { failed, runOrder } from "./run-order.ts";

async function work({ recipe, jobs }: FreshWork): Promise<readonly OrderOutput[]> {
  const made = await assembleRecipe(recipe);
  if (!made.ok) return jobs.map(() => failed(made.diagnostics));
  await made.assembly.ready();
  const outputs: OrderOutput[] = [];
  for (const { input, order } of jobs) outputs.push(await runOrder(made.assembly, input, order));
  return outputs;
}

process.once("message", (message) => {
  void work(message as FreshWork).then((outputs) =>
    process.send?.(outputs, undefined, undefined, () => process.disconnect()),
  );
});
