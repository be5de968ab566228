import { isTable, mustBe, mustBeString, mustHaveOnly } from "@passwright/core";
import type { Requirements } from "@passwright/core";
import type { Plan } from "@passwright/builder";
import type { GraphPlan } from "@passwright/graph";
import { refuseArgument } from "../usage-errors.ts";

/* Requirements for arguments of functions that accept an assembly. */

/** Returns the requirements. A function returns them, so that bundlers can leave them out of programs. */
function requirements(): Requirements {
  const anAssembly = mustBe("the result of `assemble`", (value) => isTable(value) && isTable(value["work"]));
  return {
    assembly: anAssembly,
    before: anAssembly,
    after: anAssembly,
    pass: mustBe("the name of a pass", (value) => typeof value === "string" && value !== ""),
    name: mustBeString,
  };
}

/** Checks arguments of the function `call` by name. Optional arguments without a value must be absent. */
export function checkArguments(call: string, given: { readonly [name: string]: unknown }): void {
  const [problem] = mustHaveOnly(requirements(), ...Object.keys(given))(given, "");
  if (problem !== undefined) refuseArgument(problem, "correct the argument", call);
}

/** Plan of an assembly. Not the type `Assembly`, because the module of this type imports this module. */
interface Planned {
  readonly plan?: Plan | undefined;
  readonly graph?: { readonly plan: GraphPlan } | undefined;
}

/** Returns the plan of an assembly. @throws UsageError PWL0606 if the assembly has no plan because of errors. */
export function plannedBy(call: string, argument: string, { plan, graph }: Planned): Plan | GraphPlan {
  const problem = `\`${argument}\` does not have a plan, because its \`diagnostics\` contain errors`;
  return plan ?? graph?.plan ?? refuseArgument(problem, "correct the argument", call);
}
