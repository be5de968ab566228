import type { Rule } from "../rules/rule.ts";
import type { Cause } from "./cause.ts";
import type { Element } from "./element.ts";
import type { Exclusion } from "./exclusions.ts";
import { SlotGroups } from "./slot-groups.ts";
import type { Admitted } from "./note-rules.ts";
import { OrderGraph } from "./order-graph.ts";
import type { PlacementOrder } from "./default-order.ts";

/** Requirement on the order (a demand): all steps of `first` must precede all steps of `second`. */
export type Option = readonly [first: readonly Element[], second: readonly Element[]];

/** Demand that is satisfied by any one of several orders. The preferred order is first. */
export interface EitherOrder {
  readonly cause: Rule | Exclusion;
  readonly options: Iterable<Option>;
  /** Step whose order every option determines. Absent if the options do not share a step. */
  readonly subject?: Element;
}

/** Admitted order demands in one slot. */
export class Admission {
  readonly groups: SlotGroups;
  readonly graph: OrderGraph<Cause>;
  readonly admitted: Admitted[];
  /**
   * Results of demands: conflicting causes, or `undefined` if the demand was admitted. Many contributors can add the
   * same rule about types, so results are cached. Results stay valid, because demands are never removed.
   */
  readonly #decided: Map<string, readonly Cause[] | undefined>;
  /** Numbers that identify steps and lists of steps in keys. */
  readonly #numbers: Map<object, number>;

  constructor(elements: readonly Element[], from?: Admission) {
    this.groups = from?.groups ?? new SlotGroups(elements);
    this.graph = from?.graph.copy() ?? new OrderGraph(this.groups.groups.length);
    this.admitted = from === undefined ? [] : [...from.admitted];
    this.#decided = new Map(from === undefined ? [] : from.#decided);
    this.#numbers = from === undefined ? new Map() : from.#numbers;
  }

  /** Returns a copy that can be extended without changing this object. */
  copy(): Admission {
    return new Admission([], this);
  }

  place({ side, placed, targets }: PlacementOrder): void {
    for (const element of placed) this.#add(element, side === "before" ? [[element], targets] : [targets, [element]]);
  }

  /** Adds a demand without checking it. */
  demand(rule: Rule, first: readonly Element[], second: readonly Element[]): void {
    const key = this.#keyOf(first, second);
    if (!this.#decided.has(key)) {
      this.#decided.set(key, undefined);
      this.#add(rule, [first, second]);
    }
    this.admitted.push({ rule, first, second });
  }

  /** Adds a demand. If earlier demands imply the opposite order, returns the causes of these demands instead. */
  admit(cause: Rule | Exclusion, first: readonly Element[], second: readonly Element[]): readonly Cause[] | undefined {
    const key = this.#keyOf(first, second);
    if (!this.#decided.has(key)) this.#decided.set(key, this.#decide(cause, first, second));
    const beatenBy = this.#decided.get(key);
    if (beatenBy === undefined && "strength" in cause) this.admitted.push({ rule: cause, first, second });
    return beatenBy;
  }

  /**
   * Adds the demand to the graph. If earlier demands imply the opposite order for some steps, returns the causes of
   * these demands instead.
   */
  #decide(
    cause: Rule | Exclusion,
    first: readonly Element[],
    second: readonly Element[],
  ): readonly Cause[] | undefined {
    // Refuses demands that contradict the order of members in a closed bundle, which cannot change.
    if (!this.groups.allows(first, second)) return [];
    const pairs = this.groups.pairs(first, second);
    for (const [before, after] of pairs) {
      const beatenBy = this.graph.path(after, before);
      if (beatenBy !== undefined) return beatenBy;
    }
    for (const [before, after] of pairs) this.graph.add(before, after, cause);
    return undefined;
  }

  /**
   * Adds the first option that does not contradict earlier demands. If all options contradict earlier demands, returns
   * the causes against the first option.
   */
  admitOne({ cause, options, subject }: EitherOrder): readonly Cause[] | undefined {
    let beatenBy: readonly Cause[] | undefined;
    let isBeaten: ((node: number) => boolean) | undefined;
    for (const [first, second] of options) {
      // Skips options that earlier demands contradict, according to the search after the first refused option.
      const target = first[0] === subject ? second[0] : first[0];
      if (isBeaten !== undefined && target !== undefined && isBeaten(this.groups.numberOf(target))) continue;
      const reasons = this.admit(cause, first, second);
      if (reasons === undefined) return undefined;
      if (subject !== undefined)
        isBeaten ??= this.graph.reach(this.groups.numberOf(subject), first[0] === subject ? "before" : "after");
      beatenBy = beatenBy === undefined || "members" in cause ? [...(beatenBy ?? []), ...reasons] : beatenBy;
    }
    return beatenBy;
  }

  /**
   * Returns a key for a demand. Lists are identified by object and not by content, because equal selectors share one
   * list.
   */
  #keyOf(first: readonly Element[], second: readonly Element[]): string {
    return `${this.#numberOf(first)}<${this.#numberOf(second)}`;
  }

  #numberOf(elements: readonly Element[]): number {
    const one = elements.length === 1 ? (elements[0] as Element) : elements;
    const number = this.#numbers.get(one) ?? this.#numbers.size;
    this.#numbers.set(one, number);
    return number;
  }

  #add(cause: Cause, [first, second]: readonly [readonly Element[], readonly Element[]]): void {
    for (const [before, after] of this.groups.pairs(first, second)) this.graph.add(before, after, cause);
  }
}
