import { hasErrors } from "@passwright/core";
import { activeRules } from "../contributions/edit.ts";
import { inContributorOrder } from "../contributions/contributor.ts";
import type { Rule } from "../rules/rule.ts";
import { orderSteps } from "./order-steps.ts";
import type { OrderedPipeline } from "./order-steps.ts";
import type { ResolveInput } from "./resolve-input.ts";

/** Maximum number of attempts to find the weak rules that cause errors. */
const MOST_TRIES = 100;

const NONE: ReadonlyMap<Rule, string> = new Map();

/** Resolves a pipeline. If weak rules make it invalid, drops and reports some of them, if possible later ones. */
export function orderPipeline(input: ResolveInput): OrderedPipeline {
  const ordered = orderSteps(input, NONE);
  if (!ordered.isInvalid) return ordered;
  const active = inContributorOrder(activeRules(input.rules, input.overrides ?? []));
  const weak = active.filter(({ strength }) => strength === "weak");
  return weak.length === 0 ? ordered : (orderWithoutSome(input, weak) ?? ordered);
}

function orderWithoutSome(input: ResolveInput, weak: readonly Rule[]): OrderedPipeline | undefined {
  const ignored = new Map(weak.map((rule) => [rule, ""]));
  if (hasErrors(orderSteps(input, ignored).diagnostics)) return undefined;
  let tries = 0;
  /** Keeps rules that do not cause errors. If a list causes an error, tests its two halves separately. */
  const keepHarmless = (rules: readonly Rule[]): void => {
    const fewer = new Map(ignored);
    for (const rule of rules) fewer.delete(rule);
    tries++;
    const error = orderSteps(input, fewer).diagnostics.find(({ severity }) => severity === "error");
    if (error === undefined) {
      for (const rule of rules) ignored.delete(rule);
    } else if (rules.length === 1 || tries >= MOST_TRIES) for (const rule of rules) ignored.set(rule, error.message);
    else {
      const half = Math.ceil(rules.length / 2);
      keepHarmless(rules.slice(0, half));
      keepHarmless(rules.slice(half));
    }
  };
  keepHarmless(weak);
  return orderSteps(input, ignored);
}
