import type { PlanStep } from "@passwright/builder";
import type { RunFresh } from "./confirm.ts";
import type { State } from "./laboratory.ts";
import { addressesOf, areCleanups } from "./precedence.ts";
import type { MoveReport, OrderOutput } from "./report.ts";
import type { OrderInput } from "./run-order.ts";
import type { Experiment } from "./try-sequence.ts";
import type { Unit } from "./units.ts";
import { orderAround } from "./try-members.ts";
import type { UnitsAround } from "./try-members.ts";

/** Function that measures an output. Smaller is better. */
export type Measure = (output: string) => number | Promise<number>;

/** Maximum number of moves in a report. */
const MOST_MOVES = 10;

interface Move {
  /** Addresses of all steps after the move. */
  readonly order: readonly string[];
  readonly step: string;
  readonly position: MoveReport["position"];
  /** Number of steps or groups that the step moves past. */
  readonly distance: number;
}

/**
 * Sums the effects that each move of a step has on all inputs. The effect on one input is the change in the measured
 * value of the output.
 */
export class Measurements {
  readonly #measure: Measure;
  readonly #known = new Map<string, number>();
  readonly #moves = new Map<string, Move & { change: number }>();

  constructor(measure: Measure) {
    this.#measure = measure;
  }

  /** Returns the best move of each step: the largest gain or, for equal gains, the shortest distance. */
  get best(): readonly Move[] {
    const best = new Map<string, Move & { change: number }>();
    for (const move of this.#moves.values()) {
      const other = best.get(move.step);
      const isBetter =
        other === undefined ||
        move.change < other.change ||
        (move.change === other.change && move.distance < other.distance);
      if (move.change < 0 && isBetter) best.set(move.step, move);
    }
    const sorted = [...best.values()].sort((left, right) => left.change - right.change);
    return sorted.slice(0, MOST_MOVES);
  }

  /**
   * Runs the best moves again with `run` and measures the new outputs. Omits moves that do not make the outputs
   * smaller.
   */
  async confirm(
    inputs: readonly OrderInput[],
    order: readonly string[],
    run: RunFresh,
  ): Promise<readonly MoveReport[]> {
    const { best } = this;
    if (best.length === 0) return [];
    const orders = [order, ...best.map((move) => move.order)];
    const outputs = await run(orders.flatMap((one) => inputs.map((input) => ({ input, order: one }))));
    const sizes: (number | undefined)[] = [];
    for (const output of outputs) sizes.push(output.ok ? await this.#of(output.text) : undefined);
    const sizesOf = (index: number) => sizes.slice(index * inputs.length, (index + 1) * inputs.length);
    const baseline = sizesOf(0);
    const total = baseline.reduce((sum: number, size) => sum + (size ?? 0), 0);
    const confirmed: MoveReport[] = [];
    for (const [at, move] of best.entries()) {
      const changes = sizesOf(at + 1).map(
        (size, index) => (size ?? 0) - (size === undefined ? 0 : (baseline[index] ?? size)),
      );
      const change = changes.reduce((sum, one) => sum + one, 0);
      const [better, worse] = [changes.filter((one) => one < 0).length, changes.filter((one) => one > 0).length];
      if (change < 0) confirmed.push({ step: move.step, position: move.position, better, worse, total, change });
    }
    return confirmed.sort((left, right) => left.change - right.change);
  }

  /**
   * Adds the effect of a move on one input: the change in the measured value of the output. If the input fails after
   * the move, excludes the move from the report.
   */
  async add(move: Move, baseline: string, output: OrderOutput): Promise<void> {
    const change = !output.ok
      ? Infinity
      : output.text === baseline
        ? 0
        : (await this.#of(output.text)) - (await this.#of(baseline));
    const key = JSON.stringify([move.step, move.position]);
    const known = this.#moves.get(key) ?? { ...move, change: 0 };
    known.change += change;
    this.#moves.set(key, known);
  }

  async #of(output: string): Promise<number> {
    const found = this.#known.get(output) ?? (await this.#measure(output));
    this.#known.set(output, found);
    return found;
  }
}

/** Moves each step or group to every legal position, and measures the outputs. */
export async function measureSequence(
  units: readonly Unit[],
  experiment: Experiment,
  measurements: Measurements,
): Promise<void> {
  const { laboratory, budget } = experiment;
  const start = laboratory.start();
  const baseline = laboratory.outputOf(await laboratory.runAll(units, start));
  if (!baseline.ok) return;
  const lists = units.map(({ steps }) => steps);
  for (const { from, to } of movesOf(lists, experiment)) {
    if (budget.isSpent) return;
    const moved = units[from] as Unit;
    const order = units.filter((unit) => unit !== moved);
    order.splice(to, 0, moved);
    const output = laboratory.outputOf(await laboratory.runAll(order, start));
    const addresses = addressesOf(order.flatMap(({ steps }) => steps));
    await measurements.add(moveOf(lists, from, to, addresses), baseline.text, output);
  }
}

/**
 * Moves members of a group, and measures the outputs. Considers only members that have an effect. Tries all legal moves
 * of one of these members to the position of another.
 */
export async function measureMembers(
  unit: Unit,
  state: State,
  active: readonly PlanStep[],
  around: UnitsAround,
  experiment: Experiment,
  measurements: Measurements,
): Promise<void> {
  const { laboratory, budget } = experiment;
  const outputFor = async (order: readonly PlanStep[]) =>
    laboratory.outputOf(await laboratory.runAll(around.after, await laboratory.run(unit, state, order)));
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
    const addresses = orderAround(around, order);
    await measurements.add(moveOf(lists, from, to, addresses), baseline.text, output);
  }
}

/** Returns the positions to which a step can move. A step cannot move past a step that must stay before or after it. */
function movesOf(
  lists: readonly (readonly PlanStep[])[],
  { precedence }: Experiment,
): readonly { readonly from: number; readonly to: number }[] {
  const isOrdered = (first: number, second: number): boolean =>
    precedence.areOrdered(lists[first] ?? [], lists[second] ?? []);
  return lists.flatMap((steps, from) => {
    if (areCleanups(steps)) return [];
    const moves: { from: number; to: number }[] = [];
    for (let to = from - 1; to >= 0 && !isOrdered(to, from); to--) moves.push({ from, to });
    for (let to = from + 1; to < lists.length && !isOrdered(from, to); to++) moves.push({ from, to });
    return moves;
  });
}

function moveOf(lists: readonly (readonly PlanStep[])[], from: number, to: number, order: readonly string[]): Move {
  const addressAt = (index: number): string => lists[index]?.[0]?.address ?? "";
  const position = to < from ? { before: addressAt(to) } : { after: addressAt(to) };
  return { step: addressAt(from), position, order, distance: Math.abs(to - from) };
}
