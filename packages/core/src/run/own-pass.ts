import { CODE } from "../code.ts";
import { OpPassManager } from "../pass.ts";
import type { Pass, PassBody } from "../pass.ts";
import type { PassDeclaration } from "../pass-declaration.ts";
import type { Step } from "./program.ts";
import type { OpenValues } from "./run-values.ts";

/** Makes the pass of a step that runs several passes. Textual pipelines cannot contain it, so it has no options. */
export function makeOwnPass<Op extends object>(
  declaration: PassDeclaration,
  body: PassBody<Op>,
  values?: OpenValues,
): Pass<Op> {
  const pass: Pass<Op> = {
    definition: {
      declaration,
      options: {},
      statistics: {},
      create: () => pass,
      createFrom: () => pass,
      [CODE]: { values },
    },
    declaration,
    options: { values: {}, given: new Set() },
    statistics: {},
    body,
    clone: () => pass,
  };
  return pass;
}

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
