import type { PassDeclaration } from "@passwright/core";
import type { Origin } from "./origin.ts";
import type { Relation, Rule, Selector } from "../rules/rule.ts";
import type { StepOptions } from "../steps/step.ts";
import { pushTo } from "../push-to.ts";

/**
 * A change to a step that is there: another pass in its place, or none. The place itself stays: what was placed by the
 * step's name or type is where it would be without the edit, so edits and insertions can be given in any order.
 */
export type Edit = {
  readonly party: string;
  /** Its number among the edits of that party. */
  readonly index: number;
  /** The address or the name of a framework's step. A name means all steps of that name. */
  readonly target: string;
  readonly origin: Origin;
  readonly reason?: string;
} & (
  | { readonly kind: "remove" }
  | {
      readonly kind: "replace";
      readonly pass: PassDeclaration;
      readonly types: readonly string[];
      readonly options: StepOptions;
    }
);

/** The user's last word, from the config. Recorded and checked like everything else. */
export type Override = { readonly reason?: string; readonly origin: Origin } &
  /** Leave out every step of that name or address, whoever put it there. */
  (
    | { readonly ban: string }
    /** Keep the step, whatever could be dropped. */
    | { readonly pin: string }
    /** Keep a pass before or after others: a strong rule of the user. */
    | { readonly order: string; readonly relation: "before" | "after"; readonly target: Selector }
    /** Leave out a rule, whoever stated it: that of this subject, relation and target. */
    | { readonly overrule: Selector; readonly relation: Relation; readonly target: Selector; readonly reason: string }
    /** Give the steps of that name or address options, beside those that they have. */
    | { readonly set: string; readonly options: StepOptions }
  );

interface NamedStep {
  readonly address: string;
  readonly name: string;
}

/** Whether a target is the name of a step, or its address; the first one's address may be given as `name#1`. */
export function means(target: string, { address, name }: NamedStep): boolean {
  return address === target || name === target || `${address}#1` === target;
}

/** Every target that {@link means} a step. */
function targetsOf({ address, name }: NamedStep): Set<string> {
  return new Set([address, name, `${address}#1`]);
}

/** Returns a function that finds the steps that a target {@link means}, in their order. */
export function stepsByTarget<T extends NamedStep>(steps: readonly T[]): (target: string) => readonly T[] {
  const found = new Map<string, T[]>();
  for (const step of steps) {
    for (const target of targetsOf(step)) {
      pushTo(found, target, step);
    }
  }
  return (target) => found.get(target) ?? [];
}

/** Things by the steps that they are about, however they call them. */
export class ByTarget<T> {
  readonly #byTarget = new Map<string, (readonly [index: number, one: T])[]>();

  constructor(all: readonly T[], targetOf: (one: T) => string) {
    all.forEach((one, index) => {
      pushTo(this.#byTarget, targetOf(one), [index, one]);
    });
  }

  get isEmpty(): boolean {
    return this.#byTarget.size === 0;
  }

  /** Those whose target {@link means} the step, in their order. */
  of(step: NamedStep): readonly T[] {
    if (this.isEmpty) return [];
    const found = [...targetsOf(step)].flatMap((target) => this.#byTarget.get(target) ?? []);
    return found.sort(([left], [right]) => left - right).map(([, one]) => one);
  }
}

/** Options that the user sets. */
export type OptionSetting = Extract<Override, { readonly set: string }>;

type Overruling = Extract<Override, { readonly overrule: Selector }>;

/** Whether two selectors mean the same. */
export function isSameSelector(one: Selector, other: Selector): boolean {
  if ("pass" in one) return "pass" in other && one.pass === other.pass;
  return "type" in other && one.type.toLowerCase() === other.type.toLowerCase();
}

/** Whether a rule is the one that the user overrules. */
export function isOverruled({ overrule, relation, target }: Overruling, rule: Rule): boolean {
  return relation === rule.relation && isSameSelector(overrule, rule.subject) && isSameSelector(target, rule.target);
}

/** Returns the overrides that overrule rules. */
export function overrulingsOf(overrides: readonly Override[]): Overruling[] {
  return overrides.filter((override): override is Overruling => "overrule" in override);
}

/** The rules that stand: all but those that the user overrules, and the user's own orders. */
export function standingRules(rules: readonly Rule[], overrides: readonly Override[]): readonly Rule[] {
  if (overrides.length === 0) return rules;
  const overrulings = overrulingsOf(overrides);
  const kept =
    overrulings.length === 0 ? rules : rules.filter((rule) => !overrulings.some((one) => isOverruled(one, rule)));
  return [...kept, ...orderRules(overrides)];
}

/** The orders among a user's overrides, as the strong rules that they are. */
function orderRules(overrides: readonly Override[]): Rule[] {
  return overrides.flatMap((override, index): Rule[] => {
    if (!("order" in override)) return [];
    const { order, relation, target, origin, reason = "the user's order" } = override;
    const subject = { pass: order };
    return [{ strength: "strong", subject, relation, target, reason, origin, party: origin.name, index }];
  });
}
