import { ordersByName } from "@passwright/builder";
import type { Diagnostic, Severity } from "@passwright/core";
import * as errors from "./errors.ts";
import { isIndependent, setsOf } from "./independent-steps.ts";
import type { Planned } from "./state.ts";
import type { Work } from "./work.ts";

/**
 * Reports steps of a plan whose order depends only on names. In a graph, reports these steps for each plan, and also
 * reports pipelines whose order depends only on names. Leaves out pairs that the pipeline's owner declares independent.
 */
export function reportOrderByName(work: Work, planned: Omit<Planned, "diagnostics">, severity: Severity): Diagnostic[] {
  const { independent } = work.input.owner;
  const one = planned.plan && [{ path: undefined, input: work.builder.input(), plan: planned.plan }];
  const steps = (one ?? planned.graph?.openPipelines ?? []).flatMap(({ path, input, plan }) => {
    if (plan === undefined) return [];
    const passes = new Map(plan.steps.map(({ address, pass }) => [address, pass]));
    const pairs = ordersByName(input, plan).filter((pair) => !isIndependent(pair, independent, passes));
    return setsOf(pairs).map((set) => errors.orderByName(set, passes, path, severity));
  });
  const pipelines = planned.graph && work.graph?.ordersByName(planned.graph.plan, independent, severity);
  return [...(pipelines ?? []), ...steps];
}
