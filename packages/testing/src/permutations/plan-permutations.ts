import { printPlan } from "@passwright/builder";
import type { Plan } from "@passwright/builder";
import { renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { loadOrders, loadSession } from "@passwright/loader";
import type { LoadOptions } from "@passwright/loader";

/** One outcome of planning, and the orders of plugins that lead to it. */
export interface PlanOutcome {
  /** Absent where these orders do not resolve. */
  readonly plan?: Plan;
  /** The plan as MLIR's text; empty without one. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly orders: readonly (readonly string[])[];
}

/** What {@link planPermutations} found. With one outcome the load order makes no difference. */
export interface PlanPermutations {
  readonly isIndependent: boolean;
  readonly outcomes: readonly PlanOutcome[];
}

/** Plans a config under every order of loading its plugins (some of them if there are more than five). */
export async function planPermutations(options: Omit<LoadOptions, "order"> = {}): Promise<PlanPermutations> {
  const first = await loadSession(options);
  const names = first.session?.plugins.map(({ name }) => name) ?? [];
  const outcomes = new Map<string, PlanOutcome & { readonly orders: (readonly string[])[] }>();
  for (const order of loadOrders(names)) {
    // One after the other: they load the same modules.
    const { session, diagnostics } = await loadSession({ ...options, order });
    const plan = session?.plan;
    const key = stableText({ plan, diagnostics });
    const known = outcomes.get(key);
    if (known !== undefined) known.orders.push(order);
    else {
      const text = plan === undefined ? "" : printPlan(plan);
      outcomes.set(key, { ...(plan === undefined ? {} : { plan }), text, diagnostics, orders: [order] });
    }
  }
  return { isIndependent: outcomes.size === 1, outcomes: [...outcomes.values()] };
}

/**
 * The outcomes as text: the pipeline as MLIR writes it, and below it what was said of it, as errors where there is none. Where
 * there are several outcomes, each has the first order that leads to it.
 */
export function printPermutations({ outcomes }: PlanPermutations): string {
  return outcomes
    .flatMap(({ text, diagnostics, orders }) => {
      const [order = []] = orders;
      const head = outcomes.length === 1 ? [] : [`loaded in the order ${order.join(", ")}:`];
      return [...head, ...(text === "" ? [] : [text]), ...diagnostics.map(renderDiagnostic)];
    })
    .map((line) => `${line}\n`)
    .join("");
}

/** Data as text, to compare. Options of passes may be big integers, which JSON has none of. */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part)) ?? "";
}
