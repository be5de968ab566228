import { groupIn } from "@passwright/core";
import type { Diagnostic, OpPassManager, Pass, PassRegistry } from "@passwright/core";
import type { PassCatalogue } from "../catalogue.ts";
import { registryOf } from "../catalogue-lookup.ts";
import { checkAnchors } from "./check-anchors.ts";
import type { IrNames } from "./check-anchors.ts";
import type { Plan, PlanStep } from "./plan.ts";
import { optionsFor } from "./check-steps.ts";
import { badOptions, noCode, threw } from "../errors/steps.ts";

/** Returns a function that finds or creates the manager of each step below `top`. Steps must be in order. */
function openManagers<Op extends object>(
  top: OpPassManager<Op>,
  groups: PassCatalogue<Op>["groups"],
): (step: PlanStep) => OpPassManager<Op> {
  const open: { readonly id: number; readonly manager: OpPassManager<Op> }[] = [];
  return ({ nests }) => {
    let depth = 0;
    while (depth < nests.length && open[depth]?.id === nests[depth]?.id) depth++;
    open.length = depth;
    for (const { anchor, id } of nests.slice(depth)) {
      const outer = open.at(-1)?.manager ?? top;
      const group = groups.get(groupIn(anchor) ?? "");
      const manager =
        group !== undefined ? outer.nestGroup(group) : anchor === "any" ? outer.nestAny() : outer.nest(anchor);
      open.push({ id, manager });
    }
    return open.at(-1)?.manager ?? top;
  };
}

/**
 * Fills the pass manager `manager` with the passes of a plan: the last of four stages. `manager` should be empty. Runs
 * of the manager do not use the builder. Returns errors: PWB0001 for two passes with the same name, PWB0401 for a pass
 * without code, PWB0402 for invalid options, PWB0405 and PWB0406 for steps that cannot run on the operation of their
 * manager. Passes that `passOf` returns are reused, with their statistics.
 */
export function toPassManager<Op extends object>(
  plan: Plan,
  catalogue: PassCatalogue<Op>,
  manager: OpPassManager<Op>,
  passOf: (step: PlanStep) => Pass<Op> | undefined = () => undefined,
): readonly Diagnostic[] {
  // Code might have been loaded since the plan was made.
  const { clashes } = catalogue;
  if (clashes.length > 0) return clashes;
  const ir = "adapter" in manager ? (manager.adapter as IrNames) : undefined;
  const { errors } = checkAnchors(plan, catalogue, ir);
  if (errors.length > 0) return errors;
  const diagnostics: Diagnostic[] = [];
  const managerOf = openManagers(manager, catalogue.groups);
  // A graph can contain thousands of plans, and few options contain the names of passes.
  let registry: PassRegistry<Op> | undefined;
  const made = (): PassRegistry<Op> => (registry ??= registryOf(catalogue));
  const lookup = { find: (name: string) => made().find(name), suggest: (wrong: string) => made().suggest(wrong) };
  for (const step of plan.steps) {
    if (step.kind === "point") continue;
    const known = catalogue.find(step.pass);
    const definition = known?.definition;
    if (definition === undefined) {
      // Suggests a similar name only for an undeclared pass, because the name of a declared pass is correct.
      diagnostics.push(noCode(step, known === undefined ? catalogue.suggest(step.pass) : undefined));
      continue;
    }
    const taken = optionsFor(definition, step.options, lookup);
    if (!taken.ok) {
      diagnostics.push(badOptions(step, taken, definition.options));
      continue;
    }
    try {
      managerOf(step).addPass(passOf(step) ?? definition.createFrom(taken.options));
    } catch (thrown) {
      diagnostics.push(threw(step, thrown));
    }
  }
  return diagnostics;
}

/** Disables threading in the managers of `made` that correspond to managers of `before` without threading. */
export function keepOffThreads<Op extends object>(made: OpPassManager<Op>, before: OpPassManager<Op>): void {
  made.threading &&= before.threading;
  for (const inner of nestedIn(made)) {
    for (const old of nestedIn(before)) if (old.anchorText === inner.anchorText) keepOffThreads(inner, old);
  }
}

function nestedIn<Op extends object>({ elements }: OpPassManager<Op>): readonly OpPassManager<Op>[] {
  return elements.flatMap((element) => (element.kind === "nested" ? [element.manager] : []));
}
