import type { Plan } from "@passwright/builder";
import type { IrAdapter } from "@passwright/core";
import type { Work } from "./work.ts";

/**
 * IRs that plans run on: the framework's, and in the order of the steps those that conversions lead to. A conversion without
 * code counts as one to no known IR.
 */
export function irsOf(
  { input, catalogue }: Work,
  plans: readonly (Plan | undefined)[],
): readonly (IrAdapter<object> | undefined)[] {
  const conversions = plans.flatMap((plan) => plan?.steps.filter(({ leaves }) => leaves !== undefined) ?? []);
  return [
    input.framework.framework.ir,
    ...conversions.map(
      ({ pass }) => catalogue.find(pass)?.definition?.leaves as unknown as IrAdapter<object> | undefined,
    ),
  ];
}
