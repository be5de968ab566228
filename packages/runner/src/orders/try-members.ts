import type { PlanStep } from "@passwright/builder";
import type { State } from "./laboratory.ts";
import { addressesOf } from "./precedence.ts";
import type { OrderOutput } from "./report.ts";
import type { Experiment } from "./try-sequence.ts";
import type { Unit } from "./units.ts";

/** Units (steps or groups) before and after the group whose members are tried in different orders. */
export interface UnitsAround {
  readonly before: readonly Unit[];
  readonly after: readonly Unit[];
}

/** Returns the addresses of all steps of the plan, with the members of one unit in the given order. */
export function orderAround({ before, after }: UnitsAround, order: readonly PlanStep[]): string[] {
  return addressesOf([...before.flatMap(({ steps }) => steps), ...order, ...after.flatMap(({ steps }) => steps)]);
}

/**
 * Tries the orders of the members of a unit. First finds the members that have an effect on this input. Then takes each
 * of these members, and moves it to the right, past one member at a time. Does not move a member past another member if
 * a rule requires their current order, or if the opposite order fails. Returns the members with an effect.
 */
export async function tryMembers(
  unit: Unit,
  state: State,
  around: UnitsAround,
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
  const active = await activeMembers(movable, unit, state, experiment);
  if (budget.isSpent) return active;
  for (const [index, moved] of movable.entries()) {
    for (const other of movable.slice(index + 1)) {
      if (isFree(moved, other) && !(active.includes(moved) && active.includes(other)))
        findings.count({ first: [moved], second: [other] }, "not exercised");
    }
  }
  const outputAfter = async (from: State): Promise<OrderOutput> =>
    laboratory.outputOf(await laboratory.runAll(around.after, from));
  for (const [index, moved] of active.entries()) {
    const behind = new Set(steps.filter((step) => !isFree(moved, step)));
    // State after the unit in the current order. Members without an effect on this input do not count as neighbors.
    let last = await laboratory.run(unit, state);
    let hasSucceeded = (await outputAfter(last)).ok;
    for (const other of active.slice(index + 1)) {
      if (behind.has(other)) continue;
      if (budget.isSpent) return active;
      const others = steps.filter((step) => step !== moved && !behind.has(step));
      const front = others.slice(0, others.indexOf(other));
      const rest = steps.filter((step) => step !== moved && step !== other && !front.includes(step));
      const orders = [
        [...front, moved, other, ...rest],
        [...front, other, moved, ...rest],
      ] as const;
      const exchanged = await laboratory.run(unit, state, orders[1]);
      const one = behind.size === 0 && last === exchanged ? last : await laboratory.run(unit, state, orders[0]);
      last = exchanged;
      const pair = { first: [moved], second: [other] };
      const [output, exchangedOutput] = [await outputAfter(one), await outputAfter(exchanged)];
      // Ignores the pair if both orders fail, because failed runs do not have outputs.
      if (output.ok || exchangedOutput.ok) {
        if (one === exchanged) findings.count(pair, "commute");
        else
          findings.compare(pair, {
            input,
            order: orderAround(around, orders[0]),
            exchanged: orderAround(around, orders[1]),
            output,
            exchangedOutput,
          });
      }
      hasSucceeded ||= output.ok || exchangedOutput.ok;
      if (!exchangedOutput.ok && hasSucceeded)
        for (const step of steps) if (step === other || !isFree(other, step)) behind.add(step);
    }
  }
  return active;
}

/**
 * Returns the members with an effect on an input: alone, together with all other members, or directly after some of the
 * other members. In the last case, a later member can hide the effect, or the current order can prevent it.
 */
async function activeMembers(
  movable: readonly PlanStep[],
  unit: Unit,
  state: State,
  { laboratory, budget }: Experiment,
): Promise<readonly PlanStep[]> {
  const { steps } = unit;
  const active = new Set<PlanStep>();
  const run = (some: readonly PlanStep[]): Promise<State> => laboratory.run(unit, state, some);
  const addIf = async (step: PlanStep, one: readonly PlanStep[], other: readonly PlanStep[]): Promise<void> => {
    if (!active.has(step) && (await run(one)) !== (await run(other))) active.add(step);
  };
  const found = (): readonly PlanStep[] => movable.filter((step) => active.has(step));
  for (const step of movable) {
    if (budget.isSpent) return found();
    await addIf(step, [step], []);
    await addIf(step, steps, without(steps, [step]));
  }
  for (let size = -1; size < active.size && active.size < movable.length;) {
    size = active.size;
    const inactive = without(movable, found());
    const others = without(steps, inactive);
    for (let count = 1; count <= others.length && active.size === size; count++) {
      if (budget.isSpent) return found();
      const before = others.slice(0, count);
      const reached = await run(before);
      if (reached === (await run(others.slice(0, count - 1)))) continue;
      // Runs all inactive members together, because usually none of them has an effect. Two orders detect members that
      // cancel each other.
      const together = [await run([...before, ...inactive]), await run([...before, ...inactive.toReversed()])];
      if (together.every((one) => one === reached)) continue;
      for (const step of inactive) await addIf(step, [...before, step], before);
    }
  }
  return found();
}

function without(steps: readonly PlanStep[], excluded: readonly PlanStep[]): readonly PlanStep[] {
  return steps.filter((step) => !excluded.includes(step));
}
