import type { PassDeclaration } from "@passwright/core";
import type { Origin } from "./origin.ts";
import type { Relation, Rule, Selector } from "../rules/rule.ts";
import type { StepOptions } from "../steps/step.ts";
import { pushTo } from "../maps.ts";

/**
 * Replacement or removal of a step. Positions next to the step stay valid after an edit, so edits and insertions can be
 * requested in any order.
 */
export type Edit = {
  readonly contributor: string;
  /** Index among the rules and edits of this contributor. */
  readonly index: number;
  /** Address or name of a step of the framework. A name refers to all steps with this name. */
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

/** Override of the user, from a config. */
export type Override = { readonly reason?: string; readonly origin: Origin } &
  /** Removes all steps with this name or address. */
  (
    | { readonly ban: string }
    /** Keeps a step, so that planning cannot drop it. */
    | { readonly pin: string }
    /** Requires an order of two passes or types, like a strong rule of the user. */
    | { readonly order: string; readonly relation: "before" | "after"; readonly target: Selector }
    /** Ignores the rule with this subject, relation and target. */
    | { readonly overrule: Selector; readonly relation: Relation; readonly target: Selector; readonly reason: string }
    /** Sets some options of the steps with this name or address, and keeps the other options. */
    | { readonly set: string; readonly options: StepOptions }
  );

interface NamedStep {
  readonly address: string;
  readonly name: string;
}

/** Returns every target that refers to a step: `name#1` is the first of several steps with this name. */
export function targetsOf({ address, name }: NamedStep): Set<string> {
  return new Set([address, name, `${address}#1`]);
}

/** Returns a function that returns the steps to which a target refers, in order (see {@link targetsOf}). */
export function stepsByTarget<T extends NamedStep>(steps: readonly T[]): (target: string) => readonly T[] {
  const found = new Map<string, T[]>();
  for (const step of steps) {
    for (const target of targetsOf(step)) pushTo(found, target, step);
  }
  return (target) => found.get(target) ?? [];
}

/** Entries that refer to steps by name or address, grouped by target for fast access. */
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

  /** Returns the entries whose target refers to `step` (see {@link targetsOf}), in their original order. */
  of(step: NamedStep): readonly T[] {
    if (this.isEmpty) return [];
    const found = [...targetsOf(step)].flatMap((target) => this.#byTarget.get(target) ?? []);
    return found.sort(([left], [right]) => left - right).map(([, one]) => one);
  }
}

export type OptionSetting = Extract<Override, { readonly set: string }>;

type Overruling = Extract<Override, { readonly overrule: Selector }>;

export function isSameSelector(one: Selector, other: Selector): boolean {
  if ("pass" in one) return "pass" in other && one.pass === other.pass;
  return "type" in other && one.type.toLowerCase() === other.type.toLowerCase();
}

/** Returns whether an override ignores a rule. */
export function isOverruled({ overrule, relation, target }: Overruling, rule: Rule): boolean {
  return relation === rule.relation && isSameSelector(overrule, rule.subject) && isSameSelector(target, rule.target);
}

/** Returns the overrides that ignore rules. */
export function overrulingsOf(overrides: readonly Override[]): Overruling[] {
  return overrides.filter((override): override is Overruling => "overrule" in override);
}

/** Returns the rules that planning applies: without overruled rules, and with the orders that overrides require. */
export function activeRules(rules: readonly Rule[], overrides: readonly Override[]): readonly Rule[] {
  if (overrides.length === 0) return rules;
  const overrulings = overrulingsOf(overrides);
  const kept =
    overrulings.length === 0 ? rules : rules.filter((rule) => !overrulings.some((one) => isOverruled(one, rule)));
  return [...kept, ...orderRules(overrides)];
}

function orderRules(overrides: readonly Override[]): Rule[] {
  return overrides.flatMap((override, index): Rule[] => {
    if (!("order" in override)) return [];
    const { order, relation, target, origin, reason = "the user's order" } = override;
    const subject = { pass: order };
    const contributor = origin.name;
    return [{ strength: "strong", subject, relation, target, reason, origin, contributor, index, isOverride: true }];
  });
}
