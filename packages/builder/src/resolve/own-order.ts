import type { Element } from "./element.ts";
import { OrderGraph } from "./order-graph.ts";
import { stronglyConnected } from "./strongly-connected.ts";
import { pushTo } from "../maps.ts";

type Groups = readonly (readonly Element[])[];

/**
 * Sorts the groups of one slot so that the demands in `graph` hold. Keeps the default order of each contributor's steps
 * as far as the demands allow. `groups` must be in default order. Also returns the demands that hold in the result,
 * including the demands that keep each contributor's own order. Returns `undefined` if demands contradict each other.
 */
export function withOwnOrder<Cause>(graph: OrderGraph<Cause>, groups: Groups): Sorted<Cause> | undefined {
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
