import type { Diagnostic } from "@passwright/core";
import * as errors from "../errors/properties.ts";
import { pushTo } from "../maps.ts";
import type { UnusableCleanup } from "../resolve/cleanup.ts";
import { collapseGroups, isVisibleWithin } from "./group-units.ts";
import type { Groups } from "../steps/groups.ts";
import type { Element } from "../resolve/element.ts";
import type { Properties } from "./property.ts";
import { PropertyFlow } from "./property-flow.ts";

const NONE: readonly string[] = [];

/** Returns the ranges in which each property holds, as text with their first and last step. */
function rangesOf(order: readonly Element[], properties: Properties): ReadonlyMap<string, readonly string[]> {
  const ranges = new Map<string, string[]>();
  const starts = new Map<string, string>();
  /** Properties that a step changes, and whether they held before the step. */
  const changed = new Map<string, boolean>();
  let at = "the beginning";
  const flow = new PropertyFlow(properties, (name, holds) => {
    if (!changed.has(name)) changed.set(name, !holds);
  });
  const settle = (): void => {
    for (const [name, held] of changed) {
      if (!held && flow.holds(name)) starts.set(name, at);
      if (!held || flow.holds(name)) continue;
      pushTo(ranges, name, `from ${starts.get(name) ?? at} to ${at}`);
      starts.delete(name);
    }
    changed.clear();
  };
  settle();
  for (const element of order) {
    if (element.kind === "point") continue;
    at = `\`${element.address}\``;
    flow.pass(element);
    settle();
  }
  for (const [name, start] of starts) pushTo(ranges, name, `from ${start} to the end`);
  return ranges;
}

/** Checks required and forbidden properties of each step. Notes mention the cleanups in `unusable`. */
export function checkProperties(
  order: readonly Element[],
  properties: Properties,
  groups: Groups,
  unusable: readonly UnusableCleanup[] = [],
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const flow = new PropertyFlow(properties);
  const steps = collapseGroups(order, groups, properties);
  let ranges: ReturnType<typeof rangesOf> | undefined;
  const check = (element: Element, before: PropertyFlow, fellows: readonly Element[]): void => {
    const { requires = NONE, forbids = NONE } = element.declaration;
    for (const name of requires) {
      const fact = before.fact(name);
      if (fact.holds) continue;
      const providers = unusable.filter(
        ({ cleanup, consumer }) =>
          cleanup.declaration.provides?.includes(name) &&
          (consumer === undefined || [consumer, ...(consumer.inside ?? [])].includes(element)),
      );
      const fellow = fellows.find((one) => one !== element && one.declaration.provides?.includes(name));
      ranges ??= rangesOf(steps, properties);
      diagnostics.push(errors.missingProperty(element, name, fact, ranges, providers, fellow));
    }
    for (const name of forbids) {
      const fact = before.fact(name);
      if (fact.holds) diagnostics.push(errors.forbiddenProperty(element, name, fact));
    }
  };
  for (const step of steps) {
    if (step.kind === "point") continue;
    const members = (step.inside ?? [step]).filter(({ kind }) => kind === "pass");
    const [first] = members;
    const isInSequence = step.inside !== undefined && first !== undefined && isVisibleWithin(first, groups);
    const inside = isInSequence ? flow.copy() : flow;
    for (const member of members) {
      check(member, inside, isInSequence ? [] : members);
      if (isInSequence) inside.pass(member);
    }
    flow.pass(step);
  }
  return diagnostics;
}
