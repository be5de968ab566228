import type { Plan, PlanStep } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { Assembly } from "../assembly.ts";
import { reportOrderByName } from "../stages/order-by-name.ts";
import { plansOf } from "../stages/state.ts";
import { mustBePassName } from "../usage-errors.ts";
import { plannedBy } from "./planned-by.ts";
import { withOrders } from "./kept-orders.ts";

/** Explanation of a step: why it has its position, or why it is missing from the plan. */
export interface StepExplanation {
  /** Address of the step, or the address that a missing step would have. */
  readonly address: string;
  /** Name of the pass. */
  readonly pass: string;
  /** Path of the step's pipeline, in a graph. */
  readonly pipeline?: string;
  /** Whether the step is in the plan. False for a step that was banned, removed or dropped. */
  readonly isPlanned: boolean;
  /** Reason for the position of the step, or the reason why the step is missing. */
  readonly because: string;
  /** Step in the plan. Absent if the step is missing. */
  readonly step?: PlanStep;
}

/**
 * Explains the steps with this address or pass name, or all steps, including steps that were left out.
 *
 * @throws UsageError PWL0606 if the assembly has no plan because of errors.
 */
export function explain<F>(assembly: Assembly<F>, name?: string): readonly StepExplanation[] {
  plannedBy("explain", "assembly", assembly);
  if (name !== undefined) mustBePassName("explain", name);
  const named = name === undefined ? [] : [name];
  const all =
    assembly.plan === undefined
      ? plansOf(assembly).flatMap(({ path, plan }) => explanationsOf(plan, path))
      : explanationsOf(withOrders(assembly.plan, assembly.work.builder.input(), named));
  return name === undefined ? all : all.filter(({ address, pass }) => address === name || pass === name);
}

/**
 * Returns a remark for each pair of steps whose order depends only on names, unless it is declared independent.
 *
 * @throws UsageError PWL0606 if the assembly has no plan because of errors.
 */
export function ordersByName<F>(assembly: Assembly<F>): readonly Diagnostic[] {
  plannedBy("ordersByName", "assembly", assembly);
  const { work, plan, graph } = assembly;
  return reportOrderByName(work, { ...(plan && { plan }), ...(graph && { graph: graph as never }) }, "remark");
}

function explanationsOf({ steps, leftOut }: Plan, pipeline?: string): StepExplanation[] {
  const within = pipeline === undefined ? {} : { pipeline };
  return [
    ...steps.map((step) => {
      const { address, pass, because } = step;
      return { address, pass, ...within, isPlanned: true, because, step };
    }),
    ...leftOut.map((one) => ({ ...one, ...within, isPlanned: false })),
  ];
}
