import type { OpPassManager } from "@passwright/sdk";
import { GENERATE, MATERIALIZE } from "./passes.ts";

/**
 * The check of the seed for managers that were put together without the builder: between the generation of a schedule and its
 * materialisation every pass has to declare that it preserves ScheduleAnalysis. Answers the names of those that do not. The
 * builder's guard says the same of plans, with more to read.
 */
export function findScheduleBreakers(manager: OpPassManager<never>): string[] {
  const breakers: string[] = [];
  let isInside = false;
  for (const element of manager.elements) {
    if (element.kind === "nested") {
      breakers.push(...findScheduleBreakers(element.manager));
      continue;
    }
    const { name, preserves = [] } = element.pass.declaration;
    if (name === GENERATE) isInside = true;
    else if (name === MATERIALIZE) isInside = false;
    else if (isInside && !preserves.includes("ScheduleAnalysis")) breakers.push(name);
  }
  return breakers;
}
