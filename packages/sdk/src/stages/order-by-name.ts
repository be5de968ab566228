import { ordersByName } from "@passwright/builder";
import type { OrderByName } from "@passwright/builder";
import type { Diagnostic, Severity } from "@passwright/core";
import type { GraphPlan, PlannedPipeline } from "@passwright/graph";
import * as errors from "./errors.ts";
import type { Planned } from "./state.ts";
import type { Work } from "./work.ts";

/** Maximum number of pairs with one report each. Reports of more pairs are about sets of steps. */
const MOST_PAIRS = 10;

/**
 * Reports steps of a plan whose order depends only on names. In a graph, reports these steps for each plan, and also
 * reports pipelines whose order depends only on names. Leaves out pairs that the pipeline's owner declares independent.
 */
export function reportOrderByName(work: Work, planned: Omit<Planned, "diagnostics">, severity: Severity): Diagnostic[] {
  const one = planned.plan && [{ path: undefined, input: work.builder.input(), plan: planned.plan }];
  const steps = (one ?? planned.graph?.openPipelines ?? []).flatMap(({ path, input, plan }) => {
    if (plan === undefined) return [];
    const passes = new Map(plan.steps.map(({ address, pass }) => [address, pass]));
    const pairs = ordersByName(input, plan).filter((pair) => !isIndependent(pair, passes, work));
    return setsOf(pairs).map((set) => errors.orderByName(set, passes, path, severity));
  });
  return [...(planned.graph === undefined ? [] : reportPipelines(planned.graph.plan, work, severity)), ...steps];
}

type Pair = Pick<OrderByName, "first" | "second">;

function setsOf(pairs: readonly Pair[]): readonly (readonly string[])[] {
  return pairs.length > MOST_PAIRS ? connected(pairs) : pairs.map(({ first, second }) => [first, second]);
}

/** Reports pairs of pipelines of different contributors whose order depends only on names. */
function reportPipelines({ pipelines }: GraphPlan, work: Work, severity: Severity): Diagnostic[] {
  const before = new Map<string, Set<string>>();
  const pairs: Pair[] = [];
  pipelines.forEach((pipeline, place) => {
    const { name, path, predecessors, origin, choice } = pipeline;
    const all = new Set(predecessors.flatMap((one) => [one, ...(before.get(one) ?? [])]));
    before.set(name, all);
    if (isEmpty(pipeline)) return;
    for (const other of pipelines.slice(0, place)) {
      const isExclusive = choice !== undefined && choice === other.choice;
      if (other.origin.name === origin.name || isExclusive || all.has(other.name) || isEmpty(other)) continue;
      pairs.push({ first: other.path, second: path });
    }
  });
  const open = pairs.filter((pair) => !isIndependent(pair, new Map(), work));
  return [
    ...setsOf(open).map((set) => errors.pipelinesByName(set, severity)),
    ...pipelines.flatMap(({ graph }) => (graph === undefined ? [] : reportPipelines(graph, work, severity))),
  ];
}

function isEmpty({ plan, graph }: PlannedPipeline): boolean {
  return graph === undefined && plan?.steps.some(({ kind }) => kind === "pass") !== true;
}

function isIndependent({ first, second }: Pair, passes: ReadonlyMap<string, string>, { input }: Work): boolean {
  return input.owner.independent.some(({ data: { steps } }) =>
    [first, second].every((address) => steps.includes(address) || steps.includes(passes.get(address) ?? address)),
  );
}

/** Returns sets of steps. Two steps are in the same set if pairs connect them, directly or through other steps. */
function connected(pairs: readonly Pair[]): readonly (readonly string[])[] {
  const setOf = new Map<string, Set<string>>();
  for (const { first, second } of pairs) {
    const [one, other] = [setOf.get(first) ?? new Set([first]), setOf.get(second) ?? new Set([second])];
    const all = new Set([...one, ...other]);
    for (const address of all) setOf.set(address, all);
  }
  return [...new Set(setOf.values())].map((set) => [...set]);
}
