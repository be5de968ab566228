import type { Rule } from "../rules/rule.ts";
import { isClosedBetween } from "../steps/bundle.ts";
import type { Cause, Lost } from "./cause.ts";
import type { Element } from "./element.ts";
import type { Exclusion } from "./exclusions.ts";
import type { Admitted } from "./note-rules.ts";
import { OrderGraph } from "./order-graph.ts";
import type { PlacementOrder } from "./default-order.ts";
import { getOrMake } from "../maps.ts";

/** Order demand between numbered groups: all groups of `first` must precede all groups of `second`. */
export type GroupPair = readonly [first: readonly number[], second: readonly number[]];

/** Numbers of the groups that contain the steps of a list. */
interface Numbers {
  readonly set: ReadonlySet<number>;
  readonly list: readonly number[];
}

/** Steps of a slot in groups that stay together: the members of a closed bundle, or a single pass. */
export class SlotGroups {
  readonly groups: readonly (readonly Element[])[];
  readonly #numbers: readonly number[];
  /** Cached numbers, so that demands with the same list of steps share the barriers of a graph. */
  readonly #numbersOf = new Map<readonly Element[], Numbers>();

  /** Groups the steps of a slot. The `position` of each step must already be set. */
  constructor(elements: readonly Element[]) {
    const groups: Element[][] = [];
    this.#numbers = elements.map((element) => {
      const last = groups.at(-1);
      if (last !== undefined && isClosedBetween((last[0] as Element).bundle, element.bundle)) last.push(element);
      else groups.push([element]);
      return groups.length - 1;
    });
    this.groups = groups;
  }

  numberOf(element: Element): number {
    return this.#numbers[element.position] as number;
  }

  /**
   * Converts the demand that all of `first` precede all of `second` to demands between groups. The result omits two
   * kinds of pairs: a group with itself, and two groups that both contain steps of `first` and steps of `second`.
   * Omitted pairs can contradict the demand, so callers must also call {@link allows}.
   */
  pairs(first: readonly Element[], second: readonly Element[]): readonly GroupPair[] {
    const [left, right] = [this.#of(first), this.#of(second)];
    const both = inBoth(left.set, right.set);
    if (both.size === 0) return [[left.list, right.list]];
    const without = ({ list }: Numbers): number[] => list.filter((number) => !both.has(number));
    const pairs: readonly GroupPair[] = [
      [without(left), right.list],
      [[...both], without(right)],
    ];
    return pairs.filter(([before, after]) => before.length > 0 && after.length > 0);
  }

  /** Returns whether the groups allow that all of `first` precede all of `second`, apart from other demands. */
  allows(first: readonly Element[], second: readonly Element[]): boolean {
    const [shared, ...more] = inBoth(this.#of(first).set, this.#of(second).set);
    if (shared === undefined) return true;
    const group = this.groups[shared] as readonly Element[];
    const lastOfFirst = group.findLastIndex((element) => first.includes(element));
    return more.length === 0 && lastOfFirst <= group.findIndex((element) => second.includes(element));
  }

  #of(elements: readonly Element[]): Numbers {
    return getOrMake(this.#numbersOf, elements, () => {
      const set = new Set(elements.map((element) => this.numberOf(element)));
      return { set, list: [...set] };
    });
  }
}

function inBoth(left: ReadonlySet<number>, right: ReadonlySet<number>): ReadonlySet<number> {
  const [smaller, larger] = left.size < right.size ? [left, right] : [right, left];
  return new Set([...smaller].filter((number) => larger.has(number)));
}

/** Requirement on the order (a demand): all steps of `first` must precede all steps of `second`. */
export type Option = readonly [first: readonly Element[], second: readonly Element[]];

/** Maximum number of options for which {@link Admission.admitOne} returns the contradicting causes. */
const MOST_EXPLAINED = 10;

/** Demand that is satisfied by any one of several orders. */
export interface EitherOrder {
  readonly cause: Rule | Exclusion;
  /** Returns the possible orders, preferred orders first, without the steps for which `skips` returns true. */
  readonly options: (skips?: (other: Element) => boolean) => Iterable<Option>;
  /** Step that occurs in all options. Absent if the options do not share a step. */
  readonly subject?: Element;
}

/** Demands admitted for the order of one slot. Only demands added without a check can contradict others. */
export class Admission {
  readonly groups: SlotGroups;
  readonly graph: OrderGraph<Cause>;
  readonly admitted: Admitted[];
  /**
   * Cached results, by key of the demand: `undefined` if the demand was admitted, or the causes that contradict it.
   * Results are cached because many contributors can add the same rule about types. Cached results stay valid, because
   * demands are never removed.
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

  copy(): Admission {
    return new Admission([], this);
  }

  place({ side, placed, targets }: PlacementOrder): void {
    for (const element of placed) this.#add(element, side === "before" ? [[element], targets] : [targets, [element]]);
  }

  demand(rule: Rule, first: readonly Element[], second: readonly Element[]): void {
    const key = this.#keyOf(first, second);
    if (!this.#decided.has(key)) {
      this.#decided.set(key, undefined);
      this.#add(rule, [first, second]);
    }
    this.admitted.push({ rule, first, second });
  }

  /** Adds a demand, or returns the causes of earlier demands that imply the opposite order. */
  admit(cause: Rule | Exclusion, first: readonly Element[], second: readonly Element[]): readonly Cause[] | undefined {
    const beatenBy = this.refusal(first, second);
    if (beatenBy !== undefined) return beatenBy;
    const key = this.#keyOf(first, second);
    if (!this.#decided.has(key)) this.#add(cause, [first, second]);
    this.#decided.set(key, undefined);
    if ("strength" in cause) this.admitted.push({ rule: cause, first, second });
    return undefined;
  }

  /** Returns the causes of earlier demands that imply the opposite order, or `undefined` if there are none. */
  refusal(first: readonly Element[], second: readonly Element[]): readonly Cause[] | undefined {
    const key = this.#keyOf(first, second);
    if (this.#decided.has(key)) return this.#decided.get(key);
    const beatenBy = this.#contradicting(first, second);
    if (beatenBy !== undefined) this.#decided.set(key, beatenBy);
    return beatenBy;
  }

  #contradicting(first: readonly Element[], second: readonly Element[]): readonly Cause[] | undefined {
    // Refuses demands that contradict the order of members in a closed bundle, which cannot change.
    if (!this.groups.allows(first, second)) return [];
    for (const [before, after] of this.groups.pairs(first, second)) {
      const beatenBy = this.graph.path(after, before);
      if (beatenBy !== undefined) return beatenBy;
    }
    return undefined;
  }

  /** Adds the first option that does not contradict earlier demands, or returns the causes of these demands. */
  admitOne({ cause, options, subject }: EitherOrder): readonly Cause[] | undefined {
    const [preferred] = options();
    if (preferred === undefined || this.admit(cause, ...preferred) === undefined) return undefined;
    // Skips options that earlier demands contradict, without searching for a path for each option.
    const isBeaten =
      subject && this.graph.reach(this.groups.numberOf(subject), subject === preferred[0][0] ? "before" : "after");
    for (const option of options(isBeaten && ((other) => isBeaten(this.groups.numberOf(other)))))
      if (this.admit(cause, ...option) === undefined) return undefined;
    const beatenBy = new Set<Cause>();
    let explained = 0;
    for (const option of options()) {
      if (explained++ === MOST_EXPLAINED) break;
      for (const one of this.refusal(...option) ?? []) beatenBy.add(one);
    }
    return [...beatenBy];
  }

  /** Returns a key for a demand. Lists are identified by object, because equal selectors share one list. */
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

/** Maximum number of options to try for one slot if the preferred options contradict each other. */
const MOST_TRIED = 1000;

/**
 * Admits one option of each choice. Handles the choices in order, and prefers the first options of a choice. `lost`
 * contains each choice for which no option is possible. The key is the rule or exclusion of the choice. The value
 * contains the causes that contradict this rule or exclusion.
 */
export function choose(
  start: Admission,
  choices: readonly EitherOrder[],
): { readonly admission: Admission; readonly lost: Lost } {
  const lost = new Map<EitherOrder["cause"], readonly Cause[]>();
  if (choices.length === 0) return { admission: start, lost };
  const admission = start.copy();
  for (const choice of choices) {
    const beatenBy = admission.admitOne(choice);
    if (beatenBy !== undefined) lost.set(choice.cause, beatenBy);
  }
  if (lost.size === 0) return { admission, lost };
  const found = search(
    start,
    choices.filter(({ options }) => options()[Symbol.iterator]().next().done !== true),
    0,
    { left: MOST_TRIED },
  );
  return found === undefined ? { admission, lost } : { admission: found, lost: new Map() };
}

function search(
  admission: Admission,
  choices: readonly EitherOrder[],
  at: number,
  tries: { left: number },
): Admission | undefined {
  const choice = choices[at];
  if (choice === undefined) return admission;
  for (const option of choice.options()) {
    if (tries.left-- <= 0) return undefined;
    if (admission.refusal(...option) !== undefined) continue;
    const next = admission.copy();
    next.admit(choice.cause, ...option);
    const found = search(next, choices, at + 1, tries);
    if (found !== undefined) return found;
  }
  return undefined;
}
