import type { Budget } from "./budget.ts";
import type { Findings, Pair } from "./findings.ts";
import type { Laboratory, State } from "./laboratory.ts";
import { addressesOf, areCleanups } from "./precedence.ts";
import type { Precedence } from "./precedence.ts";
import type { OrderOutput } from "./report.ts";
import type { OrderInput } from "./run-order.ts";
import type { Unit } from "./units.ts";

/** Experiment on one input. */
export interface Experiment {
  readonly input: OrderInput;
  readonly laboratory: Laboratory;
  readonly precedence: Precedence;
  readonly findings: Findings;
  readonly budget: Budget;
}

/**
 * Moves each unit (a step or a group) to the right, one neighbor at a time. After each exchange, compares the trees
 * that result from the two orders of the exchanged units. If the trees differ, compares the outputs of the plan. If a
 * unit must stay after the moved unit, because a rule requires this order or because the opposite order fails, the two
 * units move together.
 */
export async function trySequence(units: readonly Unit[], experiment: Experiment): Promise<void> {
  const { laboratory, budget } = experiment;
  let before = laboratory.start();
  for (const [index, moved] of units.entries()) {
    if (budget.isSpent) return;
    if (!areCleanups(moved.steps)) await moveRight(units, index, before, experiment);
    before = await laboratory.run(moved, before);
  }
}

async function moveRight(
  units: readonly Unit[],
  index: number,
  before: State,
  { input, laboratory, precedence, findings, budget }: Experiment,
): Promise<void> {
  const moved = units[index] as Unit;
  const passed: Unit[] = units.slice(0, index);
  const behind: Unit[] = [];
  // State from which the moved unit runs in its current position.
  let state = before;
  const outputAfter = async (from: State, rest: readonly Unit[]): Promise<OrderOutput> =>
    laboratory.outputOf(await laboratory.runAll(rest, from));
  let hasSucceeded = (await outputAfter(before, units.slice(index))).ok;
  for (const [offset, other] of units.slice(index + 1).entries()) {
    if ([moved, ...behind].some((one) => precedence.areOrdered(one.steps, other.steps))) {
      behind.push(other);
      continue;
    }
    if (budget.isSpent) return;
    const afterMoved = await laboratory.run(moved, state);
    const afterOther = await laboratory.run(other, state);
    const one = await laboratory.run(other, afterMoved);
    const exchanged = await laboratory.run(moved, afterOther);
    const pair: Pair = { first: moved.steps, second: other.steps };
    const rest = [...behind, ...units.slice(index + 2 + offset)];
    const output = await outputAfter(one, rest);
    const exchangedOutput = await outputAfter(exchanged, rest);
    // Ignores the pair if both orders fail, because failed runs do not have outputs.
    if (!areCleanups(other.steps) && (output.ok || exchangedOutput.ok)) {
      const wereBothActive =
        (afterMoved !== state && one !== afterMoved) || (afterOther !== state && exchanged !== afterOther);
      const orderOf = (...two: readonly Unit[]): string[] =>
        addressesOf([...passed, ...two, ...rest].flatMap(({ steps }) => steps));
      if (one === exchanged) findings.count(pair, wereBothActive ? "commute" : "not exercised");
      else
        findings.compare(pair, {
          input,
          order: orderOf(moved, other),
          exchanged: orderOf(other, moved),
          output,
          exchangedOutput,
        });
    }
    hasSucceeded ||= output.ok || exchangedOutput.ok;
    if (!exchangedOutput.ok && hasSucceeded) {
      behind.push(other);
      continue;
    }
    passed.push(other);
    state = afterOther;
  }
}
