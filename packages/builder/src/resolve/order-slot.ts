import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { originText } from "../contributions/origin.ts";
import { overruling } from "../rules/rule.ts";
import { Admission, choose } from "./admission.ts";
import type { EitherOrder, Option } from "./admission.ts";
import { describeCause } from "./cause.ts";
import type { Lost, DescribedCause } from "./cause.ts";
import type { Demand } from "./demands.ts";
import { setPositions } from "./element.ts";
import type { Element } from "./element.ts";
import { exclusionText, isOutside } from "./exclusions.ts";
import type { Exclusion } from "./exclusions.ts";
import type { Together } from "./homes.ts";
import { keepTogether } from "./keep-together.ts";
import { noteRules } from "./note-rules.ts";
import type { PlacementOrder } from "./default-order.ts";
import { OrderGraph } from "./order-graph.ts";
import { stronglyConnected } from "./strongly-connected.ts";
import { pushTo } from "../maps.ts";

export interface SlotOrder {
  readonly order: readonly Element[];
  readonly conflict?: Diagnostic;
  /** Maps each rule or exclusion that was dropped to the rules, exclusions and positions that contradict it. */
  readonly lost: Lost;
  /** For each step: notes about the effects of rules whose subject is this step. */
  readonly ruled: ReadonlyMap<Element, readonly string[]>;
}

const UNRULED = { lost: new Map() as Lost, ruled: new Map<Element, readonly string[]>() } as const;

const isStrong = ({ rule }: Demand): boolean => rule.strength === "strong";

/** Returns whether the default order already satisfies an order that requested positions require. */
function isKept({ side, placed, targets }: PlacementOrder): boolean {
  const [first, second] = side === "before" ? [placed, targets] : [targets, placed];
  const last = first.reduce((latest, { position }) => Math.max(latest, position), -1);
  return second.every(({ position }) => last < position);
}

/** Converts a demand for at least one target to a choice between orders, one for each target. */
function choiceOf(demand: Demand & { kind: "some" }): EitherOrder {
  // Options are computed on demand, because thousands of rules can each have thousands of targets, and most rules use
  // the first target.
  return { cause: demand.rule, subject: demand.subject, options: (skips) => optionsOf(demand, skips) };
}

/** Yields one order for each target. Orders that reverse the calls of one contributor come last. */
function* optionsOf(
  { rule, subject, targets }: Demand & { kind: "some" },
  skips?: (target: Element) => boolean,
): Generator<Option> {
  const isAfter = rule.relation === "afterSome";
  const turned: Option[] = [];
  for (const target of targets) {
    if (target === subject || skips?.(target) === true) continue;
    const option: Option = isAfter ? [[target], [subject]] : [[subject], [target]];
    const isOwn = target.contribution?.contributor === subject.contribution?.contributor;
    if (isOwn && isAfter === target.position > subject.position) turned.push(option);
    else yield option;
  }
  yield* turned;
}

function ranksIn(order: readonly Element[]): (element: Element) => number {
  const ranks = new Int32Array(order.length);
  order.forEach(({ position }, index) => (ranks[position] = index));
  return ({ position }) => ranks[position] as number;
}

/**
 * Converts an exclusion to a choice between the two sides of the bundle. `rank` returns the position of a step in a
 * draft of the order. The side that is nearer to the position of the excluded step comes first.
 */
function sidesOf(exclusion: Exclusion, rank: (element: Element) => number): EitherOrder {
  const { step, members, sides } = exclusion;
  const at = rank(step);
  const isAhead = 2 * members.filter((member) => rank(member) < at).length < members.length;
  const sorted = isAhead ? sides : sides.toReversed();
  const option = (side: "before" | "after"): Option => (side === "before" ? [[step], members] : [members, [step]]);
  return { cause: exclusion, options: () => sorted.map(option) };
}

/**
 * Orders the steps of one slot, which are given in default order. Placements and strong order rules always hold. Other
 * demands are admitted in canonical order, unless they contradict earlier demands: first strong presence rules, then
 * exclusions of bundles, then weak rules. If several passes can satisfy a demand, uses the first possible pass, unless
 * a strong demand requires a different pass. As far as the demands allow, the steps of one contributor keep the order
 * of its calls, and other steps stay in default order.
 */
export function orderSlot(
  elements: readonly Element[],
  placements: readonly PlacementOrder[],
  demands: readonly Demand[],
  exclusions: readonly Exclusion[] = [],
  together?: Together,
): SlotOrder {
  setPositions(elements);
  // Fast path for most slots: the default order satisfies all demands.
  if (!together && demands.length === 0 && placements.every(isKept) && exclusions.every((one) => isOutside(one)))
    return { order: elements, ...UNRULED };
  // First orders the steps without the exclusions, to find the side of each bundle that is nearer to the excluded step.
  const draft = exclusions.length === 0 ? undefined : orderSlot(elements, placements, demands, [], together);
  const drafted = ranksIn(draft?.order ?? elements);
  if (draft !== undefined && (draft.conflict !== undefined || exclusions.every((one) => isOutside(one, drafted))))
    return draft;
  const start = new Admission(elements);
  for (const placement of placements) start.place(placement);
  const isRuled = demands.length + exclusions.length > 0;
  const unruled = isRuled ? withOwnOrder(start.graph, start.groups.groups)?.order : undefined;
  const strong = demands.filter(isStrong);
  for (const each of strong) if (each.kind === "all") start.demand(each.rule, each.first, each.second);
  const choices = strong.flatMap((each) => (each.kind === "some" ? [choiceOf(each)] : []));
  const { admission, lost: without } = choose(start, [...choices, ...exclusions.map((one) => sidesOf(one, drafted))]);
  const { graph, groups, admitted } = admission;
  const lost = new Map(without);
  for (const each of demands) {
    if (isStrong(each)) continue;
    const beatenBy =
      each.kind === "all" ? admission.admit(each.rule, each.first, each.second) : admission.admitOne(choiceOf(each));
    if (beatenBy !== undefined) lost.set(each.rule, beatenBy);
  }
  const found = withOwnOrder(graph, groups.groups);
  if (found === undefined) {
    const conflict = conflictOf(graph.shortestCycle().map(describeCause));
    return { order: elements, conflict, lost, ruled: UNRULED.ruled };
  }
  const sorted = together ? keepTogether(found.order, found.demands, groups.groups, together) : found.order;
  const order: Element[] = [];
  for (const number of sorted) order.push(...(groups.groups[number] as readonly Element[]));
  if (unruled === undefined) return { order, lost, ruled: UNRULED.ruled };
  const ranks = new Int32Array(unruled.length);
  unruled.forEach((number, position) => (ranks[number] = position));
  const rank = (element: Element): number => ranks[groups.numberOf(element)] as number;
  const decisive = found.demands.decisiveIn(found.order).map(({ cause, first, second }) => ({
    cause,
    first: groups.groups[first] as readonly Element[],
    second: groups.groups[second] as readonly Element[],
  }));
  const ruled = new Map(noteRules(admitted, rank, decisive));
  for (const exclusion of exclusions) {
    if (lost.has(exclusion) || isOutside(exclusion, rank)) continue;
    const { step, origin } = exclusion;
    ruled.set(step, [...(ruled.get(step) ?? []), `${exclusionText(exclusion)} (${originText(origin)})`]);
  }
  return { order, lost, ruled };
}

function conflictOf(causes: readonly DescribedCause[]): Diagnostic {
  // The user's own rules do not need an override, because the user can remove them from the config.
  const numbered = causes.flatMap(({ rule }, index) =>
    rule === undefined || rule.origin.kind === "config"
      ? []
      : [`to ignore requirement ${index + 1}, add ${overruling(rule)} to the config`],
  );
  const help = ["remove one of these requirements", ...numbered];
  return errorDiagnostic("PWB0203", `these ${causes.length} requirements contradict each other`, help, {
    notes: causes.map(({ text, origin }, index) => ({
      message: `${index + 1}. ${text} (${originText(origin)})`,
      contributor: origin.name,
    })),
  });
}

type Groups = readonly (readonly Element[])[];

/**
 * Sorts the groups of one slot so that the demands in `graph` hold. Keeps the default order of each contributor's steps
 * as far as the demands allow. `groups` must be in default order. Also returns the demands that hold in the result,
 * including the demands that keep each contributor's own order. Returns `undefined` if demands contradict each other.
 */
function withOwnOrder<Cause>(graph: OrderGraph<Cause>, groups: Groups): Sorted<Cause> | undefined {
  const owned = groupsByContributor(groups);
  if (owned.length === 0) return sorted(graph);
  const whole = graph.copy();
  for (const own of owned) chain(whole, own);
  // First tries to keep the order of all calls, because rules and positions rarely contradict this order.
  const found = sorted(whole);
  if (found !== undefined || graph.sort() === undefined) return found;
  const untangled = graph.copy();
  for (const row of untangledRows(graph, whole, owned)) chain(untangled, row);
  return sorted(untangled);
}

/** Order, with the demands that it satisfies. */
interface Sorted<Cause> {
  readonly order: readonly number[];
  readonly demands: OrderGraph<Cause>;
}

function sorted<Cause>(demands: OrderGraph<Cause>): Sorted<Cause> | undefined {
  const order = demands.sort();
  return order && { order, demands };
}

/** Returns the numbers of the groups of each contributor that has several groups, sorted by contributor. */
function groupsByContributor(groups: Groups): readonly (readonly number[])[] {
  const owned = new Map<string, number[]>();
  groups.forEach(([element], number) => {
    const contributor = element?.contribution?.contributor;
    if (contributor === undefined) return;
    pushTo(owned, contributor, number);
  });
  return [...owned.keys()].sort().flatMap((contributor) => {
    const own = owned.get(contributor) as number[];
    return own.length > 1 ? [own] : [];
  });
}

function chain<Cause>(graph: OrderGraph<Cause>, row: readonly number[]): void {
  for (let at = 1; at < row.length; at++) graph.connect(row[at - 1] as number, row[at] as number);
}

/**
 * Returns an order for the groups of each contributor. The result is the default order, except where the demands and
 * the order of calls form a cycle. Cycles are resolved for one contributor after another.
 */
function untangledRows<Cause>(
  demands: OrderGraph<Cause>,
  whole: OrderGraph<Cause>,
  owned: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const tangles = new Map<number, Tangle>();
  for (const nodes of stronglyConnected(whole.nodes, (node) => whole.after(node))) {
    if (nodes.length === 1) continue;
    const tangle = new Tangle(nodes, demands);
    for (const node of nodes) tangles.set(node, tangle);
  }
  return owned.map((own) =>
    inRuns(own, (node) => tangles.get(node)).flatMap(([tangle, run]) => tangle?.inRow(run) ?? run),
  );
}

/** Splits a list of nodes into sublists of adjacent nodes for which `shared` returns the same value. */
function inRuns<T>(nodes: readonly number[], shared: (node: number) => T): readonly (readonly [T, number[]])[] {
  const runs: [T, number[]][] = [];
  for (const node of nodes) {
    const last = runs.at(-1);
    const own = shared(node);
    if (last !== undefined && last[0] === own) last[1].push(node);
    else runs.push([own, [node]]);
  }
  return runs;
}

/** Nodes of a cycle of demands and call orders. */
class Tangle {
  /** Nodes in default order, with their indices, which are the nodes of `#reversed`. */
  readonly #nodes: readonly number[];
  readonly #indexes: ReadonlyMap<number, number>;
  /** Demands between these nodes, with the orders of the contributors so far, in the opposite direction. */
  readonly #reversed: OrderGraph<never>;

  constructor(nodes: readonly number[], demands: OrderGraph<unknown>) {
    this.#nodes = nodes.toSorted((left, right) => left - right);
    this.#indexes = new Map(this.#nodes.map((node, index) => [node, index]));
    this.#reversed = new OrderGraph(nodes.length);
    for (const node of nodes) for (const to of demands.after(node)) this.#connect(node, to);
  }

  /**
   * Orders the nodes of one contributor, which are given in default order. Starts at the end, and repeatedly selects
   * the last node whose successors are all ordered. Adds the resulting order as a demand.
   */
  inRow(own: readonly number[]): readonly number[] {
    if (own.length === 1) return own;
    const isOwn = new Set(own.map((node) => this.#indexes.get(node) as number));
    const order = this.#reversed.sort(isOwn) as readonly number[];
    const row = order.filter((index) => isOwn.has(index)).map((index) => this.#nodes[index] as number);
    row.reverse();
    for (let at = 1; at < row.length; at++) this.#connect(row[at - 1] as number, row[at] as number);
    return row;
  }

  #connect(from: number, to: number): void {
    const [first, second] = [this.#indexes.get(from), this.#indexes.get(to)];
    if (first !== undefined && second !== undefined) this.#reversed.connect(second, first);
  }
}
