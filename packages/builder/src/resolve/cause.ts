import type { Origin } from "../contributions/origin.ts";
import { ruleText } from "../rules/rule.ts";
import type { Rule } from "../rules/rule.ts";
import type { Element } from "./element.ts";
import { exclusionText } from "./exclusions.ts";
import type { Exclusion } from "./exclusions.ts";

/** Reason why one pass must be before another: a rule, a bundle that excludes it, or the position of one of the two. */
export type Cause = Rule | Exclusion | Element;

/** Dropped rules and exclusions, each with the causes that contradict it. */
export type Lost = ReadonlyMap<Rule | Exclusion, readonly Cause[]>;

/** Text of a cause, and its contributor. */
export interface ToldCause {
  readonly text: string;
  readonly origin: Origin;
  /** Returns the rule, unless the cause is a position. */
  readonly rule?: Rule;
}

/** Describes a cause. */
export function toldCause(cause: Cause): ToldCause {
  const { origin } = cause;
  if ("strength" in cause) return { text: `${ruleText(cause)}: "${cause.reason}"`, origin, rule: cause };
  if ("members" in cause) return { text: exclusionText(cause), origin };
  return { text: `\`${cause.name}\` is placed ${cause.because}`, origin };
}
