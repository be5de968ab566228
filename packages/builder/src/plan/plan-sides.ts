import type { IrAdapter } from "@passwright/core";
import type { PassCatalogue } from "../catalogue.ts";
import type { Plan, PlanStep } from "./plan.ts";

/** Members of an IR adapter that planning uses. */
export type IrNames = Pick<IrAdapter<never>, "name" | "intern" | "operationsBeside">;

/** Part of a plan in which all steps run on the same IR. Conversions separate the parts. */
export interface PlanSide {
  readonly index: number;
  readonly ir: string | undefined;
  readonly anchor: string;
  readonly names: IrNames | undefined;
  /** Conversion before the part. Absent for the first part. */
  readonly from?: PlanStep;
}

/** Fields of a plan that {@link sidesOf} uses. `ir` is the name of the first IR, if the name is known. */
export type SidedPlan = Pick<Plan, "anchor" | "steps"> & { readonly ir?: string | undefined };

/** Returns the parts of a plan between conversions. `names` is the adapter of the first IR, if it is loaded. */
export function sidesOf<Op extends object>(
  { anchor, steps, ir }: SidedPlan,
  catalogue: PassCatalogue<Op>,
  names: IrNames | undefined,
): readonly PlanSide[] {
  const conversions = steps.filter(({ leaves }) => leaves !== undefined);
  const irOf = ({ pass }: PlanStep): string | undefined => catalogue.find(pass)?.declaration.ir;
  // The first conversion declares the IR before it. Without conversions, uses a declaration of a framework's pass.
  const declaring =
    conversions[0] ?? steps.find((step) => step.origin.kind === "framework" && irOf(step) !== undefined);
  const first = declaring && irOf(declaring);
  // A slice, or a pipeline of a graph, can start after a conversion.
  const start = steps[0]?.on;
  const sides: PlanSide[] = [
    start === undefined
      ? { index: 0, ir: ir ?? names?.name ?? first, anchor, names }
      : { index: 0, ...start, names: names?.name === start.ir ? names : catalogue.irOf(start.ir) },
  ];
  for (const from of conversions) {
    const names = catalogue.find(from.pass)?.definition?.leaves;
    sides.push({ index: sides.length, ...(from.leaves as { ir: string; anchor: string }), names, from });
  }
  return sides;
}
