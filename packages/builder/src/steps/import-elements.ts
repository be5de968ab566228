import { givenOptions } from "@passwright/core";
import type { OpPassManager, Owner, Pass } from "@passwright/core";
import type { Construction } from "../construction.ts";
import type { Origin } from "../contributions/origin.ts";
import type { Nest, StepOptions } from "./step.ts";
import type { DraftStep } from "./step-list.ts";

/** Appends the passes of a manager to the framework's steps, with the managers in it as they are. */
export function importElements<Op extends object>(
  manager: OpPassManager<Op>,
  construction: Construction<Op>,
  inside: readonly Nest[],
  makeStep: (pass: Pass<Op>) => DraftStep,
): void {
  const { steps } = construction;
  for (const element of manager.elements) {
    if (element.kind === "pass") steps.append(makeStep(element.pass), inside);
    else importElements(element.manager, construction, steps.openNest(element.manager.anchorText, inside), makeStep);
  }
}

/** Makes a step of a pass that exists. */
export function stepOfPass<Op extends object>(
  { declaration, definition, options: taken }: Pass<Op>,
  construction: Construction<Op>,
  origin: Origin,
  owner: Owner,
): DraftStep & { readonly options: StepOptions } {
  construction.catalogue.add({ declaration, owner, definition });
  const types = construction.typesOf(declaration, undefined);
  const options = givenOptions(taken);
  return { kind: "pass", address: "", nests: [], name: declaration.name, declaration, options, types, origin };
}
