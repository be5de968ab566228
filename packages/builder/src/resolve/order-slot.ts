import { isClosedBetween } from "../bundle.ts";
import { type Slot } from "../nesting.ts";
import { type Rule, ruleText } from "../rule.ts";
import { type Elements } from "./elements.ts";
import { type Item } from "./item.ts";
import { type Cause, OrderGraph } from "./order-graph.ts";
import { type PlacementOrder } from "./seats.ts";

/** A demand about the order within one slot: all of `first` before all of `second`. */
interface Demand {
  readonly rule: Rule;
  readonly first: readonly Item[];
  readonly second: readonly Item[];
}

/** Which demands the order rules make inside which slots. A rule between two slots is checked later, not met here. */
export function demandsBySlot(rules: readonly Rule[], elements: Elements): ReadonlyMap<Slot, readonly Demand[]> {
  const demands = new Map<Slot, Demand[]>();
  for (const rule of rules) {
    if (rule.relation !== "before" && rule.relation !== "after") continue;
    const targets = new Map<Slot, Item[]>();
    for (const element of elements.select(rule.target)) {
      const { item, slot } = element;
      if (item === undefined || elements.matches(element, rule.subject)) continue;
      const inSlot = targets.get(slot);
      if (inSlot === undefined) targets.set(slot, [item]);
      else inSlot.push(item);
    }
    const subjects = new Map<Slot, Item[]>();
    for (const element of elements.select(rule.subject)) {
      const { item, slot } = element;
      if (item === undefined || !targets.has(slot)) continue;
      const inSlot = subjects.get(slot);
      if (inSlot === undefined) subjects.set(slot, [item]);
      else inSlot.push(item);
    }
    for (const [slot, inSlot] of subjects) {
      const others = targets.get(slot) ?? [];
      const [first, second] = rule.relation === "before" ? [inSlot, others] : [others, inSlot];
      const list = demands.get(slot);
      if (list === undefined) demands.set(slot, [{ rule, first, second }]);
      else list.push({ rule, first, second });
    }
  }
  return demands;
}

/** What became of one slot. */
export interface SlotOrder {
  readonly order: readonly Item[];
  /** The slot's demands contradict each other: the causes of a shortest cycle. */
  readonly conflict?: readonly Cause[];
  /** Weak rules that were not admitted, with what went before them. */
  readonly lost: ReadonlyMap<Rule, readonly Cause[]>;
}

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
 * Puts the items of one slot in order: placements and strong rules decide, then weak rules, admitted one after the other in
 * canonical order as long as they contradict nothing, then the canonical order of the items.
 */
export function orderSlot(
  items: readonly Item[],
  placements: readonly PlacementOrder[],
  demands: readonly Demand[],
): SlotOrder {
  const lost = new Map<Rule, readonly Cause[]>();
  if (items.length === 1) return { order: items, lost };
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
  for (const { rule, first, second } of demands) {
    if (rule.strength === "strong") graph.add(...apart(nodes(first), nodes(second)), causeOf(rule));
  }
  for (const { rule, first, second } of demands) {
    if (rule.strength === "strong") continue;
    const [before, after] = apart(nodes(first), nodes(second));
    const beatenBy = graph.path(after, before);
    if (beatenBy === undefined) graph.add(before, after, causeOf(rule));
    else lost.set(rule, beatenBy);
  }
  const sorted = graph.sort();
  if (!sorted.ok) return { order: items, conflict: sorted.cycle, lost };
  return { order: sorted.order.flatMap((index) => groups[index] as readonly Item[]), lost };
}
