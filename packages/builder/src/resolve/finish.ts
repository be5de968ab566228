import { standingRules } from "../contributions/edit.ts";
import { inContributorOrder } from "../contributions/contributor.ts";
import type { Rule } from "../rules/rule.ts";
import { finishWithout, hasErrors } from "./finish-order.ts";
import type { Finished } from "./finish-order.ts";
import type { ResolveInput } from "./resolve-input.ts";

/**
 * Maximum number of attempts to find the weak rules that cause errors. Rules that are still untested then are dropped.
 */
const MOST_TRIES = 100;

const NONE: ReadonlyMap<Rule, string> = new Map();

/**
 * Resolves a pipeline. Drops and reports weak rules that make the pipeline invalid: as few as possible, and preferably
 * the last ones in canonical order.
 */
export function finish(input: ResolveInput): Finished {
  const finished = finishWithout(input, NONE);
  if (!finished.isInvalid) return finished;
  const standing = inContributorOrder(standingRules(input.rules, input.overrides ?? []));
  const weak = standing.filter(({ strength }) => strength === "weak");
  return weak.length === 0 ? finished : (finishWithoutSome(input, weak) ?? finished);
}

function finishWithoutSome(input: ResolveInput, weak: readonly Rule[]): Finished | undefined {
  const ignored = new Map(weak.map((rule) => [rule, ""]));
  if (hasErrors(finishWithout(input, ignored).diagnostics)) return undefined;
  let tries = 0;
  /** Keeps rules that do not cause errors, by testing halves of the list. */
  const heed = (rules: readonly Rule[]): void => {
    const fewer = new Map(ignored);
    for (const rule of rules) fewer.delete(rule);
    tries++;
    const error = finishWithout(input, fewer).diagnostics.find(({ severity }) => severity === "error");
    if (error === undefined) {
      for (const rule of rules) ignored.delete(rule);
    } else if (rules.length === 1 || tries >= MOST_TRIES) for (const rule of rules) ignored.set(rule, error.message);
    else {
      const half = Math.ceil(rules.length / 2);
      heed(rules.slice(0, half));
      heed(rules.slice(half));
    }
  };
  heed(weak);
  return finishWithout(input, ignored);
}
