import type { Plan } from "@passwright/builder";
import type { GraphPlan } from "@passwright/graph";
import { mustBeAssembly, refuseArgument } from "../usage-errors.ts";

/** Plan of an assembly. Not the type `Assembly`, because the module of this type imports this module. */
interface Planned {
  readonly plan?: Plan | undefined;
  readonly graph?: { readonly plan: GraphPlan } | undefined;
}

/** Returns the plan of an assembly. @throws UsageError PWL0606 if the assembly has no plan because of errors. */
export function plannedBy(call: string, argument: string, assembly: Planned): Plan | GraphPlan {
  mustBeAssembly(call, assembly, argument);
  const { plan, graph } = assembly;
  const problem = `\`${argument}\` does not have a plan, because its \`diagnostics\` contain errors`;
  return plan ?? graph?.plan ?? refuseArgument(problem, "correct the argument", call);
}
