import { type Origin } from "../origin.ts";

/** Why one step has to come before another, and who says so. */
export interface Cause {
  readonly text: string;
  readonly origin: Origin;
}

interface Edge {
  readonly to: number;
  /** Absent on the way into a barrier: the ways out tell why. */
  readonly cause: Cause | undefined;
}

export type SortResult =
  | { readonly ok: true; readonly order: readonly number[] }
  /** The causes of a shortest cycle, in order: without any one of them there is no such cycle. */
  | { readonly ok: false; readonly cycle: readonly Cause[] };

/**
 * What has to come before what among the steps of one slot. Nodes 0 … size-1 are the steps in canonical order; further
 * nodes are barriers, which stand for "all of these before all of those" without an edge for every pair.
 */
export class OrderGraph {
  readonly #size: number;
  readonly #out: Edge[][] = [];

  constructor(size: number) {
    this.#size = size;
    for (let node = 0; node < size; node++) this.#out.push([]);
  }

  /** All of `first` before all of `second`. */
  add(first: readonly number[], second: readonly number[], cause: Cause): void {
    if (first.length === 0 || second.length === 0) return;
    if (first.length === 1 || second.length === 1) {
      for (const from of first) for (const to of second) this.#out[from]?.push({ to, cause });
      return;
    }
    const barrier = this.#out.length;
    this.#out.push(second.map((to) => ({ to, cause })));
    for (const from of first) this.#out[from]?.push({ to: barrier, cause: undefined });
  }

  /** Why one of `from` already comes before one of `to`: the causes along a shortest way; `undefined` if it does not. */
  path(from: readonly number[], to: readonly number[]): readonly Cause[] | undefined {
    if (from.every((node) => this.#out[node]?.length === 0 && !to.includes(node))) return undefined;
    const wanted = new Set(to);
    const cameFrom = new Map<number, Step>();
    const queue = [...from];
    const seen = new Set(queue);
    for (let head = 0; head < queue.length; head++) {
      const node = queue[head] as number;
      if (wanted.has(node)) return causesTo(node, cameFrom);
      for (const { to: next, cause } of this.#out[node] ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        cameFrom.set(next, { from: node, cause });
        queue.push(next);
      }
    }
    return undefined;
  }

  /** The order that keeps every demand and is otherwise canonical: of those that may come next, always the smallest. */
  sort(): SortResult {
    const waiting = new Int32Array(this.#out.length);
    for (const edges of this.#out) for (const { to } of edges) waiting[to] = (waiting[to] ?? 0) + 1;
    const ready = new SmallestFirst();
    const order: number[] = [];
    const done = new Uint8Array(this.#out.length);
    const release = (node: number): void => {
      // A barrier has no place of its own: it is passed as soon as all before it are placed.
      const open = [node];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        done[at] = 1;
        for (const { to } of this.#out[at] ?? []) {
          waiting[to] = (waiting[to] ?? 0) - 1;
          if (waiting[to] !== 0) continue;
          if (to >= this.#size) open.push(to);
          else ready.push(to);
        }
      }
    };
    for (let node = 0; node < this.#size; node++) if (waiting[node] === 0) ready.push(node);
    for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
      order.push(node);
      release(node);
    }
    if (order.length === this.#size) return { ok: true, order };
    return { ok: false, cycle: this.#shortestCycle((node) => done[node] === 0) };
  }

  #shortestCycle(isLeft: (node: number) => boolean): readonly Cause[] {
    let best: readonly Cause[] = [];
    for (let start = 0; start < this.#out.length; start++) {
      if (!isLeft(start)) continue;
      const cycle = this.#cycleThrough(start, isLeft);
      if (cycle.length > 0 && (best.length === 0 || cycle.length < best.length)) best = cycle;
    }
    return best;
  }

  /** The causes along a shortest way from a node back to itself. */
  #cycleThrough(start: number, isLeft: (node: number) => boolean): readonly Cause[] {
    const cameFrom = new Map<number, Step>();
    const queue = [start];
    for (let head = 0; head < queue.length; head++) {
      const from = queue[head] as number;
      for (const { to, cause } of this.#out[from] ?? []) {
        if (!isLeft(to) || cameFrom.has(to)) continue;
        cameFrom.set(to, { from, cause });
        if (to !== start) queue.push(to);
      }
      if (cameFrom.has(start)) break;
    }
    return causesTo(start, cameFrom);
  }
}

/** How a search came to a node. */
interface Step {
  readonly from: number;
  readonly cause: Cause | undefined;
}

/** The causes along the way to a node, from the beginning of the search, or once around for a cycle. */
function causesTo(end: number, cameFrom: ReadonlyMap<number, Step>): readonly Cause[] {
  const causes: Cause[] = [];
  for (let step = cameFrom.get(end); step !== undefined;) {
    if (step.cause !== undefined) causes.push(step.cause);
    step = step.from === end ? undefined : cameFrom.get(step.from);
  }
  return [...new Set(causes)].reverse();
}

/** A binary heap of numbers. */
class SmallestFirst {
  readonly #heap: number[] = [];

  push(value: number): void {
    const heap = this.#heap;
    let at = heap.push(value) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((heap[parent] as number) <= value) break;
      heap[at] = heap[parent] as number;
      at = parent;
    }
    heap[at] = value;
  }

  pop(): number | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined || heap.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child++;
      if ((heap[child] as number) >= last) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = last;
    return top;
  }
}
