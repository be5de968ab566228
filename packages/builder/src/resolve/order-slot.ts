import { isClosedBetween } from "../bundle.ts";
import { type Slot } from "../nesting.ts";
import { originText } from "../origin.ts";
import { type Rule, ruleText } from "../rule.ts";
import { type Element } from "./element.ts";
import { type Elements } from "./elements.ts";
import { type Item } from "./item.ts";
import { type Cause, OrderGraph } from "./order-graph.ts";
import { type PlacementOrder } from "./seats.ts";

/** What a rule demands of the order within one slot. */
type Demand =
  /** All of `first` before all of `second`. */
  | { readonly kind: "all"; readonly rule: Rule; readonly first: readonly Item[]; readonly second: readonly Item[] }
  /** One of `targets` before or after `subject`, which has none elsewhere. */
  | { readonly kind: "some"; readonly rule: Rule; readonly subject: Item; readonly targets: readonly Item[] };

const itemsOf = (elements: readonly Element[]): Item[] => elements.flatMap(({ item }) => item ?? []);

/** `before` and `after`, where subjects and targets meet. */
function orderDemands(rule: Rule, elements: Elements): [Slot, Demand][] {
  const [subjects, targets] = [elements.slotsOf(rule.subject).bySlot, elements.slotsOf(rule.target).bySlot];
  const fewer = subjects.size < targets.size ? subjects : targets;
  const demands: [Slot, Demand][] = [];
  for (const slot of fewer.keys()) {
    const mine = itemsOf(subjects.get(slot) ?? []);
    const others = itemsOf((targets.get(slot) ?? []).filter((each) => !elements.matches(each, rule.subject)));
    if (mine.length === 0 || others.length === 0) continue;
    const [first, second] = rule.relation === "before" ? [mine, others] : [others, mine];
    demands.push([slot, { kind: "all", rule, first, second }]);
  }
  return demands;
}

/** `beforeSome` and `afterSome`, where a subject has no target but those that it meets. */
function presenceDemands(rule: Rule, elements: Elements): [Slot, Demand][] {
  const { earliest, latest, bySlot } = elements.slotsOf(rule.target);
  const slot = rule.relation === "afterSome" ? earliest : latest;
  const targets = itemsOf(bySlot.get(slot) ?? []);
  const subjects = itemsOf(elements.slotsOf(rule.subject).bySlot.get(slot) ?? []);
  return subjects.map((subject): [Slot, Demand] => {
    const others = targets.filter((target) => target !== subject);
    return [slot, { kind: "some", rule, subject, targets: others }];
  });
}

/** What the rules demand inside which slots. What they demand between two slots is checked later, not met here. */
export function demandsBySlot(rules: readonly Rule[], elements: Elements): ReadonlyMap<Slot, readonly Demand[]> {
  const demands = new Map<Slot, Demand[]>();
  for (const rule of rules) {
    const isOrder = rule.relation === "before" || rule.relation === "after";
    for (const [slot, demand] of isOrder ? orderDemands(rule, elements) : presenceDemands(rule, elements)) {
      const list = demands.get(slot);
      if (list === undefined) demands.set(slot, [demand]);
      else list.push(demand);
    }
  }
  return demands;
}

/** What became of one slot. */
export interface SlotOrder {
  readonly order: readonly Item[];
  /** The slot's demands contradict each other: the causes of a shortest cycle. */
  readonly conflict?: readonly Cause[];
  /** Rules that were not admitted, with what went before them. */
  readonly lost: ReadonlyMap<Rule, readonly Cause[]>;
  /** Rules that put items in another order than the canonical one, by the item that they are about. */
  readonly ruled: ReadonlyMap<Item, readonly string[]>;
}

/** What a rule did to its subjects, in words, if the canonical order would not have kept it anyway. */
function noteRule(
  { rule, first, second }: Demand & { kind: "all" },
  canonical: (item: Item) => number,
  notes: Map<Item, string[]>,
): void {
  const isAfter = rule.relation === "after";
  const [subjects, targets] = isAfter ? [second, first] : [first, second];
  for (const subject of subjects) {
    const turned = targets.filter((target) => canonical(subject) < canonical(target) === isAfter);
    if (turned.length === 0) continue;
    const names = turned.map(({ address }) => `\`${address}\``).join(", ");
    const note = `${rule.relation} ${names}, by a ${rule.strength} rule: "${rule.reason}" (${originText(rule.origin)})`;
    notes.set(subject, [...(notes.get(subject) ?? []), note]);
  }
}

const isStrong = ({ rule }: Demand): boolean => rule.strength === "strong";

/** Items that stand together as one: the members of a closed bundle, or an item by itself. */
function groupItems(items: readonly Item[]): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  for (const item of items) {
    const { bundle } = item.contribution;
    const last = groups.at(-1);
    if (last !== undefined && isClosedBetween((last[0] as Item).contribution.bundle, bundle)) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/**
 * Puts the items of one slot in order. Placements and strong rules about order decide. Then what strong rules want to be
 * there, and then weak rules, are admitted one after the other, in canonical order, as long as they contradict nothing; of
 * several passes that would do, the first is taken that can be. Then the canonical order of the items decides.
 */
export function orderSlot(
  items: readonly Item[],
  placements: readonly PlacementOrder[],
  demands: readonly Demand[],
): SlotOrder {
  const lost = new Map<Rule, readonly Cause[]>();
  const ruled = new Map<Item, string[]>();
  if (items.length === 1) return { order: items, lost, ruled };
  const groups = groupItems(items);
  const graph = new OrderGraph(groups.length);
  const node = new Map(groups.flatMap((group, index) => group.map((item) => [item, index] as const)));
  const nodes = (list: readonly Item[]): number[] => [...new Set(list.map((item) => node.get(item) as number))];
  const apart = (first: readonly number[], second: readonly number[]): [number[], number[]] => [
    first.filter((one) => !second.includes(one)),
    second.filter((one) => !first.includes(one)),
  ];
  for (const { side, placed, targets } of placements) {
    for (const item of placed) {
      const { contribution } = item;
      const cause = { text: `\`${contribution.pass.name}\` is placed ${item.because}`, origin: contribution.origin };
      const [mine, theirs] = apart(nodes([item]), nodes(targets));
      if (side === "before") graph.add(mine, theirs, cause);
      else graph.add(theirs, mine, cause);
    }
  }
  const causeOf = (rule: Rule): Cause => ({ text: `${ruleText(rule)}: "${rule.reason}"`, origin: rule.origin });
  /** Adds a demand unless the contrary follows already; answers why that is. */
  const admit = (rule: Rule, first: readonly Item[], second: readonly Item[]): readonly Cause[] | undefined => {
    const [before, after] = apart(nodes(first), nodes(second));
    const beatenBy = graph.path(after, before);
    if (beatenBy === undefined) graph.add(before, after, causeOf(rule));
    return beatenBy;
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
  const [strong, weak] = [demands.filter(isStrong), demands.filter((demand) => !isStrong(demand))];
  for (const demand of strong) {
    if (demand.kind === "all") graph.add(...apart(nodes(demand.first), nodes(demand.second)), causeOf(demand.rule));
  }
  for (const demand of [...strong, ...weak]) {
    if (demand.kind === "all" && isStrong(demand)) continue;
    const beatenBy = demand.kind === "all" ? admit(demand.rule, demand.first, demand.second) : admitOne(demand);
    if (beatenBy !== undefined) lost.set(demand.rule, beatenBy);
  }
  const sorted = graph.sort();
  if (!sorted.ok) return { order: items, conflict: sorted.cycle, lost, ruled };
  for (const demand of demands) {
    if (demand.kind !== "all" || lost.has(demand.rule)) continue;
    noteRule(demand, (item) => node.get(item) as number, ruled);
  }
  return { order: sorted.order.flatMap((index) => groups[index] as readonly Item[]), lost, ruled };
}
