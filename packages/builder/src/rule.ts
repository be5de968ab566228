import { type Origin } from "./origin.ts";

/** A pass by name, or all passes of a type. */
export type Selector = { readonly pass: string } | { readonly type: string };

/**
 * What a rule says of its subject.
 *
 * - `before`, `after`: the subject is before (after) every target that is there. Nothing is said if there is none.
 * - `beforeSome`, `afterSome`: there is at least one target after (before) the subject.
 */
export type Relation = "before" | "after" | "beforeSome" | "afterSome";

/** A demand on the finished pipeline. Strong rules must hold; weak ones are met where that is possible. */
export interface Rule {
  readonly strength: "strong" | "weak";
  readonly subject: Selector;
  readonly relation: Relation;
  readonly target: Selector;
  readonly reason: string;
  readonly origin: Origin;
  readonly party: string;
  /** Its number among the rules of that party. */
  readonly index: number;
}

export function selectorText(selector: Selector): string {
  return "pass" in selector ? `\`${selector.pass}\`` : `type ${selector.type}`;
}

const WORDS: { readonly [R in Relation]: string } = {
  before: "must be before every",
  after: "must be after every",
  beforeSome: "needs some time after it a",
  afterSome: "needs before it at least one",
};
const WEAK_WORDS: { readonly [R in Relation]: string } = {
  before: "should be before every",
  after: "should be after every",
  beforeSome: "wants some time after it a",
  afterSome: "wants before it at least one",
};

/** A rule in words: `` `tpp-call-kernels` must be after every type Bufferization``. */
export function ruleText(rule: Rule): string {
  const words = (rule.strength === "strong" ? WORDS : WEAK_WORDS)[rule.relation];
  return `${selectorText(rule.subject)} ${words} ${selectorText(rule.target)}`;
}
