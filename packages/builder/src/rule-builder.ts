import { type Relation, type Selector } from "./rule.ts";

/** What a rule refers to: a pass by name, or a type with {@link ofType}. */
export type RuleTarget = string | { readonly type: string };

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
  return { type };
}

export function toSelector(target: RuleTarget): Selector {
  return typeof target === "string" ? { pass: target } : { type: target.type };
}

type Say = (strength: "strong" | "weak", relation: Relation, target: RuleTarget, because: RuleReason) => void;

export function makeRuleBuilder(say: Say): RuleBuilder {
  const verbs = (strength: "strong" | "weak"): RuleVerbs => ({
    before: (target, because) => say(strength, "before", target, because),
    after: (target, because) => say(strength, "after", target, because),
    beforeSome: (target, because) => say(strength, "beforeSome", target, because),
    afterSome: (target, because) => say(strength, "afterSome", target, because),
  });
  return { strong: verbs("strong"), weak: verbs("weak") };
}
