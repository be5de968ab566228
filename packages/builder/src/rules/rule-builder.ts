import type { PassReference } from "../builder-settings.ts";
import { checkCall } from "../check/check-calls.ts";
import type { Relation, Rule, Selector } from "./rule.ts";

/** Subject or target of a rule: a pass, the name of a pass, or a type with {@link ofType}. */
export type RuleTarget = PassReference | { readonly type: string };

/** Required reason of a rule. */
export interface RuleReason {
  /** Reason of the rule, for explanations and error messages. */
  readonly reason: string;
}

/** Methods that complete a rule. See {@link Relation}. */
export interface RuleVerbs {
  /** Requires the subject to be before every `target`. */
  before(target: RuleTarget, because: RuleReason): void;
  /** Requires the subject to be after every `target`. */
  after(target: RuleTarget, because: RuleReason): void;
  /** Requires at least one `target` after the subject. */
  beforeSome(target: RuleTarget, because: RuleReason): void;
  /** Requires at least one `target` before the subject. */
  afterSome(target: RuleTarget, because: RuleReason): void;
}

/**
 * Rule with a subject but without a target. A call such as `rule(pass).strong.after(ofType(PassType.Bufferization), {
 * reason })` completes the rule.
 */
export interface RuleBuilder {
  /** Completes a rule that must be satisfied. */
  readonly strong: RuleVerbs;
  /** Completes a rule that is satisfied if possible. */
  readonly weak: RuleVerbs;
}

/** Selects all passes of a type, as the subject or target of a rule. */
export function ofType(type: string): { readonly type: string } {
  checkCall("ofType", [type]);
  return { type };
}

export type AddRule = (
  subject: Selector,
  strength: Rule["strength"],
  relation: Relation,
  target: RuleTarget,
  because: RuleReason,
) => void;

export function makeRuleBuilder(addRule: AddRule, subject: Selector): RuleBuilder {
  const verbs = (strength: Rule["strength"]): RuleVerbs => {
    const verb = (relation: Relation) => (target: RuleTarget, because: RuleReason) =>
      addRule(subject, strength, relation, target, because);
    return {
      before: verb("before"),
      after: verb("after"),
      beforeSome: verb("beforeSome"),
      afterSome: verb("afterSome"),
    };
  };
  return { strong: verbs("strong"), weak: verbs("weak") };
}
