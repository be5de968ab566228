import { givenOptions } from "@passwright/core";
import type { OpPassManager } from "@passwright/core";
import type { Construction } from "../construction.ts";
import type { Origin } from "../contributions/origin.ts";
import type { Nest } from "./step.ts";

/** Takes the passes of a manager that exists as the framework's steps, with the managers in it as they are. */
export function importElements<Op extends object>(
  manager: OpPassManager<Op>,
  construction: Construction<Op>,
  origin: Origin,
  inside: readonly Nest[] = [],
): void {
  const { steps, catalogue, framework } = construction;
  for (const element of manager.elements) {
    if (element.kind === "nested") {
      importElements(element.manager, construction, origin, steps.openNest(element.manager.anchorText, inside));
      continue;
    }
    const { declaration, definition } = element.pass;
    const options = givenOptions(element.pass.options);
    construction.keepPass(options, element.pass);
    catalogue.add({ declaration, owner: framework, definition });
    const types = construction.typesOf(declaration, undefined);
    steps.append(
      {
        kind: "pass",
        address: "",
        nests: [],
        name: declaration.name,
        declaration,
        options,
        types,
        origin,
      },
      inside,
    );
  }
}
