import { getOrMake } from "../maps.ts";
import { SmallestFirst } from "./smallest-first.ts";

/** Maximum number of edges to visit when searching for a shortest cycle. */
const CYCLE_BUDGET = 1_000_000;

/** Demand without which the order would be different: `first` must precede `second`. */
export interface Decisive<Cause> {
  readonly cause: Cause;
  readonly first: number;
  readonly second: number;
}

/** Position of the last predecessor of a node with its cause, and of the last predecessor with a different cause. */
interface LastInto<Cause> {
  readonly last: number;
  readonly cause: Cause | undefined;
  readonly other: number;
  readonly otherCause: Cause | undefined;
}

/**
 * Graph of the order demands in one slot. Nodes 0 … size-1 are the steps in canonical order. Further nodes are
 * barriers before or after a list of steps. Demands with the same list share its barriers, which avoids an edge for
 * each pair of steps. A `Cause` is the reason for a demand. The graph does not examine causes.
 *
 * Edges are numbers. The edges of a node form a linked list that starts at `#first`, in order of insertion. Most slots
 * have few edges, so objects for edges or lists for nodes would use more memory.
 */
export class OrderGraph<Cause> {
  readonly #size: number;
  /** First and last edge of each node, or -1 for a node without edges. */
  #first: number[];
  #last: number[];
  /** For each edge: its target, and the next edge that leaves the same node (-1 if there is none). */
  #to: number[] = [];
  #next: number[] = [];
  /** The same edges by target node: the last edge into each node, the source and previous edge of each edge. */
  #lastInto: number[];
  #from: number[] = [];
  #previousInto: number[] = [];
  /**
   * Cause of each edge. Edges between a barrier and the steps of its list lack a cause. Edges that cannot be part of a
   * conflict also lack a cause.
   */
  #causes: (Cause | undefined)[] = [];
  /** Barriers before and after each list of several steps. */
  #before = new Map<readonly number[], number>();
  #after = new Map<readonly number[], number>();

  constructor(size: number) {
    this.#size = size;
    this.#first = Array.from<number>({ length: size }).fill(-1);
    this.#last = this.#first.slice();
    this.#lastInto = this.#first.slice();
  }

  copy(): OrderGraph<Cause> {
    const copy = new OrderGraph<Cause>(this.#size);
    copy.#first = this.#first.slice();
    copy.#last = this.#last.slice();
    copy.#to = this.#to.slice();
    copy.#next = this.#next.slice();
    copy.#lastInto = this.#lastInto.slice();
    copy.#from = this.#from.slice();
    copy.#previousInto = this.#previousInto.slice();
    copy.#causes = this.#causes.slice();
    copy.#before = new Map(this.#before);
    copy.#after = new Map(this.#after);
    return copy;
  }

  get nodes(): number {
    return this.#first.length;
  }

  after(node: number): number[] {
    const found: number[] = [];
    for (let edge = this.#first[node] as number; edge !== -1; edge = this.#next[edge] as number)
      found.push(this.#to[edge] as number);
    return found;
  }

  /** Adds the demand that all of `first` precede all of `second`. Demands with the same list share barriers. */
  add(first: readonly number[], second: readonly number[], cause?: Cause): void {
    if (first.length === 0 || second.length === 0) return;
    const from = first.length === 1 ? first[0] : getOrMake(this.#after, first, () => this.#newBarrier("after", first));
    const to =
      second.length === 1 ? second[0] : getOrMake(this.#before, second, () => this.#newBarrier("before", second));
    this.connect(from as number, to as number, cause);
  }

  #newBarrier(side: "before" | "after", nodes: readonly number[]): number {
    const barrier = this.#first.push(-1) - 1;
    this.#last.push(-1);
    this.#lastInto.push(-1);
    for (const node of nodes)
      if (side === "before") this.connect(barrier, node);
      else this.connect(node, barrier);
    return barrier;
  }

  connect(from: number, to: number, cause?: Cause): void {
    const edge = this.#to.push(to) - 1;
    this.#next.push(-1);
    this.#from.push(from);
    this.#previousInto.push(this.#lastInto[to] as number);
    this.#lastInto[to] = edge;
    this.#causes.push(cause);
    const last = this.#last[from] as number;
    if (last === -1) this.#first[from] = edge;
    else this.#next[last] = edge;
    this.#last[from] = edge;
  }

  /** Returns the causes along a shortest path from a node in `from` to a node in `to`, or `undefined`. */
  path(from: readonly number[], to: readonly number[]): readonly Cause[] | undefined {
    // Fast path: no edge leaves `from`, or no edge enters `to`. Avoids quadratic time for long chains of rules.
    if (from.every((node) => this.#first[node] === -1) || to.every((node) => this.#lastInto[node] === -1))
      return from.some((node) => to.includes(node)) ? [] : undefined;
    const wanted = new Set(to);
    if (from.some((node) => wanted.has(node))) return [];
    return this.#search(from, (node) => wanted.has(node));
  }

  /** Returns a function that tests whether a node must be before or after (`side`) the node `start`. */
  reach(start: number, side: "before" | "after"): (node: number) => boolean {
    const [first, next, to] =
      side === "after" ? [this.#first, this.#next, this.#to] : [this.#lastInto, this.#previousInto, this.#from];
    const seen = new Uint8Array(this.#first.length);
    const queue = [start];
    for (let head = 0; head < queue.length; head++) {
      for (let edge = first[queue[head] as number] as number; edge !== -1; edge = next[edge] as number) {
        const node = to[edge] as number;
        if (seen[node] === 0) queue.push(node);
        seen[node] = 1;
      }
    }
    return (node) => seen[node] === 1;
  }

  /**
   * Returns an order that satisfies all demands. Each position gets the smallest remaining node whose predecessors all
   * have earlier positions. Nodes in `late` come as late as possible, the largest node first. Returns `undefined` if
   * demands form a cycle: see {@link shortestCycle}.
   */
  sort(late?: ReadonlySet<number>): readonly number[] | undefined {
    const order: number[] = [];
    this.#waitingAfter(order, late);
    return order.length === this.#size ? order : undefined;
  }

  /**
   * Returns the demands that are decisive for `order`, the result of {@link sort}. A demand is decisive if `order`
   * would be different without it: the node `second` would have an earlier position, before a larger node.
   */
  decisiveIn(order: readonly number[]): readonly Decisive<Cause>[] {
    const positions = new Int32Array(this.#size);
    order.forEach((node, position) => (positions[node] = position));
    const barriers = new Map<number, LastInto<Cause>>();
    const lastInto = (node: number): LastInto<Cause> => {
      let [last, other] = [-1, -1];
      let [cause, otherCause]: (Cause | undefined)[] = [];
      const visit = (position: number, by: Cause | undefined): void => {
        if (position > last) {
          if (by !== cause) [other, otherCause] = [last, cause];
          [last, cause] = [position, by];
        } else if (by !== cause && position > other) [other, otherCause] = [position, by];
      };
      for (let edge = this.#lastInto[node] as number; edge !== -1; edge = this.#previousInto[edge] as number) {
        const from = this.#from[edge] as number;
        const by = this.#causes[edge];
        if (from < this.#size) {
          visit(positions[from] as number, by);
          continue;
        }
        const inner = getOrMake(barriers, from, () => lastInto(from));
        visit(inner.last, by ?? inner.cause);
        if (by === undefined) visit(inner.other, inner.otherCause);
      }
      return { last, cause, other, otherCause };
    };
    return order.flatMap((second): Decisive<Cause>[] => {
      const { last, cause, other } = lastInto(second);
      if (cause === undefined) return [];
      for (let position = other + 1; position <= last; position++)
        if ((order[position] as number) > second) return [{ cause, first: order[last] as number, second }];
      return [];
    });
  }

  /** Returns the causes of a cycle, in order: a shortest cycle, unless the graph is too large to search. */
  shortestCycle(): readonly Cause[] {
    const waiting = this.#waitingAfter([]);
    const isLeft = (node: number): boolean => waiting[node] !== -1;
    let best: readonly Cause[] = [];
    // Each search visits each edge at most once.
    let budget = CYCLE_BUDGET;
    for (let start = 0; start < this.#size && (budget > 0 || best.length === 0); start++) {
      if (!isLeft(start)) continue;
      budget -= this.#to.length;
      const isStart = (node: number): boolean => node === start;
      const cycle = this.#search([start], isStart, isLeft) ?? [];
      if (cycle.length > 0 && (best.length === 0 || cycle.length < best.length)) best = cycle;
    }
    return best;
  }

  /**
   * Appends the nodes to `order` in topological order. Returns an array with one number for each node: -1 if the node
   * was ordered, otherwise the number of predecessors that were not ordered.
   */
  #waitingAfter(order: number[], late?: ReadonlySet<number>): Int32Array {
    const waiting = new Int32Array(this.#first.length);
    for (const to of this.#to) waiting[to] = (waiting[to] as number) + 1;
    const ready = new SmallestFirst();
    const size = this.#size;
    // A barrier does not have a position in the order. The successors of a barrier become available as soon as all of
    // its predecessors are ordered.
    const open: number[] = [];
    const keyOf = (node: number): number => (late === undefined ? node : late.has(node) ? size - node : node - size);
    for (let node = 0; node < size; node++) if (waiting[node] === 0) ready.push(keyOf(node));
    for (let key = ready.pop(); key !== undefined; key = ready.pop()) {
      const node = late === undefined ? key : size - Math.abs(key);
      order.push(node);
      for (let at: number | undefined = node; at !== undefined; at = open.pop()) {
        waiting[at] = -1;
        for (let edge = this.#first[at] as number; edge !== -1; edge = this.#next[edge] as number) {
          const to = this.#to[edge] as number;
          const left = (waiting[to] as number) - 1;
          waiting[to] = left;
          if (left !== 0) continue;
          if (to >= size) open.push(to);
          else ready.push(keyOf(to));
        }
      }
    }
    return waiting;
  }

  /** Returns the causes along a shortest path from a node in `starts` to an end, through nodes that `isLeft` accepts. */
  #search(
    starts: readonly number[],
    isEnd: (node: number) => boolean,
    isLeft?: (node: number) => boolean,
  ): readonly Cause[] | undefined {
    const queue = [...starts];
    const edgeTo = new Map<number, number>();
    // Barriers do not count as nodes of a path, so they are visited at once.
    const barriers: number[] = [];
    for (let head = 0; head < queue.length; head++) {
      for (let from = queue[head]; from !== undefined; from = barriers.pop()) {
        for (let edge = this.#first[from] as number; edge !== -1; edge = this.#next[edge] as number) {
          const to = this.#to[edge] as number;
          if (isLeft?.(to) === false || edgeTo.has(to)) continue;
          edgeTo.set(to, edge);
          if (isEnd(to)) return this.#causesTo(to, edgeTo, new Set(starts));
          (to < this.#size ? queue : barriers).push(to);
        }
      }
    }
    return undefined;
  }

  /** Returns the causes along the path on which a search from `starts` reached a node. */
  #causesTo(end: number, edgeTo: ReadonlyMap<number, number>, starts: ReadonlySet<number>): readonly Cause[] {
    const causes = new Set<Cause>();
    let node = end;
    do {
      const edge = edgeTo.get(node) as number;
      const cause = this.#causes[edge];
      if (cause !== undefined) causes.add(cause);
      node = this.#from[edge] as number;
    } while (!starts.has(node));
    return [...causes].reverse();
  }
}
