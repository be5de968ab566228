import type { Diagnostic } from "@passwright/core";
import { isOverruled, isSameSelector, overrulingsOf, stepsByTarget } from "../contributions/edit.ts";
import type { Override } from "../contributions/edit.ts";
import { overrideWithoutEffect } from "../rules/idle-rules.ts";
import { originText } from "../contributions/origin.ts";
import { inContributorOrder } from "../contributions/contributor.ts";
import type { Overridden } from "../plan/plan.ts";
import { printOptions } from "../plan/print-plan.ts";
import { ruleText, selectorInConfig } from "../rules/rule.ts";
import type { Element } from "./element.ts";
import type { ResolveInput } from "./resolve-input.ts";

type Input = Pick<ResolveInput, "rules" | "overrides">;

/** Formats the effect, origin and reason of an override: `banned by config passwright.config.yaml:9: it is slow`. */
export function doneBy(what: string, { origin, reason }: Pick<Override, "origin" | "reason">): string {
  return `${what} by ${originText(origin)}${reason === undefined ? "" : `: ${reason}`}`;
}

export function overriddenOf({ rules, overrides = [] }: Input, order: readonly Element[]): Overridden[] {
  if (overrides.length === 0) return [];
  const those = stepsByTarget(order);
  return overrides.flatMap((override): Overridden[] => {
    if ("overrule" in override) {
      const because = doneBy("overruled", override);
      const overruled = inContributorOrder(rules.filter((rule) => isOverruled(override, rule)));
      return overruled.map((rule) => ({ what: `rule ${ruleText(rule)} (${originText(rule.origin)})`, because }));
    }
    if ("set" in override) {
      const because = doneBy("set", override);
      const what = printOptions(override.options);
      const passes = those(override.set).filter(({ kind }) => kind === "pass");
      return passes.map(({ address }) => ({ what: `options of ${address}: ${what}`, because }));
    }
    if (!("pin" in override)) return [];
    const because = doneBy("pinned", override);
    return those(override.pin).map(({ address }) => ({ what: address, because }));
  });
}

/** Reports overrides that ignore a rule that does not exist. The notes list existing rules with the same subject. */
export function idleOverrulings({ rules, overrides = [] }: Input): Diagnostic[] {
  return overrulingsOf(overrides).flatMap((one) => {
    if (rules.some((rule) => isOverruled(one, rule))) return [];
    const { overrule, relation, target, origin } = one;
    const own = inContributorOrder(rules.filter(({ subject }) => isSameSelector(subject, overrule)));
    const what = `override \`overrule: ${selectorInConfig(overrule)}, ${relation}: ${selectorInConfig(target)}\``;
    const idle = overrideWithoutEffect(what, "the rule does not exist", origin);
    const notes = own.map((rule) => ({
      message: `rule with the same subject: ${ruleText(rule)} (${originText(rule.origin)})`,
    }));
    return [notes.length === 0 ? idle : { ...idle, notes }];
  });
}
