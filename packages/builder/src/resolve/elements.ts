import { hasType, typeKey, typeKeys } from "../steps/pass-type.ts";
import type { Rule, Selector } from "../rules/rule.ts";
import { isNamed } from "./element.ts";
import type { Element, Named } from "./element.ts";
import { pushTo } from "../maps.ts";

const NONE: readonly Element[] = [];

export interface BoundRule {
  readonly rule: Rule;
  readonly subjects: readonly Element[];
  readonly targets: readonly Element[];
}

/** Returns rules without a matching subject or target, or with one step as both. They might not have an effect. */
export function unboundIn(bounds: readonly BoundRule[]): ReadonlySet<Rule> {
  const isUnbound = ({ subjects, targets }: BoundRule): boolean =>
    subjects.length === 0 ||
    targets.length === 0 ||
    (subjects.length + targets.length === 2 && subjects[0] === targets[0]);
  return new Set(bounds.filter(isUnbound).map(({ rule }) => rule));
}

/** Returns the names and addresses of passes that rules contain. */
export function namedIn(rules: readonly Rule[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { subject, target } of rules)
    for (const selector of [subject, target]) if ("pass" in selector) names.add(selector.pass);
  return names;
}

/** Index of passes by name, address and type. The passes of each entry are in the order in which they were added. */
export class Elements {
  readonly #byName = new Map<string, Element[]>();
  readonly #byType = new Map<string, Element[]>();
  readonly #requested: ReadonlySet<string> | undefined;

  constructor(orders: readonly (readonly Element[])[], requested?: ReadonlySet<string>) {
    this.#requested = requested;
    const add = (element: Element): void => this.#add(element);
    for (const order of orders) order.forEach(add);
  }

  selectAll(rules: readonly Rule[]): readonly BoundRule[] {
    return rules.map((rule) => ({ rule, subjects: this.select(rule.subject), targets: this.select(rule.target) }));
  }

  /** Sorts all lists of this index by position, including the lists that {@link select} has already returned. */
  sort(): void {
    for (const index of [this.#byName, this.#byType])
      for (const list of index.values()) list.sort((left, right) => left.position - right.position);
  }

  /** Returns the steps that a selector matches. Equal selectors get the same list. */
  select(selector: Selector): readonly Element[] {
    const found = "pass" in selector ? this.#byName.get(selector.pass) : this.#byType.get(typeKey(selector.type));
    return found ?? NONE;
  }

  #add(element: Element): void {
    const { kind, name, alias, address } = element;
    if (kind === "point") return;
    this.#addName(name, element);
    if (address !== name && address !== alias) this.#addName(address, element);
    if (alias !== undefined && alias !== name) this.#addName(alias, element);
    const inside = (element.inside ?? []).flatMap((member) => [
      member.name,
      member.alias ?? member.name,
      member.address,
    ]);
    for (const one of new Set(inside)) this.#addName(one, element);
    for (const key of typeKeys(element.types)) pushTo(this.#byType, key, element);
  }

  #addName(name: string, element: Element): void {
    if (this.#requested === undefined || this.#requested.has(name)) pushTo(this.#byName, name, element);
  }
}

export function isMeant(element: Named & Pick<Element, "types">, selector: Selector): boolean {
  return "pass" in selector ? isNamed(element, selector.pass) : hasType(element.types, selector.type);
}
