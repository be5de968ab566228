import { managersOf } from "@passwright/builder";
import type { Plan, PlanStep } from "@passwright/builder";
import { parseAnchor } from "@passwright/core";
import { allPipelines } from "@passwright/graph";
import type { Assembly } from "@passwright/sdk/loading";
import type { CheckedConfig } from "../config/config.ts";

/** Operations that always exist in the default IR. */
const DEFAULT_ANCHORS: readonly string[] = ["builtin.module", "func.func"];

/**
 * Returns whether the IR must be loaded to check some steps. A step needs the IR if its pass requires an interface or
 * trait of its operation, or if a manager around the step runs on an operation that might not exist. Steps of the
 * framework do not need the check. A step of another contributor does not need the check if a framework step has the
 * same requirements and runs on the same operations.
 */
export function needsIr({ input, work, plan, graph }: Assembly, { pipeline, ir }: CheckedConfig): boolean {
  if (input.framework.hasIr) return false;
  const plans = [plan ?? [], graph === undefined ? [] : allPipelines(graph.plan).map((one) => one.plan ?? [])].flat(2);
  const known = pipeline === undefined ? undefined : ir === undefined ? DEFAULT_ANCHORS : [];
  return plans.some((one) => hasUnknown(one, work.catalogue, known));
}

/** Returns whether a step needs the IR. `known` are operations that exist, by default those of framework steps. */
function hasUnknown(
  { anchor, steps }: Plan,
  catalogue: Assembly["work"]["catalogue"],
  known: readonly string[] | undefined,
): boolean {
  const anchorsOf = ({ nests }: PlanStep): string[] =>
    [anchor, ...managersOf(nests).map((nest) => nest.anchor)].map((text) => parseAnchor(text).anchor);
  const needOf = (step: PlanStep): string | undefined => {
    const { interface: name, trait } = catalogue.find(step.pass)?.declaration ?? {};
    const on = anchorsOf(step).at(-1);
    return (name ?? trait) === undefined || on === "any" ? undefined : JSON.stringify([on, name, trait]);
  };
  const passes = steps.filter(({ kind }) => kind === "pass");
  const trusted = known === undefined ? passes.filter(({ origin }) => origin.kind === "framework") : [];
  const needs = new Set([undefined, ...trusted.map(needOf)]);
  const anchors = new Set(["any", ...(known ?? [anchor]), ...trusted.flatMap(anchorsOf)]);
  return passes.some((step) => !needs.has(needOf(step)) || anchorsOf(step).some((one) => !anchors.has(one)));
}
