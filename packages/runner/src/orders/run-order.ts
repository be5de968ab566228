import type { Plan, PlanStep } from "@passwright/builder";
import type { Diagnostic, IrAdapter } from "@passwright/core";
import type { Assembly } from "@passwright/sdk";
import type { TrialInput } from "../fault/trial.ts";
import { recorded } from "../recorded-run.ts";
import { UNSETTLED, withLimit } from "./unsettled.ts";
import type { OrderOutput } from "./report.ts";

/** Input of an experiment on the order of steps. */
export interface OrderInput extends TrialInput {
  /** Text of the input. */
  readonly content: string;
}

/**
 * Parses a text, runs the steps of a plan in the given order, and prints the result. Ends a run that takes longer than
 * `seconds`, or whose promise never settles.
 */
export async function runOrder(
  assembly: Assembly,
  input: OrderInput,
  order: readonly string[],
  { plan = assembly.plan as Plan, seconds = Infinity }: { readonly plan?: Plan; readonly seconds?: number } = {},
): Promise<OrderOutput> {
  const byAddress = new Map(plan.steps.map((step) => [step.address, step]));
  const steps = order.map((address) => byAddress.get(address) as PlanStep);
  const made = assembly.realizeManager({ plan: { ...plan, steps } });
  if (!made.ok) return failed(made.diagnostics);
  const parsed = assembly.parse(input.content, input);
  if (!parsed.ok) return failed(parsed.diagnostics);
  const { succeeded, diagnostics, root, ir, isAborted } = await withLimit(seconds, async (signal) => ({
    ...(await recorded(made.manager, input.file, () =>
      made.manager.runAsync(parsed.root as object, { input: input.file, signal }),
    )),
    isAborted: signal.aborted,
  }));
  if (isAborted) return UNSETTLED;
  if (!succeeded) return failed(diagnostics);
  return printed(root, ir);
}

/** Prints a tree. */
export function printed(root: object, ir: IrAdapter<object>): OrderOutput {
  try {
    return { ok: true, text: ir.print?.(root, {}) ?? "" };
  } catch (thrown) {
    return { ok: false, message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** Returns the first error of a run. */
export function failed(diagnostics: readonly Diagnostic[]): OrderOutput & { readonly ok: false } {
  const error = diagnostics.find(({ severity }) => severity === "error");
  return { ok: false, message: error?.message ?? "the run failed without an error" };
}

/** Returns whether two outputs are equal texts or are both failures. */
export function isSameOutput(left: OrderOutput, right: OrderOutput): boolean {
  return left.ok && right.ok ? left.text === right.text : left.ok === right.ok;
}
