import type { PlanStep } from "@passwright/builder";
import type { State } from "./laboratory.ts";
import type { Experiment } from "./try-sequence.ts";
import type { Unit } from "./units.ts";

/** Units (steps or groups) before and after the group whose members are tried in different orders. */
export interface UnitsAround {
  readonly before: readonly Unit[];
  readonly after: readonly Unit[];
}

/**
 * Tries the orders of the members of a unit. Members run together, so the result of a part of an order cannot be
 * reused. To save runs, first finds the members that have an effect on this input. For this purpose, runs each member
 * alone, and runs the group without it. Then moves each member with an effect to the right, past one member at a time.
 * Returns the members with an effect.
 */
export async function tryMembers(
  unit: Unit,
  state: State,
  { before, after }: UnitsAround,
  experiment: Experiment,
): Promise<readonly PlanStep[]> {
  const { input, laboratory, precedence, findings, budget } = experiment;
  const { steps } = unit;
  const isFree = (first: PlanStep, second: PlanStep): boolean => !precedence.isOrdered(first, second);
  const isMovable = (step: PlanStep): boolean =>
    step.origin.kind !== "inserted" &&
    steps.some(
      (other, index) => other !== step && (index < steps.indexOf(step) ? isFree(other, step) : isFree(step, other)),
    );
  const movable = steps.filter(isMovable);
  const active: PlanStep[] = [];
  for (const step of movable) {
    if (budget.isSpent) return active;
    if (await isActive(step, unit, state, experiment)) active.push(step);
  }
  const around = (order: readonly PlanStep[]): string[] =>
    [...before.flatMap((one) => one.steps), ...order, ...after.flatMap((one) => one.steps)].map(
      ({ address }) => address,
    );
  for (const [index, moved] of movable.entries()) {
    for (const other of movable.slice(index + 1)) {
      if (isFree(moved, other) && !(active.includes(moved) && active.includes(other)))
        findings.count({ first: [moved], second: [other] }, "not exercised");
    }
  }
  for (const [index, moved] of active.entries()) {
    const others = steps.filter((step) => step !== moved && isFree(moved, step));
    const hasBehind = others.length + 1 < steps.length;
    // State after the unit in the current order. Members without an effect on this input do not count as neighbors.
    let last = await laboratory.run(unit, state);
    for (const other of active.slice(index + 1)) {
      if (!isFree(moved, other)) continue;
      if (budget.isSpent) return active;
      const front = others.slice(0, others.indexOf(other));
      const rest = steps.filter((step) => step !== moved && step !== other && !front.includes(step));
      const orders = [
        [...front, moved, other, ...rest],
        [...front, other, moved, ...rest],
      ] as const;
      const exchanged = await laboratory.run(unit, state, orders[1]);
      const one = !hasBehind && last === exchanged ? last : await laboratory.run(unit, state, orders[0]);
      last = exchanged;
      const pair = { first: [moved], second: [other] };
      if (one === exchanged) {
        findings.count(pair, "commute");
        continue;
      }
      const candidate = {
        input,
        order: around(orders[0]),
        exchanged: around(orders[1]),
        output: laboratory.outputOf(await laboratory.runAll(after, one)),
        exchangedOutput: laboratory.outputOf(await laboratory.runAll(after, exchanged)),
      };
      findings.compare(pair, candidate);
    }
  }
  return active;
}

/** Returns whether a member has an effect on an input, alone or together with the other members. */
async function isActive(step: PlanStep, unit: Unit, state: State, { laboratory }: Experiment): Promise<boolean> {
  const alone = await laboratory.run(unit, state, [step]);
  if (alone !== (await laboratory.run(unit, state, []))) return true;
  const others = unit.steps.filter((one) => one !== step);
  return (await laboratory.run(unit, state, others)) !== (await laboratory.run(unit, state));
}
