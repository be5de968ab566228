import { type Rule, ruleText } from "../rule.ts";
import { type Element } from "./element.ts";
import { type Elements } from "./elements.ts";
import { type Item } from "./item.ts";
import { type Admitted, noteRules } from "./note-rules.ts";
import { type Cause, OrderGraph } from "./order-graph.ts";
import { type PlacementOrder } from "./seats.ts";
import { GapGroups } from "./gap-groups.ts";

/** What a rule demands of the order within one gap. */
type Demand =
  /** All of `first` before all of `second`. */
  | { readonly kind: "all"; readonly rule: Rule; readonly first: readonly Item[]; readonly second: readonly Item[] }
  /** One of `targets` before or after `subject`, which has none elsewhere. */
  | { readonly kind: "some"; readonly rule: Rule; readonly subject: Item; readonly targets: readonly Item[] };

function itemsOf(elements: readonly Element[]): Item[] {
  const items: Item[] = [];
  for (const { item } of elements) if (item !== undefined) items.push(item);
  return items;
}

type Add = (gap: number, demand: Demand) => void;

/** `before` and `after`, where subjects and targets meet. */
function orderDemands(rule: Rule, elements: Elements, add: Add): void {
  const [subjects, targets] = [elements.gapsOf(rule.subject).byGap, elements.gapsOf(rule.target).byGap];
  const fewer = subjects.size < targets.size ? subjects : targets;
  for (const gap of fewer.keys()) {
    const [own, others] = [subjects.get(gap), targets.get(gap)];
    if (own === undefined || others === undefined) continue;
    const mine = itemsOf(own);
    const theirs = itemsOf(others.filter((each) => !elements.matches(each, rule.subject)));
    if (theirs.length === 0) continue;
    const [first, second] = rule.relation === "before" ? [mine, theirs] : [theirs, mine];
    add(gap, { kind: "all", rule, first, second });
  }
}

/** `beforeSome` and `afterSome`, where a subject has no target but those that it meets. */
function presenceDemands(rule: Rule, elements: Elements, add: Add): void {
  const { earliest, latest, byGap } = elements.gapsOf(rule.target);
  const gap = rule.relation === "afterSome" ? earliest : latest;
  const [subjects, there] = [elements.gapsOf(rule.subject).byGap.get(gap), byGap.get(gap)];
  if (subjects === undefined || there === undefined) return;
  const targets = itemsOf(there);
  for (const subject of itemsOf(subjects)) {
    add(gap, { kind: "some", rule, subject, targets: targets.filter((target) => target !== subject) });
  }
}

/** What the rules demand inside which gaps. What they demand between two gaps is checked later, not met here. */
export function demandsByGap(rules: readonly Rule[], elements: Elements): ReadonlyMap<number, readonly Demand[]> {
  const demands = new Map<number, Demand[]>();
  const add: Add = (gap, demand) => {
    const list = demands.get(gap);
    if (list === undefined) demands.set(gap, [demand]);
    else list.push(demand);
  };
  for (const rule of rules) {
    if (rule.relation === "before" || rule.relation === "after") orderDemands(rule, elements, add);
    else presenceDemands(rule, elements, add);
  }
  return demands;
}

/** What became of one gap. */
export interface GapOrder {
  readonly order: readonly Item[];
  /** The gap's demands contradict each other: the causes of a shortest cycle. */
  readonly conflict?: readonly Cause[];
  /** Rules that were not admitted, with what went before them. */
  readonly lost: ReadonlyMap<Rule, readonly Cause[]>;
  /** What rules did to the order, by the item that they are about. */
  readonly ruled: ReadonlyMap<Item, readonly string[]>;
}

const UNRULED = { lost: new Map<Rule, readonly Cause[]>(), ruled: new Map<Item, readonly string[]>() } as const;

const isStrong = ({ rule }: Demand): boolean => rule.strength === "strong";

/**
 * Puts the items of one gap, given in their default order, in order. Placements and strong rules about order decide. Then what strong rules want to be
 * there, and then weak rules, are admitted one after the other, in canonical order, as long as they contradict nothing; of
 * several passes that would do, the first is taken that can be. Then the default order decides.
 */
export function orderGap(
  items: readonly Item[],
  placements: readonly PlacementOrder[],
  demands: readonly Demand[],
): GapOrder {
  if (items.length === 1 || (placements.length === 0 && demands.length === 0)) {
    return { order: items, ...UNRULED };
  }
  const lost = new Map<Rule, readonly Cause[]>();
  const groups = new GapGroups(items);
  const graph = new OrderGraph(groups.groups.length);
  for (const { side, placed, targets } of placements) {
    for (const item of placed) {
      const { contribution } = item;
      const cause = { text: `\`${contribution.pass.name}\` is placed ${item.because}`, origin: contribution.origin };
      const pairs = side === "before" ? groups.pairs([item], targets) : groups.pairs(targets, [item]);
      for (const [before, after] of pairs) graph.add(before, after, cause);
    }
  }
  const unruled = demands.length === 0 ? undefined : graph.sort();
  const admitted: Admitted[] = [];
  const causeOf = (rule: Rule): Cause => ({ text: `${ruleText(rule)}: "${rule.reason}"`, origin: rule.origin });
  const demand = (rule: Rule, first: readonly Item[], second: readonly Item[]): void => {
    for (const [before, after] of groups.pairs(first, second)) graph.add(before, after, causeOf(rule));
    admitted.push({ rule, first, second });
  };
  /** Adds a demand unless the contrary follows already; answers why that is. */
  const admit = (rule: Rule, first: readonly Item[], second: readonly Item[]): readonly Cause[] | undefined => {
    // The members of a closed bundle stand as they were given: then nothing more is to be said than where they are.
    if (!groups.allows(first, second)) return [];
    for (const [before, after] of groups.pairs(first, second)) {
      const beatenBy = graph.path(after, before);
      if (beatenBy !== undefined) return beatenBy;
    }
    demand(rule, first, second);
    return undefined;
  };
  /** Of several that would do, the first that can be. */
  const admitOne = ({ rule, subject, targets }: Demand & { kind: "some" }): readonly Cause[] | undefined => {
    let beatenBy: readonly Cause[] | undefined;
    for (const target of targets) {
      const [first, second] = rule.relation === "afterSome" ? [target, subject] : [subject, target];
      const reasons = admit(rule, [first], [second]);
      if (reasons === undefined) return undefined;
      beatenBy ??= reasons;
    }
    return beatenBy;
  };
  const [strong, weak] = [demands.filter(isStrong), demands.filter((each) => !isStrong(each))];
  for (const each of strong) if (each.kind === "all") demand(each.rule, each.first, each.second);
  for (const each of [...strong, ...weak]) {
    if (each.kind === "all" && isStrong(each)) continue;
    const beatenBy = each.kind === "all" ? admit(each.rule, each.first, each.second) : admitOne(each);
    if (beatenBy !== undefined) lost.set(each.rule, beatenBy);
  }
  const sorted = graph.sort();
  if (!sorted.ok) return { order: items, conflict: sorted.cycle, lost, ruled: new Map() };
  const order = sorted.order.flatMap((index) => groups.groups[index] as readonly Item[]);
  if (unruled === undefined || !unruled.ok) return { order, lost, ruled: new Map() };
  const rank = new Map(unruled.order.map((index, position) => [index, position]));
  return { order, lost, ruled: noteRules(admitted, (item) => rank.get(groups.numberOf(item)) as number) };
}
