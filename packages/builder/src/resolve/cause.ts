import type { Origin } from "../contributions/origin.ts";
import { ruleText } from "../rules/rule.ts";
import type { Rule } from "../rules/rule.ts";
import type { Element } from "./element.ts";
import { exclusionText } from "./exclusions.ts";
import type { Exclusion } from "./exclusions.ts";

/** Why one pass has to come before another: a rule, a bundle that is without it, or the place that was asked for one of the two. */
export type Cause = Rule | Exclusion | Element;

/** Rules and exclusions that were not admitted where several steps meet, and what went before them. */
export type Lost = ReadonlyMap<Rule | Exclusion, readonly Cause[]>;

/** A cause for people, and who says so. */
export interface ToldCause {
  readonly text: string;
  readonly origin: Origin;
  /** The rule behind it, if it is no placement. */
  readonly rule?: Rule;
}

/** Puts a cause into words. Of the many causes that there are, few are ever told. */
export function toldCause(cause: Cause): ToldCause {
  const { origin } = cause;
  if ("strength" in cause) return { text: `${ruleText(cause)}: "${cause.reason}"`, origin, rule: cause };
  if ("members" in cause) return { text: exclusionText(cause), origin };
  return { text: `\`${cause.name}\` is placed ${cause.because}`, origin };
}
