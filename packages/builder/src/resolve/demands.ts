import { slotNumber } from "../steps/nesting.ts";
import type { Rule } from "../rules/rule.ts";
import type { Element } from "./element.ts";
import type { BoundRule } from "./elements.ts";
import { pushTo, getOrMake } from "../maps.ts";

/** Requirement of a rule on the order in one slot. In this folder, this requirement is called a demand. */
export type Demand =
  /** All steps of `first` must precede all other steps of `second`. */
  | {
      readonly kind: "all";
      readonly rule: Rule;
      readonly first: readonly Element[];
      readonly second: readonly Element[];
    }
  /** `subject` must be before or after at least one other step of `targets`. */
  | { readonly kind: "some"; readonly rule: Rule; readonly subject: Element; readonly targets: readonly Element[] };

/** Demands of rules, by slot. Rules about different slots are checked after all slots are ordered. */
export class Demands {
  readonly #bySlot = new Map<number, Demand[]>();
  /** Indexes for selectors that match several steps. Cached, because thousands of rules can name the same type. */
  readonly #indexes = new Map<readonly Element[], SlotIndex>();

  constructor(bounds: readonly BoundRule[]) {
    for (const bound of bounds) {
      const { relation } = bound.rule;
      if (relation === "before" || relation === "after") this.#order(bound);
      else this.#presence(bound);
    }
  }

  in(slot: number): readonly Demand[] {
    return this.#bySlot.get(slot) ?? [];
  }

  /** Adds demands of a rule with `before` or `after`, for each slot that contains a subject and a target. */
  #order(bound: BoundRule): void {
    const { subjects, targets } = bound;
    const [only] = subjects.length === 1 ? subjects : targets.length === 1 ? targets : [];
    if (only !== undefined) return this.#orderIn(slotNumber(only.slot), bound);
    const [own, others] = [this.#indexOf(subjects).bySlot, this.#indexOf(targets).bySlot];
    for (const slot of (own.size < others.size ? own : others).keys()) this.#orderIn(slot, bound);
  }

  #orderIn(slot: number, { rule, subjects, targets }: BoundRule): void {
    const own = this.#in(slot, subjects);
    const others = own.length === 0 ? own : this.#in(slot, targets);
    if (others.length === 0) return;
    if (own.length === 1 && others.length === 1 && own[0] === others[0]) return;
    if (rule.relation === "before") this.#add(slot, { kind: "all", rule, first: own, second: others });
    else this.#add(slot, { kind: "all", rule, first: others, second: own });
  }

  /**
   * Adds demands of a rule with `beforeSome` or `afterSome`. Uses the slot of the latest target or, for `afterSome`, of
   * the earliest target. In other slots, the order of the steps does not affect the rule.
   */
  #presence({ rule, subjects, targets }: BoundRule): void {
    const needsEarlier = rule.relation === "afterSome";
    const [only] = targets.length === 1 ? targets : [];
    const slot =
      only !== undefined
        ? slotNumber(only.slot)
        : needsEarlier
          ? this.#indexOf(targets).earliest
          : this.#indexOf(targets).latest;
    const there = this.#in(slot, targets);
    if (there.length === 0) return;
    for (const subject of this.#in(slot, subjects)) this.#add(slot, { kind: "some", rule, subject, targets: there });
  }

  #in(slot: number, elements: readonly Element[]): readonly Element[] {
    const [only] = elements;
    if (only === undefined || elements.length > 1) return this.#indexOf(elements).bySlot.get(slot) ?? NONE;
    return only.contribution !== undefined && slotNumber(only.slot) === slot ? [only] : NONE;
  }

  #indexOf(elements: readonly Element[]): SlotIndex {
    return getOrMake(this.#indexes, elements, () => new SlotIndex(elements));
  }

  #add(slot: number, demand: Demand): void {
    pushTo(this.#bySlot, slot, demand);
  }
}

const NONE: readonly Element[] = [];

export class SlotIndex {
  /** Smallest and largest slot number of these passes. Steps of the framework also have slot numbers. */
  readonly earliest: number;
  readonly latest: number;
  readonly bySlot: Map<number, Element[]> = new Map<number, Element[]>();

  constructor(elements: readonly Element[]) {
    let [earliest, latest] = [Infinity, -Infinity];
    for (const element of elements) {
      const slot = slotNumber(element.slot);
      earliest = Math.min(earliest, slot);
      latest = Math.max(latest, slot);
      if (element.contribution === undefined) continue;
      pushTo(this.bySlot, slot, element);
    }
    this.earliest = earliest;
    this.latest = latest;
  }
}
