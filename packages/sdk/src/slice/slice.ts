import { slicePlan } from "@passwright/builder";
import type { AssumedProperty, Slice } from "@passwright/builder";
import {
  didYouMean,
  errorDiagnostic as error,
  isValueProperty,
  mustBeString,
  mustHaveOnly,
  quoted,
  suggest,
} from "@passwright/core";
import type { Diagnostic, IrAdapter } from "@passwright/core";
import type { PlannedGraph } from "@passwright/graph";
import type { Assembly } from "../assembly.ts";
import { realizeManager } from "../stages/realize.ts";
import type { SlicedPlan } from "../stages/realize.ts";
import { errorsOf, plansOf } from "../stages/state.ts";
import type { PlanOfPipeline } from "../stages/state.ts";
import { mustBeAssembly, refuseArgument } from "../usage-errors.ts";

const sliceEnds = mustHaveOnly({ from: mustBeString, until: mustBeString });

/**
 * Returns the steps of the plan from address `from` to address `until`, both included. In a graph, both must be in one
 * pipeline, and an address has the form `pipeline/step`, or `step` if this is unique. A run does not continue in other
 * pipelines. Remarks list the properties that the input of the slice must have.
 *
 * @throws UsageError PWL0606 if an argument does not match its type.
 */
export function sliceOf<F>(assembly: Assembly<F>, slice: Slice): SlicedPlan {
  mustBeAssembly("sliceOf", assembly);
  const [wrong] = sliceEnds(slice, "slice");
  if (wrong !== undefined) refuseArgument(wrong, 'write `sliceOf(assembly, { from: "…", until: "…" })`', "sliceOf");
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
  const own = graph?.catalogueOf(path);
  const sliced = slicePlan(whole, found.slice, { properties, catalogue: own ?? catalogue });
  if (!sliced.ok) return sliced;
  const values = sliced.assumed.filter(({ property }) => isValueProperty(property));
  if (values.length > 0) return { ok: false, diagnostics: values.map(missingValue) };
  const diagnostics = sliced.assumed.map(assumed);
  const on = sliced.plan.steps[0]?.on;
  const pipeline = graph && { graph, path, catalogue: own };
  const made = { ok: true as const, plan: sliced.plan, ...(pipeline && { pipeline }), diagnostics };
  if (on === undefined) return made;
  const adapter = catalogue.irOf(on.ir) as IrAdapter<object> | undefined;
  if (adapter !== undefined) return { ...made, ir: { adapter, anchor: on.anchor } };
  // Reports that the code of a conversion is missing. Without this code, the IR of the slice is unknown.
  const before = realizeManager(work, { plan: { ...sliced.plan, steps: sliced.before } });
  return before.ok ? made : before;
}

type Found = { readonly plan: PlanOfPipeline; readonly slice: Slice } | { readonly problem: Diagnostic };

function within(plans: readonly PlanOfPipeline[], { from, until }: Slice): Found {
  const ends = [from, until].filter((end) => end !== undefined);
  const pipelinesOf = (end: string): PlanOfPipeline[] => plans.filter((plan) => ownAddress(plan, end) !== undefined);
  for (const end of ends) {
    const addresses = plans.flatMap(({ path, plan }) => plan.steps.map(({ address }) => `${path}/${address}`));
    if (pipelinesOf(end).length === 0) return { problem: unknownStepOfGraph(end, addresses) };
  }
  const [plan, ...others] = plans.filter((one) => ends.every((end) => ownAddress(one, end) !== undefined));
  if (plan === undefined)
    return {
      problem: severalPipelines(
        ends,
        ends.map((end) => pathsOf(pipelinesOf(end))),
      ),
    };
  if (others.length > 0) return { problem: ambiguousStep(ends, pathsOf([plan, ...others])) };
  const first = plan.plan.steps[0]?.address;
  const own = (end: string | undefined): string | undefined => (end === undefined ? undefined : ownAddress(plan, end));
  const [start, stop] = [own(from) ?? first, own(until)];
  return { plan, slice: { ...(start !== undefined && { from: start }), ...(stop !== undefined && { until: stop }) } };
}

const pathsOf = (plans: readonly PlanOfPipeline[]): string[] => plans.map(({ path = "" }) => path);

function ownAddress({ path, plan }: PlanOfPipeline, address: string): string | undefined {
  const prefix = `${path}/`;
  const own = address.startsWith(prefix) ? address.slice(prefix.length) : address;
  return plan.steps.some((step) => step.address === own || `${step.address}#1` === own) ? own : undefined;
}

/* Errors and remarks PWL0611 to PWL0615. */

function assumed({ property, since }: AssumedProperty): Diagnostic {
  const from =
    since === undefined ? "the input of the whole pipeline provides" : `step \`${since}\` provides before the slice`;
  const message = `the input of the slice must have property \`${property}\`, which ${from}`;
  const pass = `use an input that has this property`;
  const help = since === undefined ? pass : `start the slice at \`${since}\`, or ${pass}`;
  return error("PWL0611", message, help, { severity: "remark" });
}

function missingValue({ property, since }: AssumedProperty): Diagnostic {
  const from = since === undefined ? "an earlier step" : `\`${since}\``;
  const message = `the slice needs value \`${property}\`, which ${from} provides before the slice`;
  return error("PWL0615", message, `start the slice at ${from}`, {
    notes: ["the input of a slice cannot contain values"],
  });
}

function unknownStepOfGraph(address: string, addresses: readonly string[]): Diagnostic {
  const similar = addresses.find((one) => one.endsWith(`::${address}`)) ?? suggest(address, addresses);
  const help = didYouMean(similar, "use one of these steps, in the form `pipeline/step`");
  const notes = [`steps of the graph: ${quoted(addresses.slice(0, 40))}${addresses.length > 40 ? ", and more" : ""}`];
  return error("PWL0612", `no pipeline of the graph has a step \`${address}\``, help, { notes });
}

function severalPipelines(ends: readonly string[], paths: readonly (readonly string[])[]): Diagnostic {
  const message = `a slice must be inside one pipeline, but steps ${quoted(ends)} are in different pipelines`;
  const notes = ends.map((end, index) => `step \`${end}\` is in pipeline ${quoted(paths[index] ?? [])}`);
  return error("PWL0613", message, "run a separate slice for each pipeline", { notes });
}

function ambiguousStep(ends: readonly string[], paths: readonly string[]): Diagnostic {
  const message = `${paths.length} pipelines of the graph contain ${ends.length === 1 ? "a step" : "steps"} ${quoted(ends)}`;
  const help = `add the name of the pipeline: \`${paths[0]}/${ends[0]}\``;
  return error("PWL0614", message, help, { notes: [`pipelines: ${quoted(paths)}`] });
}
