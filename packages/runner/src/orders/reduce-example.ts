import type { Assembly } from "@passwright/sdk";
import { reduceRoot } from "../reduce/reduce-root.ts";
import type { Budget } from "./budget.ts";
import type { Confirmed, RunFresh } from "./confirm.ts";
import type { Findings } from "./findings.ts";
import type { OrderOutput, PairExample } from "./report.ts";
import { runOrder } from "./run-order.ts";

/** Maximum number of tests of one reduction, within the budget of the experiment. */
const MOST_TRIES = 300;

/**
 * Reduces the input of a confirmed example as long as the outputs of the two orders still differ in the same way. Then
 * runs both orders on the reduced input with `run`. If the two outputs are equal, returns the example unchanged.
 */
export async function reduceExample(
  { example, difference: { exchanged, result, input } }: Confirmed,
  assembly: Assembly,
  findings: Findings,
  budget: Budget,
  run: RunFresh,
): Promise<PairExample> {
  const { order } = example;
  const { ir } = assembly.input.framework.framework;
  const parsed = assembly.parse(input.content, input);
  if (!parsed.ok || ir.clone === undefined || ir.print === undefined) return example;
  const print = ir.print.bind(ir);
  let smallest = example;
  const stillDiffers = async (root: object): Promise<boolean> => {
    if (budget.isSpent) return false;
    budget.runs += 2;
    const printed = { ...input, content: print(root, {}) };
    const output = await runOrder(assembly, printed, order);
    const other = await runOrder(assembly, printed, exchanged);
    return findings.differenceOf(output, other) === result;
  };
  const { root } = await reduceRoot(ir, parsed.root as object, stillDiffers, { budget: MOST_TRIES });
  const reduced = print(root, {});
  if (reduced.length < input.content.length) {
    const jobs = [order, exchanged].map((one) => ({ input: { ...input, content: reduced }, order: one }));
    const [output, other] = (await run(jobs)) as readonly [OrderOutput, OrderOutput];
    if (findings.differenceOf(output, other) === result) smallest = { ...example, reduced, output, exchanged: other };
  }
  return smallest;
}
