import { ordersByName } from "@passwright/builder";
import type { OrderByName, Plan } from "@passwright/builder";
import type { Diagnostic, Severity } from "@passwright/core";
import type { PlannedGraph } from "@passwright/graph";
import * as errors from "./errors.ts";
import type { Work } from "./work.ts";

/** More pairs of one pipeline than this are reported as sets of steps. */
const MOST_PAIRS = 10;

/**
 * Reports the steps of a plan, or of the plans of a graph, whose order depends only on the names of their contributors. Leaves out pairs
 * that the owner of the pipeline declares independent.
 */
export function reportOrderByName(
  work: Work,
  planned: { readonly plan?: Plan; readonly graph?: PlannedGraph<object> },
  severity: Severity,
): Diagnostic[] {
  const one = planned.plan && [{ path: undefined, input: work.builder.input(), plan: planned.plan }];
  return (one ?? planned.graph?.openPipelines ?? []).flatMap(({ path, input, plan }) => {
    if (plan === undefined) return [];
    const passes = new Map(plan.steps.map(({ address, pass }) => [address, pass]));
    const pairs = ordersByName(input, plan).filter((pair) => !isIndependent(pair, passes, work));
    const sets = pairs.length > MOST_PAIRS ? connected(pairs) : pairs.map(({ first, second }) => [first, second]);
    return sets.map((set) => errors.orderByName(set, passes, path, severity));
  });
}

function isIndependent({ first, second }: OrderByName, passes: ReadonlyMap<string, string>, { input }: Work): boolean {
  return input.owner.independent.some(({ data: { steps } }) =>
    [first, second].every((address) => steps.includes(address) || steps.includes(passes.get(address) ?? address)),
  );
}

/** Returns sets of steps that pairs connect, each in the order of the plan. */
function connected(pairs: readonly OrderByName[]): readonly (readonly string[])[] {
  const setOf = new Map<string, Set<string>>();
  for (const { first, second } of pairs) {
    const [one, other] = [setOf.get(first) ?? new Set([first]), setOf.get(second) ?? new Set([second])];
    const all = new Set([...one, ...other]);
    for (const address of all) setOf.set(address, all);
  }
  return [...new Set(setOf.values())].map((set) => [...set]);
}
