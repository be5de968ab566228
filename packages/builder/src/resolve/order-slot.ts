import { type Diagnostic } from "@passwright/core";
import * as errors from "../errors.ts";
import { type Slot } from "../nesting.ts";
import { type Rule, ruleText } from "../rule.ts";
import { type Elements } from "./elements.ts";
import { type Item } from "./item.ts";
import { OrderGraph } from "./order-graph.ts";
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
      if (!("item" in element.source) || elements.matches(element, rule.subject)) continue;
      const inSlot = targets.get(element.slot);
      if (inSlot === undefined) targets.set(element.slot, [element.source.item]);
      else inSlot.push(element.source.item);
    }
    const subjects = new Map<Slot, Item[]>();
    for (const element of elements.select(rule.subject)) {
      if (!("item" in element.source) || !targets.has(element.slot)) continue;
      const inSlot = subjects.get(element.slot);
      if (inSlot === undefined) subjects.set(element.slot, [element.source.item]);
      else inSlot.push(element.source.item);
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

/**
 * Puts the items of one slot in order: placements and strong rules decide, then weak rules, admitted one after the other in
 * canonical order as long as they contradict nothing, then the canonical order of the items. A weak rule that was not
 * admitted is reported by the check of the finished pipeline.
 */
export function orderSlot(
  items: readonly Item[],
  placements: readonly PlacementOrder[],
  demands: readonly Demand[],
): { readonly order: readonly Item[]; readonly diagnostic?: Diagnostic } {
  if (items.length === 1) return { order: items };
  const graph = new OrderGraph(items.length);
  const node = new Map(items.map((item, index) => [item, index]));
  const nodes = (list: readonly Item[]): number[] => list.map((item) => node.get(item) as number);
  for (const { side, placed, targets } of placements) {
    for (const item of placed) {
      const { contribution } = item;
      const cause = { text: `\`${contribution.pass.name}\` is placed ${item.because}`, origin: contribution.origin };
      if (side === "before") graph.add(nodes([item]), nodes(targets), cause);
      else graph.add(nodes(targets), nodes([item]), cause);
    }
  }
  const add = ({ rule, first, second }: Demand): void =>
    graph.add(nodes(first), nodes(second), { text: `${ruleText(rule)}: "${rule.reason}"`, origin: rule.origin });
  for (const demand of demands) if (demand.rule.strength === "strong") add(demand);
  for (const demand of demands) {
    if (demand.rule.strength === "weak" && !graph.hasPath(nodes(demand.second), nodes(demand.first))) add(demand);
  }
  const sorted = graph.sort();
  if (!sorted.ok) return { order: items, diagnostic: errors.conflict(sorted.cycle) };
  return { order: sorted.order.map((index) => items[index] as Item) };
}
