import { type Diagnostic } from "@passwright/core";
import { type PassCatalogue } from "./catalogue.ts";
import * as errors from "./errors.ts";
import { PassType, typeKeys, UNKNOWN_KEY } from "./pass-type.ts";
import { type Rule } from "./rule.ts";

/**
 * The passes and types that somebody knows: those of the pipeline, and those that are declared. A rule that names another one
 * is mistyped, or speaks of a plugin that is not there; it holds, and is likely meant not to.
 */
export class KnownNames<Op extends object> {
  readonly #catalogue: PassCatalogue<Op>;
  readonly #passes = new Set<string>();
  /** A name may be in any case; what is compared is in lower case. */
  readonly #types = new Set<string>();
  readonly #typeNames = new Set<string>(Object.values(PassType));

  constructor(catalogue: PassCatalogue<Op>) {
    this.#catalogue = catalogue;
  }

  add(pass: string, types: readonly string[]): void {
    this.#passes.add(pass);
    for (const type of types) this.#typeNames.add(type);
  }

  /** What rules name and nobody knows, in the order of the rules. */
  lackedBy(rules: readonly Rule[]): readonly Diagnostic[] {
    const found: Diagnostic[] = [];
    if (rules.length === 0) return found;
    for (const { name, types = [] } of this.#catalogue.declarations) this.add(name, types);
    for (const type of this.#typeNames) for (const key of typeKeys([type])) this.#types.add(key);
    this.#types.delete(UNKNOWN_KEY);
    this.#typeNames.delete(PassType.Unknown);
    for (const rule of rules) {
      for (const selector of [rule.subject, rule.target]) {
        if ("pass" in selector) {
          if (!this.#passes.has(selector.pass))
            found.push(errors.unknownPassInRule(rule, selector.pass, [...this.#passes].sort()));
        } else if (!this.#types.has(selector.type.toLowerCase()))
          found.push(errors.unknownTypeInRule(rule, selector.type, [...this.#typeNames].sort()));
      }
    }
    return found;
  }
}
