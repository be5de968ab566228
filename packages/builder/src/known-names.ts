import { type Diagnostic } from "@passwright/core";
import { type PassCatalogue } from "./catalogue.ts";
import * as errors from "./errors.ts";
import { PassType, typeKeys, UNKNOWN_KEY, UNKNOWN_TYPES } from "./pass-type.ts";
import { inPartyOrder } from "./party.ts";
import { type Rule, type Selector } from "./rule.ts";
import { type Spine } from "./spine.ts";

/**
 * The passes and types that somebody knows: those of the pipeline, and those that are declared. A rule that names another one
 * is mistyped, or speaks of a plugin that is not there; it holds, and is likely meant not to.
 */
export class KnownNames<Op extends object> {
  readonly #spine: Spine;
  readonly #catalogue: PassCatalogue<Op>;
  /** What others than the framework put there. */
  readonly #passes = new Set<string>();
  /** A name may be in any case; what is compared is in lower case. */
  readonly #typeNames = new Set<string>(Object.values(PassType));
  readonly #typeKeys = new Set<string>();

  constructor(spine: Spine, catalogue: PassCatalogue<Op>) {
    this.#spine = spine;
    this.#catalogue = catalogue;
    this.#typeNames.delete(PassType.Unknown);
    for (const { types = [] } of catalogue.declarations) this.#addTypes(types);
    spine.steps.forEach(({ types }) => this.#addTypes(types));
  }

  add(pass: string, types: readonly string[]): void {
    this.#passes.add(pass);
    this.#addTypes(types);
  }

  /** What rules name and nobody knows, in the canonical order of the rules. */
  lackedBy(rules: readonly Rule[]): readonly Diagnostic[] {
    for (const key of typeKeys([...this.#typeNames])) this.#typeKeys.add(key);
    this.#typeKeys.delete(UNKNOWN_KEY);
    const lacking = rules.filter(({ subject, target }) => !this.#has(subject) || !this.#has(target));
    return inPartyOrder(lacking).flatMap((rule) => [
      ...this.#problemOf(rule, rule.subject),
      ...this.#problemOf(rule, rule.target),
    ]);
  }

  #addTypes(types: readonly string[]): void {
    if (types === UNKNOWN_TYPES) return;
    for (const type of types) if (type !== PassType.Unknown) this.#typeNames.add(type);
  }

  #has(selector: Selector): boolean {
    if ("type" in selector) return this.#typeKeys.has(selector.type.toLowerCase());
    const { pass } = selector;
    return this.#spine.hasName(pass) || this.#passes.has(pass) || this.#catalogue.find(pass) !== undefined;
  }

  #problemOf(rule: Rule, selector: Selector): Diagnostic[] {
    if (this.#has(selector)) return [];
    if ("type" in selector) return [errors.unknownTypeInRule(rule, selector.type, [...this.#typeNames].sort())];
    const names = new Set(this.#passes);
    for (const { name } of this.#spine.steps) names.add(name);
    for (const { name } of this.#catalogue.declarations) names.add(name);
    return [errors.unknownPassInRule(rule, selector.pass, [...names].sort())];
  }
}
