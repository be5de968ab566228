import { gapOf } from "../steps/nesting.ts";
import type { Rule } from "../rules/rule.ts";
import type { Element } from "./element.ts";
import { isSingle } from "./elements.ts";
import type { Meant, Selected } from "./elements.ts";
import { pushTo } from "../push-to.ts";

/** Requirement of a rule on the order in one slot. */
export type Demand =
  /** All steps of `first` must precede all steps of `second`. A step in both is not compared to itself. */
  | {
      readonly kind: "all";
      readonly rule: Rule;
      readonly first: readonly Element[];
      readonly second: readonly Element[];
    }
  /** `subject` must be before or after at least one other step of `targets`. */
  | { readonly kind: "some"; readonly rule: Rule; readonly subject: Element; readonly targets: readonly Element[] };

/** Demands of rules, by slot. Rules between different slots are only checked after ordering. */
export class Demands {
  readonly #byGap = new Map<number, Demand[]>();
  /** Indexes of selectors that mean several steps, cached because thousands of rules may name the same type. */
  readonly #indexes = new Map<readonly Element[], GapIndex>();

  constructor({ rules, subjects, targets }: Selected) {
    rules.forEach((rule, index) => {
      const subject = subjects[index] as Meant;
      const target = targets[index] as Meant;
      if (rule.relation === "before" || rule.relation === "after") this.#order(rule, subject, target);
      else this.#presence(rule, subject, target);
    });
  }

  in(gap: number): readonly Demand[] {
    return this.#byGap.get(gap) ?? [];
  }

  /** Adds demands of `before` and `after` rules whose subjects and targets are in the same slot. */
  #order(rule: Rule, subjects: Meant, targets: Meant): void {
    if (isSingle(subjects)) this.#orderIn(gapOf(subjects.slot), rule, subjects, targets);
    else if (isSingle(targets)) this.#orderIn(gapOf(targets.slot), rule, subjects, targets);
    else {
      const [own, others] = [this.#indexOf(subjects), this.#indexOf(targets)];
      for (const gap of (own.size < others.size ? own : others).gaps) this.#orderIn(gap, rule, subjects, targets);
    }
  }

  #orderIn(gap: number, rule: Rule, subjects: Meant, targets: Meant): void {
    // Fast path: most subjects and targets are in different slots.
    if (!this.#isIn(gap, subjects) || !this.#isIn(gap, targets)) return;
    const own = this.#in(gap, subjects);
    const others = this.#in(gap, targets);
    if (own.length === 1 && others.length === 1 && own[0] === others[0]) return;
    if (rule.relation === "before") this.#add(gap, { kind: "all", rule, first: own, second: others });
    else this.#add(gap, { kind: "all", rule, first: others, second: own });
  }

  /** Adds demands of `beforeSome` and `afterSome` rules for subjects whose targets are all in the same slot. */
  #presence(rule: Rule, subjects: Meant, targets: Meant): void {
    const needsEarlier = rule.relation === "afterSome";
    const gap = isSingle(targets)
      ? gapOf(targets.slot)
      : needsEarlier
        ? this.#indexOf(targets).earliest
        : this.#indexOf(targets).latest;
    if (!this.#isIn(gap, subjects) || !this.#isIn(gap, targets)) return;
    const there = this.#in(gap, targets);
    for (const subject of this.#in(gap, subjects)) this.#add(gap, { kind: "some", rule, subject, targets: there });
  }

  /** Returns whether a contributed step is in the slot. */
  #isIn(gap: number, meant: Meant): boolean {
    return isSingle(meant)
      ? meant.contribution !== undefined && gapOf(meant.slot) === gap
      : this.#in(gap, meant).length > 0;
  }

  /** Returns the contributed steps in the slot. */
  #in(gap: number, meant: Meant): readonly Element[] {
    return isSingle(meant) ? [meant] : this.#indexOf(meant).in(gap);
  }

  #indexOf(elements: readonly Element[]): GapIndex {
    let index = this.#indexes.get(elements);
    if (index === undefined) this.#indexes.set(elements, (index = new GapIndex(elements)));
    return index;
  }

  #add(gap: number, demand: Demand): void {
    pushTo(this.#byGap, gap, demand);
  }
}

const NONE: readonly Element[] = [];

/** Slots of the passes that a selector means. */
export class GapIndex {
  /** Slots or base steps of the first and last of these passes. */
  readonly earliest: number;
  readonly latest: number;
  readonly #byGap = new Map<number, Element[]>();

  constructor(elements: readonly Element[]) {
    let [earliest, latest] = [Infinity, -Infinity];
    for (const element of elements) {
      const gap = gapOf(element.slot);
      earliest = Math.min(earliest, gap);
      latest = Math.max(latest, gap);
      if (element.contribution === undefined) continue;
      pushTo(this.#byGap, gap, element);
    }
    this.earliest = earliest;
    this.latest = latest;
  }

  /** Number of slots with contributed steps. */
  get size(): number {
    return this.#byGap.size;
  }

  get gaps(): Iterable<number> {
    return this.#byGap.keys();
  }

  /** Returns the contributed steps in a slot. */
  in(gap: number): readonly Element[] {
    return this.#byGap.get(gap) ?? NONE;
  }
}
