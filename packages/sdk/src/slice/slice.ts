import { slicePlan } from "@passwright/builder";
import type { Slice } from "@passwright/builder";
import { isValueProperty } from "@passwright/core";
import type { Diagnostic, IrAdapter } from "@passwright/core";
import type { PlannedGraph } from "@passwright/graph";
import type { Assembly } from "../assembly.ts";
import { checkArguments } from "../explain/check-arguments.ts";
import { realizeManager } from "../stages/realize.ts";
import * as errors from "./errors.ts";
import type { SlicedPlan } from "../stages/sliced-plan.ts";
import { errorsOf, plansOf } from "../stages/state.ts";
import type { PlanOfPipeline } from "../stages/state.ts";

/**
 * Returns the steps of the plan from address `from` to address `until`, both included. In a graph, both must be in one
 * pipeline, and an address has the form `pipeline/step`, or `step` if this is unique. A run does not continue in other
 * pipelines. Remarks list the properties that the input of the slice must have.
 */
export function sliceOf<F>(assembly: Assembly<F>, slice: Slice): SlicedPlan {
  checkArguments("sliceOf", { assembly });
  const failed = errorsOf(assembly);
  if (failed.length > 0) return { ok: false, diagnostics: failed };
  const { work } = assembly;
  const graph = assembly.graph as PlannedGraph<object> | undefined;
  const plans = plansOf(assembly);
  const found = graph === undefined ? { plan: plans[0], slice } : within(plans, slice);
  if ("problem" in found) return { ok: false, diagnostics: [found.problem] };
  const { catalogue, builder } = work;
  const { properties = {} } = builder.input();
  const { path = "", plan: whole } = found.plan as PlanOfPipeline;
  const sliced = slicePlan(whole, found.slice, { properties, catalogue });
  if (!sliced.ok) return sliced;
  const values = sliced.assumed.filter(({ property }) => isValueProperty(property));
  if (values.length > 0) return { ok: false, diagnostics: values.map((one) => errors.missingValue(one)) };
  const diagnostics = sliced.assumed.map((one) => errors.assumed(one));
  const on = sliced.plan.steps[0]?.on;
  const pipeline = graph && { graph, path };
  const made = { ok: true as const, plan: sliced.plan, ...(pipeline && { pipeline }), diagnostics };
  if (on === undefined) return made;
  const adapter = catalogue.irOf(on.ir) as IrAdapter<object> | undefined;
  if (adapter !== undefined) return { ...made, ir: { adapter, anchor: on.anchor } };
  // Reports that the code of a conversion is missing. Without this code, the IR of the slice is unknown.
  const before = realizeManager(work, { plan: { ...sliced.plan, steps: sliced.before } });
  return before.ok ? made : before;
}

type Found = { readonly plan: PlanOfPipeline; readonly slice: Slice } | { readonly problem: Diagnostic };

/** Returns the pipeline of a graph that contains both ends of a slice. */
function within(plans: readonly PlanOfPipeline[], { from, until }: Slice): Found {
  const ends = [from, until].filter((end) => end !== undefined);
  const pipelinesOf = (end: string): PlanOfPipeline[] => plans.filter((plan) => ownAddress(plan, end) !== undefined);
  for (const end of ends) {
    const addresses = plans.flatMap(({ path, plan }) => plan.steps.map(({ address }) => `${path}/${address}`));
    if (pipelinesOf(end).length === 0) return { problem: errors.unknownStepOfGraph(end, addresses) };
  }
  const [plan, ...others] = plans.filter((one) => ends.every((end) => ownAddress(one, end) !== undefined));
  if (plan === undefined)
    return {
      problem: errors.severalPipelines(
        ends,
        ends.map((end) => pathsOf(pipelinesOf(end))),
      ),
    };
  if (others.length > 0) return { problem: errors.ambiguousStep(ends, pathsOf([plan, ...others])) };
  const first = plan.plan.steps[0]?.address;
  const own = (end: string | undefined): string | undefined => (end === undefined ? undefined : ownAddress(plan, end));
  const [start, stop] = [own(from) ?? first, own(until)];
  return { plan, slice: { ...(start !== undefined && { from: start }), ...(stop !== undefined && { until: stop }) } };
}

const pathsOf = (plans: readonly PlanOfPipeline[]): string[] => plans.map(({ path = "" }) => path);

/** Returns the address of a step within its pipeline. */
function ownAddress({ path, plan }: PlanOfPipeline, address: string): string | undefined {
  const prefix = `${path}/`;
  const own = address.startsWith(prefix) ? address.slice(prefix.length) : address;
  return plan.steps.some((step) => step.address === own || `${step.address}#1` === own) ? own : undefined;
}
