import type { LeftOut } from "../plan/plan.ts";
import type { Rule } from "../rules/rule.ts";

/** Rules that moved each element or step of a plan. Not in plans, because plans are written to files. */
const movers = new WeakMap<object, (readonly Rule[])[]>();

/** Records that rules moved an element. Does not copy the list, which can be long and shared. */
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

/** Contributor that removed each step. Not in plans, because plans are written to files. */
const removers = new WeakMap<LeftOut, string>();

export function recordRemover(step: LeftOut, contributor: string): LeftOut {
  removers.set(step, contributor);
  return step;
}

export function removerOf(step: LeftOut): string | undefined {
  return removers.get(step);
}
