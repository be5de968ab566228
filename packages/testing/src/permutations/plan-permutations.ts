import type { Plan } from "@passwright/builder";
import { hasErrors, renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { loadOrders, loadSession } from "@passwright/loader";
import type { LoadOptions } from "@passwright/loader";
import { checkArgument, mustBeOutcomes, mustBePlanOptions } from "../settings.ts";

/** One result of planning, with the load orders that lead to this result. */
export interface PlanOutcome {
  /** Plan. Absent for a graph, and if planning failed. */
  readonly plan?: Plan;
  /** Plan as a textual pipeline in MLIR's syntax. A graph has one line per pipeline. Empty if planning failed. */
  readonly text: string;
  /** Diagnostics of planning. */
  readonly diagnostics: readonly Diagnostic[];
  /** Load orders with this result. Each load order is a list of plugin names. */
  readonly orders: readonly (readonly string[])[];
}

/** Result of {@link planPermutations}. If there is only one outcome, the plan does not depend on the load order. */
export interface PlanPermutations {
  /** Whether all load orders have the same outcome, and this outcome does not have errors. */
  readonly isIndependent: boolean;
  /** Distinct results, in the order of their first occurrence. */
  readonly outcomes: readonly PlanOutcome[];
}

/**
 * Plans a config with every load order of its plugins. For more than five plugins, tries only a sample of the load
 * orders.
 *
 * @throws UsageError PWT0605 if an option is invalid or unknown.
 */
export async function planPermutations(options: Omit<LoadOptions, "order"> = {}): Promise<PlanPermutations> {
  checkArgument("planPermutations", "options", options, mustBePlanOptions);
  const first = await loadSession(options);
  const names = first.session?.plugins.map(({ name }) => name) ?? [];
  const outcomes = new Map<string, PlanOutcome & { readonly orders: (readonly string[])[] }>();
  for (const order of loadOrders(names)) {
    // Tries one load order at a time, because all plans load the same modules.
    const { session, diagnostics } = await loadSession({ ...options, order });
    const plan = session?.plan;
    const key = stableText({ plan: plan ?? session?.graph?.plan, diagnostics });
    const known = outcomes.get(key);
    if (known !== undefined) known.orders.push(order);
    else {
      const text = session?.assembly.text() ?? "";
      outcomes.set(key, { ...(plan === undefined ? {} : { plan }), text, diagnostics, orders: [order] });
    }
  }
  const all = [...outcomes.values()];
  return { isIndependent: all.length === 1 && !all.some((one) => hasErrors(one.diagnostics)), outcomes: all };
}

/**
 * Formats the outcomes: the pipeline in MLIR's syntax, followed by its diagnostics. If there are several outcomes, the
 * text also contains the first load order of each outcome.
 *
 * @throws UsageError PWT0605 if `found` is not a result of `planPermutations`, for example if `await` is missing.
 */
export function printPermutations(found: PlanPermutations): string {
  checkArgument("printPermutations", "found", found, mustBeOutcomes);
  const { outcomes } = found;
  return outcomes
    .flatMap(({ text, diagnostics, orders }) => {
      const [order = []] = orders;
      const head = outcomes.length === 1 ? [] : [`loaded in the order ${order.join(", ")}:`];
      return [...head, ...(text === "" ? [] : [text]), ...diagnostics.map(renderDiagnostic)];
    })
    .map((line) => `${line}\n`)
    .join("");
}

/** Formats data as text for comparison. Supports big integers in options, unlike JSON. */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part)) ?? "";
}
