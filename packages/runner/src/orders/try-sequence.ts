import type { PlanStep } from "@passwright/builder";
import type { Budget } from "./budget.ts";
import type { Findings, Pair } from "./findings.ts";
import type { Laboratory, State } from "./laboratory.ts";
import type { Precedence } from "./precedence.ts";
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
 * Moves each unit (a step or a group) to the right, one neighbor at a time. Compares the orders before and after each
 * exchange: first the trees after both exchanged units and, if these trees differ, the outputs of the plan. Units that
 * must stay after the moved unit move together with the moved unit.
 */
export async function trySequence(units: readonly Unit[], experiment: Experiment): Promise<void> {
  const { laboratory, budget } = experiment;
  let before = laboratory.start();
  for (const [index, moved] of units.entries()) {
    if (budget.isSpent) return;
    if (!isCleanup(moved)) await moveRight(units, index, before, experiment);
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
  for (const [offset, other] of units.slice(index + 1).entries()) {
    if (isOrdered(moved, other, precedence)) {
      behind.push(other);
      continue;
    }
    if (budget.isSpent) return;
    const afterMoved = await laboratory.run(moved, state);
    const afterOther = await laboratory.run(other, state);
    const one = await laboratory.run(other, afterMoved);
    const exchanged = await laboratory.run(moved, afterOther);
    const pair: Pair = { first: moved.steps, second: other.steps };
    if (!isCleanup(other)) {
      const wereBothActive =
        (afterMoved !== state && one !== afterMoved) || (afterOther !== state && exchanged !== afterOther);
      if (one === exchanged) findings.count(pair, wereBothActive ? "commute" : "not exercised");
      else {
        const rest = [...behind, ...units.slice(index + 2 + offset)];
        const orderOf = (...two: readonly Unit[]): string[] => addressesOf([...passed, ...two, ...rest]);
        const candidate = {
          input,
          order: orderOf(moved, other),
          exchanged: orderOf(other, moved),
          output: laboratory.outputOf(await laboratory.runAll(rest, one)),
          exchangedOutput: laboratory.outputOf(await laboratory.runAll(rest, exchanged)),
        };
        findings.compare(pair, candidate);
      }
    }
    passed.push(other);
    state = afterOther;
  }
}

function addressesOf(units: readonly Unit[]): string[] {
  return units.flatMap(({ steps }) => steps.map(({ address }) => address));
}

function isOrdered(first: Unit, second: Unit, precedence: Precedence): boolean {
  return first.steps.some((one) => second.steps.some((other) => precedence.isOrdered(one, other)));
}

function isCleanup({ steps }: Unit): boolean {
  return steps.every(({ origin }: PlanStep) => origin.kind === "inserted");
}
