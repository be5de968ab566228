import type { Origin } from "../contributions/origin.ts";

/** Selects a pass by name, or all passes of a type. */
export type Selector = { readonly pass: string } | { readonly type: string };

/**
 * Relation between the subject and the target of a rule.
 *
 * - `before`, `after`: the subject is before (after) every target. The rule also holds if there are no targets.
 * - `beforeSome`, `afterSome`: at least one target is after (before) the subject.
 */
export type Relation = "before" | "after" | "beforeSome" | "afterSome";

/** Rule about the resolved pipeline. A strong rule must be satisfied. A weak rule is satisfied if possible. */
export interface Rule {
  /** Whether the rule must be satisfied (`strong`) or is satisfied if possible (`weak`). */
  readonly strength: "strong" | "weak";
  /** Pass or pass type that the rule is about. */
  readonly subject: Selector;
  /** Required position of the subject relative to the target, such as `before`. */
  readonly relation: Relation;
  /** Pass or pass type with which the rule compares the subject. */
  readonly target: Selector;
  /** Reason that the contributor gave, for explanations and error messages. */
  readonly reason: string;
  /** Contributor, with the file and line of the rule. */
  readonly origin: Origin;
  /** Name of the contributor. */
  readonly contributor: string;
  /** Index among the rules and edits of this contributor. */
  readonly index: number;
  /** Whether the rule comes from an order in `overrides`. */
  readonly isOverride?: true;
}

export const nameOf = (selector: Selector): string => ("pass" in selector ? selector.pass : selector.type);

/** Formats a selector: a pass in backquotes, or `pass of type T`. */
export function selectorText(selector: Selector): string {
  return "pass" in selector ? `\`${selector.pass}\`` : `pass of type ${selector.type}`;
}

/** Formats a selector as in a config: the name of a pass, or `{ type: T }`. */
export function selectorInConfig(selector: Selector): string {
  return "pass" in selector ? selector.pass : `{ type: ${selector.type} }`;
}

/** Formats a selector as one matching pass: a pass in backquotes, or `a pass of type T`. Used in help texts. */
export function someText(selector: Selector): string {
  return "pass" in selector ? selectorText(selector) : `a ${selectorText(selector)}`;
}

const VERBS: { readonly [R in Relation]: string } = {
  before: "be before",
  after: "be after",
  beforeSome: "be followed by",
  afterSome: "be preceded by",
};

/** Describes a rule: `` `tpp-call-kernels` must be after every pass of type Bufferization``. */
export function ruleText(rule: Rule): string {
  return ruleTextAfter("", rule);
}

/** Describes a rule, like {@link ruleText}. The string `before` is the start of the returned text. */
export function ruleTextAfter(before: string, { strength, subject, relation, target }: Rule): string {
  const isOrder = relation === "before" || relation === "after";
  const every = "pass" in subject ? "" : "every ";
  const some = "pass" in target ? "" : isOrder ? "every " : "a ";
  // `join` makes a flat string, because concatenation would keep the parts in memory, and thousands of rules can be
  // violated.
  return [
    before,
    every,
    selectorText(subject),
    strength === "strong" ? " must " : " should ",
    VERBS[relation],
    " ",
    some,
    selectorText(target),
  ].join("");
}

/** Formats an override that makes a config ignore a rule. */
export function overruling({ subject, relation, target }: Rule): string {
  return `\`overrides: [{ overrule: ${selectorInConfig(subject)}, ${relation}: ${selectorInConfig(target)}, reason: … }]\``;
}
