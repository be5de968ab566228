import { type Origin } from "../contributions/origin.ts";
import { type Rule, type Selector } from "./rule.ts";

/** The rules that were stated so far, each with its number among those of its party. */
export class StatedRules {
  readonly all: Rule[] = [];
  readonly #counts = new Map<string, number>();
  /** What rules speak of: passes by name, and types. */
  readonly #passes = new Map<string, Selector>();
  readonly #types = new Map<string, Selector>();

  add(party: string, rule: Omit<Rule, "party" | "index" | "origin">, origin: Origin): void {
    const { strength, relation, reason } = rule;
    const [subject, target] = [this.#selector(rule.subject), this.#selector(rule.target)];
    const index = this.#counts.get(party) ?? 0;
    this.#counts.set(party, index + 1);
    this.all.push({ strength, subject, relation, target, reason, origin, party, index });
  }

  /** One object for all rules that speak of the same. */
  #selector(selector: Selector): Selector {
    const [known, name] = "pass" in selector ? [this.#passes, selector.pass] : [this.#types, selector.type];
    const same = known.get(name);
    if (same === undefined) known.set(name, selector);
    return same ?? selector;
  }
}
