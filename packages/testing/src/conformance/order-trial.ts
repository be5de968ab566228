import { isOrderRelevant, tryOrders } from "@passwright/runner";
import type { PairReport } from "@passwright/runner";
import type { Session } from "@passwright/loader";
import type { Input } from "./protocol.ts";

/** Limits of one experiment. The values are estimates. */
const BUDGET = { runs: 500, seconds: 5 };

/** Pairs of steps whose order changes the output for an input. One step of each pair belongs to the plugin. */
export interface TriedOrders {
  /**
   * Pairs of one step from the plugin and one step from another plugin or from the config. The order of the two steps
   * depends only on the names of the contributors.
   */
  readonly byName: readonly PairReport[];
  /** Pairs of one step from the plugin and one step from the framework. */
  readonly withFramework: readonly PairReport[];
}

/**
 * Runs pairs of steps in both orders on `inputs`, and returns the pairs for which the two orders lead to different
 * results. One step of each pair belongs to the plugin `contributor`, and neither a rule nor a position determines the
 * order of the pair. Stops at the limits in `BUDGET`.
 */
export async function tryStepOrders(
  { assembly }: Session,
  inputs: readonly Input[],
  contributor: string,
): Promise<TriedOrders> {
  // Returns no pairs for a skeleton, because its passes do not have code.
  if (!assembly.realizeManager().ok) return { byName: [], withFramework: [] };
  const texts = inputs.map(({ name, text }) => ({ file: name, content: text }));
  const { pairs } = await tryOrders(assembly, texts, { framework: true, contributor, budget: BUDGET });
  const ofFramework = new Set(
    assembly.plan?.steps.flatMap(({ address, origin }) => (origin.kind === "framework" ? [address] : [])),
  );
  const open = pairs.filter(isOrderRelevant);
  const hasFramework = ({ first, second }: PairReport): boolean => ofFramework.has(first) || ofFramework.has(second);
  return {
    byName: open.filter((pair) => !hasFramework(pair)),
    withFramework: open.filter(hasFramework),
  };
}
