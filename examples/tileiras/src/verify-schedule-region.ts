import type { OpPassManager } from "@passwright/sdk";
import { GENERATE, MATERIALIZE } from "./passes.ts";

/**
 * Check for managers that were made without the builder: every pass between the generation of a schedule and its
 * materialization must declare that it preserves ScheduleAnalysis. Returns the names of passes that do not. The
 * builder's guard checks the same for plans, with more details.
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
