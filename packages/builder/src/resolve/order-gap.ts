import type { Rule } from "../rules/rule.ts";
import { toldCause } from "./cause.ts";
import type { Cause, ToldCause } from "./cause.ts";
import type { Demand } from "./demands.ts";
import { number } from "./element.ts";
import type { Element } from "./element.ts";
import { GapGroups } from "./gap-groups.ts";
import { noteRules } from "./note-rules.ts";
import type { Admitted } from "./note-rules.ts";
import { OrderGraph } from "./order-graph.ts";
import { sortKeepingOwnOrder } from "./own-order.ts";
import type { PlacementOrder } from "./seats.ts";

/** What became of one gap. */
export interface GapOrder {
  readonly order: readonly Element[];
  /** The gap's demands contradict each other: the causes of a shortest cycle. */
  readonly conflict?: readonly ToldCause[];
  /** Rules that were not admitted, with what went before them. */
  readonly lost: ReadonlyMap<Rule, readonly Cause[]>;
  /** What rules did to the order, by the pass that they are about. */
  readonly ruled: ReadonlyMap<Element, readonly string[]>;
}

const UNRULED = { lost: new Map<Rule, readonly Cause[]>(), ruled: new Map<Element, readonly string[]>() } as const;

const isStrong = ({ rule }: Demand): boolean => rule.strength === "strong";

/** Whether passes already are where they were placed. */
function isKept({ side, placed, targets }: PlacementOrder): boolean {
  const [first, second] = side === "before" ? [placed, targets] : [targets, placed];
  const last = first.reduce((latest, { position }) => Math.max(latest, position), -1);
  return second.every(({ position }) => last < position);
}

/** The demands of one gap that are admitted so far. */
class Admission {
  readonly groups: GapGroups;
  readonly graph: OrderGraph<Cause>;
  readonly admitted: Admitted[] = [];
  /** By the groups that are ordered: the reasons against a demand, or `undefined` if it was admitted. */
  readonly #decided = new Map<string, readonly Cause[] | undefined>();

  constructor(elements: readonly Element[]) {
    this.groups = new GapGroups(elements);
    this.graph = new OrderGraph(this.groups.groups.length);
  }

  place({ side, placed, targets }: PlacementOrder): void {
    for (const element of placed) this.#add(element, side === "before" ? [[element], targets] : [targets, [element]]);
  }

  /** Adds a demand, come what may. */
  demand(rule: Rule, first: readonly Element[], second: readonly Element[]): void {
    this.#add(rule, [first, second]);
    this.admitted.push({ rule, first, second });
  }

  /** Adds a demand unless the contrary follows already; answers why that is. */
  admit(rule: Rule, first: readonly Element[], second: readonly Element[]): readonly Cause[] | undefined {
    // The members of a closed bundle stand as they were given: then nothing more is to be said than where they are.
    if (!this.groups.allows(first, second)) return [];
    const pairs = this.groups.pairs(first, second);
    // Many contributors may state the same rule about types. The first one decides: demands are only ever added.
    const key = pairs.map(([before, after]) => `${before.join()}<${after.join()}`).join(";");
    if (!this.#decided.has(key)) this.#decided.set(key, this.#decide(rule, pairs));
    const beatenBy = this.#decided.get(key);
    if (beatenBy === undefined) this.admitted.push({ rule, first, second });
    return beatenBy;
  }

  /** Adds demands unless the contrary of one follows already; returns why that is. */
  #decide(rule: Rule, pairs: ReturnType<GapGroups["pairs"]>): readonly Cause[] | undefined {
    for (const [before, after] of pairs) {
      const beatenBy = this.graph.path(after, before);
      if (beatenBy !== undefined) return beatenBy;
    }
    for (const [before, after] of pairs) this.graph.add(before, after, rule);
    return undefined;
  }

  /** Of several that would do, the first that can be; first those that leave their contributor's order as it is. */
  admitOne({ rule, subject, targets }: Demand & { kind: "some" }): readonly Cause[] | undefined {
    let beatenBy: readonly Cause[] | undefined;
    const isAfter = rule.relation === "afterSome";
    const turns = (target: Element): boolean =>
      target.contribution?.party === subject.contribution?.party &&
      (isAfter ? target.position > subject.position : target.position < subject.position);
    for (const target of [...targets.filter((each) => !turns(each)), ...targets.filter(turns)]) {
      const [first, second] = isAfter ? [target, subject] : [subject, target];
      const reasons = this.admit(rule, [first], [second]);
      if (reasons === undefined) return undefined;
      beatenBy ??= reasons;
    }
    return beatenBy;
  }

  #add(cause: Cause, [first, second]: readonly [readonly Element[], readonly Element[]]): void {
    for (const [before, after] of this.groups.pairs(first, second)) this.graph.add(before, after, cause);
  }
}

/**
 * Puts what is in one gap, given in its default order, in order. Placements and strong rules about order decide. Then what
 * strong rules want to be there, and then weak rules, are admitted one after the other, in canonical order, as long as they
 * contradict nothing; of several passes that would do, the first is taken that can be. Then each contributor's own order is
 * kept as far as that goes, and the default order decides.
 */
export function orderGap(
  elements: readonly Element[],
  placements: readonly PlacementOrder[],
  demands: readonly Demand[],
): GapOrder {
  number(elements);
  // Most gaps are so, and an order that keeps everything is the smallest that does.
  if (demands.length === 0 && placements.every(isKept)) return { order: elements, ...UNRULED };
  const lost = new Map<Rule, readonly Cause[]>();
  const admission = new Admission(elements);
  const { graph, groups, admitted } = admission;
  for (const placement of placements) admission.place(placement);
  const unruled = demands.length === 0 ? undefined : sortKeepingOwnOrder(graph, groups.groups);
  const strong = demands.filter(isStrong);
  for (const each of strong) if (each.kind === "all") admission.demand(each.rule, each.first, each.second);
  const admit = (each: Demand): void => {
    const beatenBy =
      each.kind === "all" ? admission.admit(each.rule, each.first, each.second) : admission.admitOne(each);
    if (beatenBy !== undefined) lost.set(each.rule, beatenBy);
  };
  for (const each of strong) if (each.kind === "some") admit(each);
  for (const each of demands) if (!isStrong(each)) admit(each);
  const sorted = sortKeepingOwnOrder(graph, groups.groups);
  if (sorted === undefined) {
    const conflict = graph.shortestCycle().map(toldCause);
    return { order: elements, conflict, lost, ruled: UNRULED.ruled };
  }
  const order: Element[] = [];
  for (const number of sorted) order.push(...(groups.groups[number] as readonly Element[]));
  if (unruled === undefined || admitted.length === 0) return { order, lost, ruled: UNRULED.ruled };
  const rank = new Int32Array(unruled.length);
  unruled.forEach((number, position) => (rank[number] = position));
  return { order, lost, ruled: noteRules(admitted, (element) => rank[groups.numberOf(element)] as number) };
}
