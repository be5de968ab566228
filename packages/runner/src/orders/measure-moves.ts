import type { PlanStep } from "@passwright/builder";
import type { State } from "./laboratory.ts";
import type { MoveReport } from "./report.ts";
import type { Experiment } from "./try-sequence.ts";
import type { Unit } from "./units.ts";
import type { Surroundings } from "./try-members.ts";

/** Measures an output. Smaller is better. */
export type Measure = (output: string) => number | Promise<number>;

/** Maximum number of moves in a report. */
const MOST_MOVES = 10;

interface Move {
  readonly step: string;
  readonly position: MoveReport["position"];
  /** Number of steps that it moves past. */
  readonly distance: number;
}

/** Adds up, over all inputs, the changes of the measure of the output when one step is moved. */
export class Measurements {
  readonly #measure: Measure;
  readonly #known = new Map<string, number>();
  readonly #moves = new Map<string, Move & { better: number; worse: number; change: number }>();
  #total = 0;

  constructor(measure: Measure) {
    this.#measure = measure;
  }

  /** Returns the best moves: for each step, the shortest move with the largest gain. */
  get best(): readonly MoveReport[] {
    const best = new Map<string, Move & { better: number; worse: number; change: number }>();
    for (const move of this.#moves.values()) {
      const other = best.get(move.step);
      const isBetter =
        other === undefined ||
        move.change < other.change ||
        (move.change === other.change && move.distance < other.distance);
      if (move.change < 0 && isBetter) best.set(move.step, move);
    }
    const sorted = [...best.values()].sort((left, right) => left.change - right.change);
    return sorted.slice(0, MOST_MOVES).map(({ step, position, better, worse, change }) => {
      return { step, position, better, worse, total: this.#total, change };
    });
  }

  /** Adds the measure of the configured order on one input. */
  async addBaseline(output: string): Promise<void> {
    this.#total += await this.#of(output);
  }

  /** Adds the measure of a move on one input. */
  async add(move: Move, baseline: string, output: string): Promise<void> {
    const change = output === baseline ? 0 : (await this.#of(output)) - (await this.#of(baseline));
    const key = JSON.stringify([move.step, move.position]);
    const known = this.#moves.get(key) ?? { ...move, better: 0, worse: 0, change: 0 };
    if (change < 0) known.better++;
    if (change > 0) known.worse++;
    known.change += change;
    this.#moves.set(key, known);
  }

  async #of(output: string): Promise<number> {
    const found = this.#known.get(output) ?? (await this.#measure(output));
    this.#known.set(output, found);
    return found;
  }
}

/** Moves each unit to every legal position, and measures the outputs. */
export async function measureSequence(
  units: readonly Unit[],
  experiment: Experiment,
  measurements: Measurements,
): Promise<void> {
  const { laboratory, budget } = experiment;
  const start = laboratory.start();
  const baseline = laboratory.outputOf(await laboratory.runAll(units, start));
  if (!baseline.ok) return;
  await measurements.addBaseline(baseline.text);
  const lists = units.map(({ steps }) => steps);
  for (const { from, to } of movesOf(lists, experiment)) {
    if (budget.isSpent) return;
    const moved = units[from] as Unit;
    const order = units.filter((unit) => unit !== moved);
    order.splice(to, 0, moved);
    const output = laboratory.outputOf(await laboratory.runAll(order, start));
    if (output.ok) await measurements.add(moveOf(lists, from, to), baseline.text, output.text);
  }
}

/** Moves each active member of a group to every legal position beside another one, and measures the outputs. */
export async function measureMembers(
  unit: Unit,
  state: State,
  { active, after }: { readonly active: readonly PlanStep[] } & Pick<Surroundings, "after">,
  experiment: Experiment,
  measurements: Measurements,
): Promise<void> {
  const { laboratory, budget } = experiment;
  const outputFor = async (order: readonly PlanStep[]) =>
    laboratory.outputOf(await laboratory.runAll(after, await laboratory.run(unit, state, order)));
  const baseline = await outputFor(unit.steps);
  if (!baseline.ok) return;
  const lists = unit.steps.map((step) => [step]);
  for (const { from, to } of movesOf(lists, experiment)) {
    if (budget.isSpent) return;
    const [moved, neighbor] = [unit.steps[from] as PlanStep, unit.steps[to] as PlanStep];
    if (!active.includes(moved) || !active.includes(neighbor)) continue;
    const order = unit.steps.filter((step) => step !== moved);
    order.splice(to, 0, moved);
    const output = await outputFor(order);
    if (output.ok) await measurements.add(moveOf(lists, from, to), baseline.text, output.text);
  }
}

/** Returns the positions that a step can move to without passing a step that must stay before or after it. */
function movesOf(
  lists: readonly (readonly PlanStep[])[],
  { precedence }: Experiment,
): readonly { readonly from: number; readonly to: number }[] {
  const isOrdered = (first: number, second: number): boolean =>
    (lists[first] ?? []).some((one) => (lists[second] ?? []).some((other) => precedence.isOrdered(one, other)));
  return lists.flatMap((steps, from) => {
    if (steps.every(({ origin }) => origin.kind === "inserted")) return [];
    const moves: { from: number; to: number }[] = [];
    for (let to = from - 1; to >= 0 && !isOrdered(to, from); to--) moves.push({ from, to });
    for (let to = from + 1; to < lists.length && !isOrdered(from, to); to++) moves.push({ from, to });
    return moves;
  });
}

function moveOf(lists: readonly (readonly PlanStep[])[], from: number, to: number): Move {
  const addressAt = (index: number): string => lists[index]?.[0]?.address ?? "";
  const position = to < from ? { before: addressAt(to) } : { after: addressAt(to) };
  return { step: addressAt(from), position, distance: Math.abs(to - from) };
}
