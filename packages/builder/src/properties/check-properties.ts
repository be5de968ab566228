import type { Diagnostic } from "@passwright/core";
import type { LeftOut } from "../plan/plan.ts";
import * as errors from "../errors.ts";
import type { BannedCleanup } from "../resolve/cleanup.ts";
import { isNamed } from "../resolve/element.ts";
import type { Element } from "../resolve/element.ts";
import { GuardedStretch } from "./guarded-stretch.ts";
import type { Guard, Properties } from "./property.ts";
import { isOpaque, keeps, PropertyFlow } from "./property-flow.ts";

const NONE: readonly string[] = [];

/** Stretches of the order in which a property holds, as the addresses around them. */
function stretches(order: readonly Element[], properties: Properties, name: string): string[] {
  const flow = new PropertyFlow(properties);
  const found: string[] = [];
  let start: string | undefined = flow.holds(name) ? "the beginning" : undefined;
  for (const element of order) {
    if (element.kind === "point") continue;
    const held = flow.holds(name);
    flow.pass(element);
    if (!held && flow.holds(name)) start = `\`${element.address}\``;
    if (held && !flow.holds(name)) found.push(`from ${start ?? "the beginning"} to \`${element.address}\``);
  }
  if (flow.holds(name)) found.push(`from ${start ?? "the beginning"} to the end`);
  return found;
}

/**
 * What every step requires and forbids, checked in the order in which they run. `banned` are cleanups that might have
 * provided it.
 */
export function checkProperties(
  order: readonly Element[],
  properties: Properties,
  banned: readonly BannedCleanup[] = [],
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const flow = new PropertyFlow(properties);
  for (const element of order) {
    if (element.kind === "point") continue;
    const { requires = NONE, forbids = NONE } = element.declaration;
    for (const name of requires) {
      const fact = flow.fact(name);
      if (fact.holds) continue;
      const providers = banned.filter(({ cleanup }) => cleanup.declaration.provides?.includes(name));
      diagnostics.push(errors.missingProperty(element, name, fact, stretches(order, properties, name), providers));
    }
    for (const name of forbids) {
      const fact = flow.fact(name);
      if (fact.holds) diagnostics.push(errors.forbiddenProperty(element, name, fact));
    }
    flow.pass(element);
  }
  return diagnostics;
}

/**
 * Guards: between their ends every step preserves their property, in each stretch from the one to the other. `leftOut` tells
 * who took out an end that is not there.
 */
export function checkGuards(
  order: readonly Element[],
  guards: readonly Guard[],
  leftOut: readonly LeftOut[] = [],
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const passes = guards.length === 0 ? [] : order.filter(({ kind }) => kind === "pass");
  for (const guard of guards) {
    const from = passes.findIndex((step) => isNamed(step, guard.from));
    const last = passes.findLastIndex((step) => isNamed(step, guard.to));
    if (from < 0 || last <= from) {
      const end = from < 0 ? "from" : "to";
      const removed = leftOut.filter(({ pass }) => pass === guard[end]);
      diagnostics.push(errors.guardWithoutEnds(guard, end, removed));
      continue;
    }
    const stretch = new GuardedStretch(guard);
    for (const element of passes.slice(0, last)) {
      const wasOpen = stretch.isOpen;
      stretch.pass(element);
      const isInside = wasOpen && stretch.isOpen;
      if (!isInside || keeps(element.declaration, guard.property)) continue;
      diagnostics.push(errors.guardBroken(guard, element, isOpaque(element.declaration)));
    }
  }
  return diagnostics;
}
