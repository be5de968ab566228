import { OpPassManager } from "../pass.ts";
import type { Step } from "./program.ts";

/** Returns a manager with the passes of several steps. */
export function groupOf<Op extends object>(steps: readonly Step<Op>[], anchor: string): OpPassManager<Op> {
  const manager = new OpPassManager<Op>(anchor);
  for (const step of steps) {
    if (step.isAdaptor)
      for (const program of step.programs) manager.addNested(groupOf(program.steps, program.anchorText));
    else if (step.group === undefined) manager.addPass(step.pass);
    else if (step.group.group === undefined) manager.append(step.group);
    else manager.addNested(step.group);
  }
  return manager;
}
