import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import * as errors from "./errors.ts";
import { originIn } from "./insertions.ts";
import { plansOf } from "./state.ts";
import type { AssemblyState, Plans } from "./state.ts";

/**
 * Warns about names in `independent` that no step, pass or pipeline has. Does nothing if plugins are left out, because
 * those plugins might add the steps.
 */
export function checkIndependent({ work, plan, graph }: Pick<AssemblyState, "work"> & Plans): Diagnostic[] {
  const { input, catalogue } = work;
  if ((plan ?? graph) === undefined || input.plugins.length < input.pluginNames.length) return [];
  const plans = plansOf({ plan, graph }).flatMap(({ plan: { steps, leftOut, alternatives } }) =>
    [...steps, ...leftOut, ...alternatives].map(({ address }) => address),
  );
  const known = [...plans, ...(graph?.pipelines.map(({ path }) => path) ?? [])];
  return input.owner.independent.flatMap((entry) =>
    entry.data.steps
      .filter((name) => !known.includes(name) && catalogue.find(name) === undefined)
      .map((name) => errors.unknownIndependent(name, suggest(name, known) ?? catalogue.suggest(name), originIn(entry))),
  );
}
