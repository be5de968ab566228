import { errorDiagnostic as error } from "@passwright/core";
import type { Diagnostic, Note } from "@passwright/core";
import { originText } from "../contributions/origin.ts";
import type { Origin } from "../contributions/origin.ts";
import { ruleText, ruleTextAfter, selectorInConfig } from "../rules/rule.ts";
import type { Rule } from "../rules/rule.ts";
import type { DescribedCause } from "../resolve/cause.ts";
import type { Element } from "../resolve/element.ts";
import type { BundleRef } from "../steps/step.ts";
import { whereOf } from "./where.ts";

export function strongRuleBroken(rule: Rule, notes: readonly Note[], help: string): Diagnostic {
  const message = `${rule.isOverride === true ? "override" : "strong rule"} does not hold: ${ruleText(rule)}`;
  const ignore =
    rule.origin.kind === "config" ? undefined : `to ignore the rule, add ${overruling(rule)} to the config`;
  return error("PWB0201", message, [help, ignore], { ...whereOf(rule.origin), reason: rule.reason, notes });
}

/** Help of PWB0202. */
const DROPPED_HELP = ["remove this rule, or change a rule or position that is listed above"];

export function weakRuleDropped(rule: Rule, notes: readonly Note[]): Diagnostic {
  const message = ruleTextAfter("weak rule dropped: ", rule);
  const { kind, name, file } = rule.origin;
  // A plan can have thousands of dropped weak rules. A single literal uses less memory than an object made by
  // spreading, and all diagnostics share the array `DROPPED_HELP`, which `error` would copy.
  const dropped =
    kind === "plugin" && file === undefined
      ? error("PWB0202", message, [], { severity: "warning", plugin: name, reason: rule.reason, notes })
      : error("PWB0202", message, [], { severity: "warning", ...whereOf(rule.origin), reason: rule.reason, notes });
  return Object.assign(dropped, { help: DROPPED_HELP });
}

/** Formats an override that makes a config ignore a rule. */
function overruling({ subject, relation, target }: Rule): string {
  return `\`overrides: [{ overrule: ${selectorInConfig(subject)}, ${relation}: ${selectorInConfig(target)}, reason: … }]\``;
}

export function insideSelectiveBundle(
  { name, address, because, origin }: Pick<Element, "name" | "address" | "because" | "origin">,
  bundle: BundleRef,
  excluded: string,
  causes: readonly DescribedCause[],
  owner: string,
): Diagnostic {
  const message = `bundle \`${bundle.name}\` excludes ${excluded}, but \`${address}\` must run inside the bundle`;
  const help = `remove one of these requirements, or remove ${excluded} from \`without\` of bundle \`${bundle.given}\``;
  const reasons = causes.map(({ text, origin: by }) => ({
    message: `\`${name}\` cannot leave the bundle, because ${text} (${originText(by)})`,
    contributor: by.name,
  }));
  const notes = [{ message: `position of \`${address}\`: ${because}`, contributor: owner }, ...reasons];
  return error("PWB0205", message, help, { ...whereOf(origin), notes });
}

export function conflict(
  causes: readonly { readonly text: string; readonly origin: Origin; readonly rule?: Rule }[],
): Diagnostic {
  // The user's own rules do not need an override, because the user can remove them from the config.
  const numbered = causes.flatMap(({ rule }, index) =>
    rule === undefined || rule.origin.kind === "config"
      ? []
      : [`to ignore requirement ${index + 1}, add ${overruling(rule)} to the config`],
  );
  const help = ["remove one of these requirements", ...numbered];
  return error("PWB0203", `these ${causes.length} requirements contradict each other`, help, {
    notes: causes.map(({ text, origin }, index) => ({
      message: `${index + 1}. ${text} (${originText(origin)})`,
      contributor: origin.name,
    })),
  });
}
