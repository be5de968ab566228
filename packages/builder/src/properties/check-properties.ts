import type { Diagnostic } from "@passwright/core";
import type { LeftOut } from "../plan/plan.ts";
import * as errors from "../errors.ts";
import type { BannedCleanup } from "../resolve/cleanup.ts";
import { isNamed } from "../resolve/element.ts";
import { collapseGroups, isVisibleWithin } from "./group-units.ts";
import type { Groups } from "../steps/groups.ts";
import type { Element } from "../resolve/element.ts";
import { GuardedRange } from "./guarded-range.ts";
import type { Guard, Properties } from "./property.ts";
import { isOpaque, keeps, PropertyFlow } from "./property-flow.ts";

const NONE: readonly string[] = [];

/** Returns the ranges of the order in which a property holds, given by the addresses at their ends. */
function ranges(order: readonly Element[], properties: Properties, name: string): string[] {
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
 * Checks the requirements of every step, in running order. `banned` contains cleanups that could have provided a
 * missing property.
 */
export function checkProperties(
  order: readonly Element[],
  properties: Properties,
  groups: Groups,
  banned: readonly BannedCleanup[] = [],
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const flow = new PropertyFlow(properties);
  const steps = collapseGroups(order, groups, properties);
  const check = (element: Element, before: PropertyFlow, fellows: readonly Element[]): void => {
    const { requires = NONE, forbids = NONE } = element.declaration;
    for (const name of requires) {
      const fact = before.fact(name);
      if (fact.holds) continue;
      const providers = banned.filter(({ cleanup }) => cleanup.declaration.provides?.includes(name));
      const fellow = fellows.find(({ declaration }) => declaration.provides?.includes(name));
      const where = ranges(steps, properties, name);
      diagnostics.push(errors.missingProperty(element, name, fact, where, providers, fellow));
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

/**
 * Checks guards: every step between the two passes of a guard must preserve its property, in each range between these
 * passes. `leftOut` contains the contributors that removed missing passes.
 */
export function checkGuards(
  order: readonly Element[],
  guards: readonly Guard[],
  groups: Groups,
  leftOut: readonly LeftOut[] = [],
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const passes = guards.length === 0 ? [] : collapseGroups(order, groups, {}).filter(({ kind }) => kind === "pass");
  for (const guard of guards) {
    const from = passes.findIndex((step) => isNamed(step, guard.from));
    const last = passes.findLastIndex((step) => isNamed(step, guard.to));
    // Members of a group run at the same time, so the range includes all other members.
    const isWithin = from >= 0 && last === from && passes[from]?.inside !== undefined && guard.from !== guard.to;
    if (from < 0 || (last <= from && !isWithin)) {
      const end = from < 0 ? "from" : "to";
      const removed = leftOut.filter(({ pass }) => pass === guard[end]);
      diagnostics.push(errors.guardWithoutEnds(guard, end, removed));
      continue;
    }
    const range = new GuardedRange(guard);
    for (const element of passes.slice(0, last + 1)) {
      const wasOpen = range.isOpen;
      range.pass(element);
      const isInside = wasOpen && range.isOpen;
      const isEnd = wasOpen || range.isOpen;
      const guarded = isInside ? [element] : isEnd && element.inside !== undefined ? [element] : [];
      for (const each of guarded.flatMap((one) => one.inside ?? [one])) {
        const isOwnEnd = !isInside && (isNamed(each, guard.from) || isNamed(each, guard.to));
        if (isOwnEnd || each.kind === "point" || keeps(each.declaration, guard.property)) continue;
        diagnostics.push(errors.guardBroken(guard, each, isOpaque(each.declaration)));
      }
    }
  }
  return diagnostics;
}
