import type { LeftOut } from "../plan/plan.ts";
import type { Rule } from "../rules/rule.ts";

/**
 * Rules that moved a step. Stored separately from plans, which are data for files. Keys are the steps of a plan, and
 * the elements that they are made from.
 */
const movers = new WeakMap<object, Set<Rule>>();

const NONE: ReadonlySet<Rule> = new Set();

/** Records that a rule moved an element. */
export function recordMove(element: object, rule: Rule): void {
  const known = movers.get(element);
  if (known === undefined) movers.set(element, new Set([rule]));
  else known.add(rule);
}

/** Copies the records of an element to the step that is made from it. */
export function recordStep(step: object, element: object): void {
  const known = movers.get(element);
  if (known !== undefined) movers.set(step, known);
}

/** Returns the rules about a step of a plan that moved it. */
export function rulesThatMoved(step: object): ReadonlySet<Rule> {
  return movers.get(step) ?? NONE;
}

/** Contributors that left steps out, also stored separately from plans. */
const removers = new WeakMap<LeftOut, string>();

/** Records the contributor that left a step out. */
export function recordRemover(step: LeftOut, contributor: string): LeftOut {
  removers.set(step, contributor);
  return step;
}

/** Returns the contributor that left a step out. */
export function removerOf(step: LeftOut): string | undefined {
  return removers.get(step);
}
