import type { LeftOut } from "../plan/plan.ts";
import type { Rule } from "../rules/rule.ts";

/**
 * Rules that moved each step. Not part of plans, because plans contain only data that can be written to files. Each
 * step of a plan is a key, and so is each element from which such a step was made.
 */
const movers = new WeakMap<object, (readonly Rule[])[]>();

/**
 * Records that each of these rules moved an element. Does not copy the list, because the list can be long and can
 * belong to several elements.
 */
export function recordMoves(element: object, rules: readonly Rule[]): void {
  const known = movers.get(element);
  if (known === undefined) movers.set(element, [rules]);
  else known.push(rules);
}

/** Copies the recorded rules of `element` to `step`, the step of a plan that was made from `element`. */
export function recordStep(step: object, element: object): void {
  const known = movers.get(element);
  if (known !== undefined) movers.set(step, known);
}

/** Returns the rules that moved a step. */
export function rulesThatMoved(step: object): ReadonlySet<Rule> {
  return new Set(movers.get(step)?.flat());
}

/**
 * Contributor that removed each step. Not part of plans, because plans contain only data that can be written to files.
 */
const removers = new WeakMap<LeftOut, string>();

/** Records the contributor that removed a step. */
export function recordRemover(step: LeftOut, contributor: string): LeftOut {
  removers.set(step, contributor);
  return step;
}

/** Returns the contributor that removed a step. */
export function removerOf(step: LeftOut): string | undefined {
  return removers.get(step);
}
