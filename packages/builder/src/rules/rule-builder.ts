import type { PassReference } from "../builder-settings.ts";
import { checkText } from "../check/check-calls.ts";
import type { Relation, Rule, Selector } from "./rule.ts";

/** What a rule refers to: a pass, its name, or a type with {@link ofType}. */
export type RuleTarget = PassReference | { readonly type: string };

/** Why a rule is there. Every rule says so. */
export interface RuleReason {
  readonly reason: string;
}

/** The four things that a rule can say. See {@link Relation}. */
export interface RuleVerbs {
  /** Before every `target` that is there. */
  before(target: RuleTarget, because: RuleReason): void;
  /** After every `target` that is there. */
  after(target: RuleTarget, because: RuleReason): void;
  /** There is a `target` some time after it. */
  beforeSome(target: RuleTarget, because: RuleReason): void;
  /** There is at least one `target` before it. */
  afterSome(target: RuleTarget, because: RuleReason): void;
}

/** A rule in the making: `rule(pass).strong.after(ofType(PassType.Bufferization), { reason })`. */
export interface RuleBuilder {
  readonly strong: RuleVerbs;
  readonly weak: RuleVerbs;
}

/** All passes of a type, as the subject or target of a rule. */
export function ofType(type: string): { readonly type: string } {
  checkText("ofType", "the argument is a pass type", type);
  return { type };
}

/** Called with each complete rule. */
export type SayRule = (
  subject: Selector,
  strength: Rule["strength"],
  relation: Relation,
  target: RuleTarget,
  because: RuleReason,
) => void;

export function makeRuleBuilder(say: SayRule, subject: Selector): RuleBuilder {
  const verbs = (strength: Rule["strength"]): RuleVerbs => {
    const verb = (relation: Relation) => (target: RuleTarget, because: RuleReason) =>
      say(subject, strength, relation, target, because);
    return {
      before: verb("before"),
      after: verb("after"),
      beforeSome: verb("beforeSome"),
      afterSome: verb("afterSome"),
    };
  };
  return { strong: verbs("strong"), weak: verbs("weak") };
}
