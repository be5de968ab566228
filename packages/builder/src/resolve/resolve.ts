import { type Diagnostic, type Owner } from "@passwright/core";
import { type Contribution } from "../contribution.ts";
import { slotAfter, slotBefore, slotOf } from "../nesting.ts";
import { type Plan, type PlanStep } from "../plan.ts";
import { type Rule } from "../rule.ts";
import { type Spine } from "../spine.ts";
import { checkRule } from "./check-rules.ts";
import { type Element, Elements } from "./elements.ts";
import { groupNests } from "./group-nests.ts";
import { compareContributions, type Item } from "./item.ts";
import { demandsBySlot, orderSlot } from "./order-slot.ts";
import { groupBySlot, type PlacementOrder, Seating } from "./seats.ts";

/** All that a plan depends on. */
export interface ResolveInput {
  readonly framework: Owner;
  readonly spine: Spine;
  readonly contributions: readonly Contribution[];
  readonly rules: readonly Rule[];
}

/** A plan, unless there were errors; warnings and remarks come with a plan as well. */
export interface Resolution {
  readonly plan?: Plan;
  readonly diagnostics: readonly Diagnostic[];
}

function compareRules(left: Rule, right: Rule): number {
  if (left.party !== right.party) return left.party < right.party ? -1 : 1;
  return left.index - right.index;
}

/** The placement orders by the slot that they are about. */
function ordersBySlot(orders: readonly PlacementOrder[]): ReadonlyMap<number, PlacementOrder[]> {
  const bySlot = new Map<number, PlacementOrder[]>();
  for (const order of orders) {
    const slot = (order.placed[0] as Item).slot;
    const list = bySlot.get(slot);
    if (list === undefined) bySlot.set(slot, [order]);
    else list.push(order);
  }
  return bySlot;
}

/** All elements, the framework's steps and the items between them, in the final order; extension points included. */
function sequence(spine: Spine, inSlot: (slot: number) => readonly Item[], elements: Elements): Element[] {
  const order: Element[] = [];
  const place = (slot: number): void => {
    for (const item of inSlot(slot)) order.push(elements.ofItem.get(item) as Element);
  };
  spine.steps.forEach((step, index) => {
    place(slotBefore(index));
    order.push(elements.ofStep.get(step) as Element);
    place(slotOf(index));
    place(slotAfter(index));
  });
  place(slotBefore(spine.steps.length));
  order.forEach((element, position) => (element.position = position));
  return order;
}

function planSteps(order: readonly Element[]): PlanStep[] {
  const sources = order.map(({ source }) => source);
  const nests = groupNests(sources.map((source) => ("step" in source ? source.step.nests : source.item.nests)));
  return order.map((element, index) => {
    const { source, address, because } = element;
    const own = { pass: element.name, address, types: element.types, nests: nests[index] ?? [], because };
    if ("step" in source) {
      const { kind, options, origin } = source.step;
      return { kind, options, origin, ...own };
    }
    const { options, origin } = source.item.contribution;
    return { kind: "pass", options, origin, ...own };
  });
}

/**
 * Makes the plan: a pure function of its input. The same contributions and rules in any order give the same plan and the
 * same diagnostics.
 *
 * The framework's steps keep their order. Contributions are settled into slots between them, each slot is put in order by
 * itself, and the rules are checked on the whole. Strong rules that cannot hold are errors: there is no plan then.
 */
export function resolve(input: ResolveInput): Resolution {
  const { spine, framework } = input;
  const contributions = [...input.contributions].sort(compareContributions);
  const rules = [...input.rules].sort(compareRules);
  const seats = new Seating(spine, contributions).run();
  const diagnostics: Diagnostic[] = [...seats.diagnostics];
  const elements = new Elements(spine, seats.items);
  const demands = demandsBySlot(rules, elements);
  const placements = ordersBySlot(seats.orders);
  const slots = new Map<number, readonly Item[]>();
  for (const [slot, items] of groupBySlot(seats.items)) {
    const { order, diagnostic } = orderSlot(items, placements.get(slot) ?? [], demands.get(slot) ?? []);
    if (diagnostic !== undefined) diagnostics.push(diagnostic);
    slots.set(slot, order);
  }
  const hasConflict = diagnostics.some(({ severity }) => severity === "error");
  const order = sequence(spine, (slot) => slots.get(slot) ?? [], elements);
  for (const rule of hasConflict ? [] : rules) {
    const problem = checkRule(rule, elements);
    if (problem !== undefined) diagnostics.push(problem);
  }
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics };
  return { plan: { framework, anchor: spine.anchor, steps: planSteps(order) }, diagnostics };
}
