import type { Result } from "@passwright/core";
import { SmallestFirst, stronglyConnected } from "@passwright/builder";
import type { Edges } from "./edges.ts";

/** Order of the numbers or, if no order exists, a shortest cycle of each strongly connected component. */
type Ordered = Result<{ readonly order: readonly number[] }, { readonly cycles: readonly (readonly number[])[] }>;

/**
 * Orders 0 … count-1 so that every number precedes its successors. Always continues with the smallest number whose
 * predecessors are all in the order. The order therefore depends only on the numbers and edges.
 */
export function orderNumbers(count: number, edges: Edges): Ordered {
  const waitsFor = new Int32Array(count);
  edges.forEach((_, to) => waitsFor[to]!++);
  const ready = new SmallestFirst();
  for (let index = 0; index < count; index++) if (waitsFor[index] === 0) ready.push(index);
  const order: number[] = [];
  const arrive = (after: number): void => {
    const left = (waitsFor[after] as number) - 1;
    waitsFor[after] = left;
    if (left === 0) ready.push(after);
  };
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    order.push(next);
    edges.forEachAfter(next, arrive);
  }
  if (order.length === count) return { ok: true, order };
  const cycles: number[][] = [];
  for (const group of stronglyConnected(count, (node) => [...edges.after(node)]))
    if (group.length > 1) cycles.push(shortestCycle(new Set(group), edges));
  return { ok: false, cycles: cycles.sort(([one = 0], [other = 0]) => one - other) };
}

/** Returns a shortest cycle that starts with the smallest number of a component. */
function shortestCycle(knot: ReadonlySet<number>, edges: Edges): number[] {
  let start = Infinity;
  for (const node of knot) if (node < start) start = node;
  const cameFrom = new Map<number, number>();
  let layer = [start];
  while (layer.length > 0) {
    const next: number[] = [];
    for (const node of layer) {
      for (const after of edges.after(node)) {
        if (after === start) return pathTo(node, start, cameFrom);
        if (!knot.has(after) || cameFrom.has(after)) continue;
        cameFrom.set(after, node);
        next.push(after);
      }
    }
    layer = next;
  }
  return [start];
}

function pathTo(end: number, start: number, cameFrom: ReadonlyMap<number, number>): number[] {
  const path = [end];
  for (let at = end; at !== start; path.push(at)) at = cameFrom.get(at) as number;
  return path.reverse();
}
