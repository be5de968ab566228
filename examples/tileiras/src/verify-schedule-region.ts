import type { OpPassManager } from "@passwright/sdk";
import { GENERATE, MATERIALIZE } from "./passes.ts";

/**
 * Checks the passes between the pass that generates a schedule and the pass that materializes this schedule. Returns
 * the names of the passes that do not declare ScheduleAnalysis as preserved. The check is needed only for pass managers
 * that were created without the builder. For a plan, a guard in the builder checks the same condition and reports more
 * details.
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
