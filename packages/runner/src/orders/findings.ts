import type { PlanStep } from "@passwright/builder";
import type { IrAdapter } from "@passwright/core";
import type { Assembly } from "@passwright/sdk";
import { ORDER_RESULTS } from "./report.ts";
import type { OrderOutput, OrderResult } from "./report.ts";
import { isSameOutput } from "./run-order.ts";
import type { OrderInput } from "./run-order.ts";

/** Two orders of a plan in which one pair of steps is swapped, with the output of each order on an input. */
export interface DifferingOrders {
  readonly input: OrderInput;
  readonly order: readonly string[];
  readonly exchanged: readonly string[];
  readonly output: OrderOutput;
  readonly exchangedOutput: OrderOutput;
}

/** Orders whose outputs differ. */
export interface Difference extends DifferingOrders {
  readonly result: "conflict" | "fails in one order" | "cosmetic";
}

/** Swapped steps: single steps, or all steps of a group. */
export interface Pair {
  readonly first: readonly PlanStep[];
  readonly second: readonly PlanStep[];
}

/** Results of one pair on all inputs. */
export interface Finding extends Pair {
  readonly counts: Map<OrderResult, number>;
  /** Differences between the outputs of the two orders. A second run must still confirm each difference. */
  readonly candidates: Difference[];
}

/** Collects the results of pairs. */
export class Findings {
  readonly #all = new Map<string, Finding>();
  /** IR of the outputs. */
  readonly #ir: IrAdapter<object> | undefined;

  constructor(assembly: Assembly) {
    this.#ir = assembly.irs.at(-1);
  }

  get all(): readonly Finding[] {
    return [...this.#all.values()];
  }

  /** Returns the results of a pair so far. */
  of({ first, second }: Pair): Finding {
    const key = [first, second].map((steps) => steps.map(({ address }) => address).join(" ")).join("  ");
    const found = this.#all.get(key);
    if (found !== undefined) return found;
    const made: Finding = { first, second, counts: new Map(), candidates: [] };
    this.#all.set(key, made);
    return made;
  }

  count(pair: Pair, result: OrderResult): void {
    const { counts } = this.of(pair);
    counts.set(result, (counts.get(result) ?? 0) + 1);
  }

  /** Compares the outputs of the two orders of a pair, and counts the result. */
  compare(pair: Pair, candidate: DifferingOrders): void {
    const { output, exchangedOutput } = candidate;
    const result = this.differenceOf(output, exchangedOutput);
    this.count(pair, result);
    if (result !== "commute") this.of(pair).candidates.push({ ...candidate, result });
  }

  /**
   * Adds the failures in `other` that occur in only one of the two orders of a pair. Returns whether a failure was
   * added.
   */
  addFailures(other: Findings): boolean {
    let hasFailures = false;
    for (const { first, second, candidates } of other.all) {
      for (const candidate of candidates) {
        if (candidate.result !== "fails in one order") continue;
        hasFailures = true;
        this.count({ first, second }, candidate.result);
        this.of({ first, second }).candidates.push(candidate);
      }
    }
    return hasFailures;
  }

  /** Compares the outputs of two orders. Two failures are considered equal. */
  differenceOf(output: OrderOutput, exchanged: OrderOutput): Difference["result"] | "commute" {
    if (isSameOutput(output, exchanged)) return "commute";
    if (!output.ok || !exchanged.ok) return "fails in one order";
    return this.#normalized(output.text) === this.#normalized(exchanged.text) ? "cosmetic" : "conflict";
  }

  /**
   * Normalizes an output with the IR's `normalize`. Returns the output unchanged if the IR does not have `normalize` or
   * cannot parse the output.
   */
  #normalized(text: string): string {
    const ir = this.#ir;
    if (ir?.normalize === undefined || ir.parse === undefined || ir.print === undefined) return text;
    const parsed = ir.parse(text, { file: "<output>" });
    if (!parsed.ok) return text;
    ir.normalize(parsed.op);
    return ir.print(parsed.op, {});
  }
}

/**
 * Returns the worst result whose count is not zero, in the order of {@link ORDER_RESULTS}. Returns `not tried` if all
 * counts are zero.
 */
export function worstOf(counts: ReadonlyMap<OrderResult, number>): OrderResult {
  return ORDER_RESULTS.find((result) => (counts.get(result) ?? 0) > 0) ?? "not tried";
}
