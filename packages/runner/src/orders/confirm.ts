import type { Assembly } from "@passwright/sdk";
import type { Difference, Finding } from "./findings.ts";
import { ORDER_RESULTS } from "./report.ts";
import type { OrderOutput, PairExample } from "./report.ts";
import { isSameOutput, runOrder } from "./run-order.ts";
import type { OrderInput } from "./run-order.ts";

/** Order to run on an input. */
export interface OrderJob {
  /** Input to run. */
  readonly input: OrderInput;
  /** Addresses of the steps in the order to try. */
  readonly order: readonly string[];
}

/**
 * Runs all jobs in one fresh process, one after another, and returns their outputs. Ends the process after `seconds`,
 * and then returns {@link LATE} for the remaining jobs.
 */
export type RunFresh = (jobs: readonly OrderJob[], seconds?: number) => Promise<readonly OrderOutput[]>;

/** Output of a job that a fresh process did not finish in time. Callers compare this object by identity. */
export const LATE: OrderOutput = { ok: false, message: "the fresh process reached the time limit" };

/** Confirmed example of a result, with the unconfirmed difference from which the example was made. */
export interface Confirmed {
  readonly example: PairExample;
  readonly difference: Difference;
}

/** Maximum number of candidates to run again for one pair. */
const MOST_ATTEMPTS = 3;

/**
 * Runs both orders of several candidates again, from parsing to printing, in a fresh process if possible. Starts with
 * the candidates that have the worst results and, among candidates with equal results, with the smallest inputs.
 * Returns the first candidate whose new outputs equal the earlier outputs. Counts each candidate with different new
 * outputs as `unstable`. If the time runs out, returns `late`, and counts the candidates as `not tried`.
 */
export async function confirm(
  { candidates, counts }: Finding,
  assembly: Assembly,
  runFresh: RunFresh | undefined,
): Promise<Confirmed | "late" | undefined> {
  const sorted = candidates.toSorted(
    (left, right) =>
      ORDER_RESULTS.indexOf(left.result) - ORDER_RESULTS.indexOf(right.result) ||
      left.input.content.length - right.input.content.length,
  );
  const run = runFresh ?? runHere(assembly);
  let isLate = false;
  for (const [attempt, candidate] of sorted.entries()) {
    const { input, order, exchanged, result } = candidate;
    if (attempt < MOST_ATTEMPTS) {
      const jobs = [order, exchanged].map((one) => ({ input, order: one }));
      const [output, other] = (await run(jobs)) as readonly [OrderOutput, OrderOutput];
      if (isSameOutput(candidate.output, output) && isSameOutput(candidate.exchangedOutput, other)) {
        const confirmed = runFresh === undefined ? "same process" : "fresh process";
        const example = { file: input.file, input: input.content, order, output, exchanged: other, confirmed } as const;
        return { example, difference: candidate };
      }
      isLate ||= output === LATE || other === LATE;
    }
    const unconfirmed = isLate ? "not tried" : "unstable";
    counts.set(result, (counts.get(result) ?? 0) - 1);
    counts.set(unconfirmed, (counts.get(unconfirmed) ?? 0) + 1);
  }
  return isLate ? "late" : undefined;
}

/** Returns a function that runs orders in this process. */
export function runHere(assembly: Assembly): RunFresh {
  return async (jobs) => {
    const outputs: OrderOutput[] = [];
    for (const { input, order } of jobs) outputs.push(await runOrder(assembly, input, order));
    return outputs;
  };
}
