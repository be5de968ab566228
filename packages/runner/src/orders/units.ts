import type { Plan, PlanStep, Slice } from "@passwright/builder";
import type { PassManager } from "@passwright/core";
import { sliceOf } from "@passwright/sdk";
import type { Assembly } from "@passwright/sdk";
import { addressesOf, groupNestOf, passesOf } from "./precedence.ts";

/** Part of a plan that can run separately: a step, a group of steps, or the whole plan. */
export interface Unit {
  readonly steps: readonly PlanStep[];
  /**
   * Returns a manager that runs the given steps of the unit in the given order. The unit caches one manager for each
   * order.
   */
  managerFor(steps: readonly PlanStep[]): PassManager<object>;
}

/**
 * Divides a plan into units: single steps and whole groups. Returns `undefined` if a step cannot run separately, for
 * example because it requires a value that another step provides. Callers must then use the whole plan as one unit.
 */
export function unitsOf(assembly: Assembly, plan: Plan): readonly Unit[] | undefined {
  const units: Unit[] = [];
  for (const steps of stretchesOf(passesOf(plan))) {
    const ends: Slice = { from: (steps[0] as PlanStep).address, until: (steps.at(-1) as PlanStep).address };
    const sliced = sliceOf(assembly, ends);
    if (!sliced.ok) return undefined;
    const unit = new PartOfPlan(assembly, plan, steps, sliced.ir);
    try {
      unit.managerFor(steps);
    } catch (thrown) {
      if (thrown instanceof NotOnItsOwn) return undefined;
      throw thrown;
    }
    units.push(unit);
  }
  return units;
}

/** Returns the whole plan as one unit. */
export function wholeUnit(assembly: Assembly, plan: Plan): Unit {
  return new PartOfPlan(assembly, plan, passesOf(plan));
}

class NotOnItsOwn extends Error {}

class PartOfPlan implements Unit {
  readonly steps: readonly PlanStep[];
  readonly #managers = new Map<string, PassManager<object>>();
  readonly #make: (steps: readonly PlanStep[]) => ReturnType<Assembly["realizeManager"]>;

  constructor(
    assembly: Assembly,
    plan: Plan,
    steps: readonly PlanStep[],
    ir?: NonNullable<Parameters<Assembly["realizeManager"]>[0]>["ir"],
  ) {
    this.steps = steps;
    this.#make = (some) => assembly.realizeManager({ plan: { ...plan, steps: some }, ...(ir !== undefined && { ir }) });
  }

  managerFor(steps: readonly PlanStep[]): PassManager<object> {
    const key = addressesOf(steps).join(" ");
    const found = this.#managers.get(key);
    if (found !== undefined) return found;
    const made = this.#make(steps);
    if (!made.ok) throw new NotOnItsOwn(made.diagnostics[0]?.message);
    this.#managers.set(key, made.manager);
    return made.manager;
  }
}

/** Divides steps into lists. Adjacent steps of the same group are in one list. Every other step has a separate list. */
function stretchesOf(steps: readonly PlanStep[]): readonly (readonly PlanStep[])[] {
  const sequences: PlanStep[][] = [];
  let open: number | undefined;
  for (const step of steps) {
    const group = groupNestOf(step)?.id;
    if (group !== undefined && group === open) sequences.at(-1)?.push(step);
    else sequences.push([step]);
    open = group;
  }
  return sequences;
}
