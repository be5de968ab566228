import type { Element } from "./element.ts";
import type { OrderGraph } from "./order-graph.ts";
import { SmallestFirst } from "./smallest-first.ts";
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
  for (let at = 1; at < row.length; at++) graph.add([row[at - 1] as number], [row[at] as number]);
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
  readonly #indexes = new Map<number, number>();
  /** Direct predecessors, and the number of direct successors, of each node. Nodes are given by index. */
  readonly #before: number[][];
  readonly #after: number[];

  constructor(nodes: readonly number[], demands: OrderGraph<unknown>) {
    nodes.forEach((node, index) => this.#indexes.set(node, index));
    this.#before = nodes.map(() => []);
    this.#after = nodes.map(() => 0);
    for (const node of nodes) for (const to of demands.after(node)) if (this.#indexes.has(to)) this.#connect(node, to);
  }

  /**
   * Orders the nodes of one contributor, which are given in default order. Starts at the end, and repeatedly selects
   * the last node whose successors are all ordered. Adds the resulting order as a demand.
   */
  inRow(own: readonly number[]): readonly number[] {
    if (own.length === 1) return own;
    const ownByIndex = new Map(own.map((node) => [this.#indexes.get(node) as number, node]));
    const waiting = [...this.#after];
    const ready = new SmallestFirst();
    const others: number[] = [];
    const open = (index: number): void => {
      const node = ownByIndex.get(index);
      if (node === undefined) others.push(index);
      else ready.push(-node);
    };
    waiting.forEach((count, index) => count === 0 && open(index));
    const row: number[] = [];
    for (;;) {
      // Orders nodes of other contributors as soon as possible.
      let index = others.pop();
      if (index === undefined) {
        const node = ready.pop();
        if (node === undefined) break;
        row.push(-node);
        index = this.#indexes.get(-node) as number;
      }
      for (const before of this.#before[index] as number[]) {
        const left = (waiting[before] as number) - 1;
        waiting[before] = left;
        if (left === 0) open(before);
      }
    }
    row.reverse();
    for (let at = 1; at < row.length; at++) this.#connect(row[at - 1] as number, row[at] as number);
    return row;
  }

  #connect(from: number, to: number): void {
    const [first, second] = [this.#indexes.get(from) as number, this.#indexes.get(to) as number];
    (this.#before[second] as number[]).push(first);
    this.#after[first] = (this.#after[first] as number) + 1;
  }
}
