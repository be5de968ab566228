import { type Origin } from "../contributions/origin.ts";
import { type Rule } from "./rule.ts";

/** The rules that were stated so far, each with its number among those of its party. */
export class StatedRules {
  readonly all: Rule[] = [];
  readonly #counts = new Map<string, number>();

  add(party: string, rule: Omit<Rule, "party" | "index" | "origin">, origin: Origin): void {
    const { strength, subject, relation, target, reason } = rule;
    const index = this.#counts.get(party) ?? 0;
    this.#counts.set(party, index + 1);
    this.all.push({ strength, subject, relation, target, reason, origin, party, index });
  }
}
