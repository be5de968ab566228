import type { Origin } from "../contributions/origin.ts";
import type { Rule } from "./rule.ts";

/** The rules that were stated so far, each with its number among those of its party. */
export class StatedRules {
  readonly #byParty = new Map<string, Rule[]>();

  add(party: string, rule: Omit<Rule, "party" | "index" | "origin">, origin: Origin): void {
    const { strength, subject, relation, target, reason } = rule;
    let rules = this.#byParty.get(party);
    if (rules === undefined) this.#byParty.set(party, (rules = []));
    rules.push({ strength, subject, relation, target, reason, origin, party, index: rules.length });
  }

  /** All of them, in canonical order. */
  all(): readonly Rule[] {
    return [...this.#byParty.keys()].sort().flatMap((party) => this.#byParty.get(party) as Rule[]);
  }
}
