import type { Origin } from "../contributions/origin.ts";
import { ruleText } from "../rules/rule.ts";
import type { Rule } from "../rules/rule.ts";
import type { Element } from "./element.ts";
import { exclusionText } from "./exclusions.ts";
import type { Exclusion } from "./exclusions.ts";

/** Reason why one pass must precede another: a rule, a bundle that excludes passes, or a requested position. */
export type Cause = Rule | Exclusion | Element;

/** Maps each rule or exclusion that was dropped to the rules, exclusions and positions that contradict it. */
export type Lost = ReadonlyMap<Rule | Exclusion, readonly Cause[]>;

export interface DescribedCause {
  readonly text: string;
  readonly origin: Origin;
  readonly rule?: Rule;
}

export function describeCause(cause: Cause): DescribedCause {
  const { origin } = cause;
  if ("strength" in cause) return { text: `${ruleText(cause)}: "${cause.reason}"`, origin, rule: cause };
  if ("members" in cause) return { text: exclusionText(cause), origin };
  return { text: `\`${cause.name}\` is placed ${cause.because}`, origin };
}
