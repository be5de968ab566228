import { type Around, besides, type Flat, isOfType, leftOf, outside, rightOf } from "./flatten.ts";
import { endOfType, isBy, type Request, type Spot } from "./requests.ts";

/** A pass that a request put somewhere. */
export interface Placed {
  readonly request: Request;
  readonly address: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly position: number;
  readonly around: readonly Around[];
}

/** `first` stands before `second`, because of how one of them was placed. */
export type Pair = readonly [first: Placed, second: Placed];

export interface Settled {
  readonly placed: readonly Placed[];
  readonly pairs: readonly Pair[];
  /** Groups of requests whose places depend on each other. */
  readonly circles: number;
}

/** The interval of a type, as far as it is known. */
interface Interval {
  readonly type: string;
  readonly members: readonly Request[];
  peers: readonly Placed[];
  before: Spot | undefined;
  after: Spot | undefined;
}

export function compareRequests(left: Request, right: Request): number {
  if (left.party !== right.party) return left.party < right.party ? -1 : 1;
  return left.index - right.index;
}

class Settling {
  readonly flat: Flat;
  readonly requests: readonly Request[];
  readonly intervals: readonly Interval[];
  readonly placed = new Map<Request, Placed[]>();
  readonly pairs: Pair[] = [];

  constructor(flat: Flat, requests: readonly Request[]) {
    this.flat = flat;
    this.requests = requests;
    const types = requests.flatMap(({ meaning }) => (meaning?.kind === "type" ? [meaning.type.toLowerCase()] : []));
    this.intervals = [...new Set(types)].map((type) => {
      const members = requests.filter((each) => isOfType(each.types, type) && !isBy(each.taken, type));
      return { type, members, peers: [], before: undefined, after: undefined };
    });
  }

  /** What has to be settled first. */
  needs(node: Request | Interval): readonly (Request | Interval)[] {
    if ("members" in node) return node.members;
    const { meaning } = node;
    if (meaning?.kind === "own") return [meaning.target];
    return meaning?.kind === "type" ? [this.interval(meaning.type)] : [];
  }

  interval(type: string): Interval {
    return this.intervals.find((each) => each.type === type.toLowerCase()) as Interval;
  }

  /** Ends of an interval, from the framework's steps and what is settled; of equals the framework's, then canonical. */
  look(interval: Interval): void {
    const { flat } = this;
    interval.peers = interval.members.flatMap((member) => this.placed.get(member) ?? []);
    const first = endOfType(flat, interval.type, "before");
    const last = endOfType(flat, interval.type, "after");
    const spot = (index: number | undefined, position: (index: number) => number): Spot[] =>
      index === undefined ? [] : [{ position: position(index), around: flat.steps[index]?.around ?? [] }];
    const starts = [...spot(first, leftOf), ...interval.peers];
    const ends = [...spot(last, rightOf), ...interval.peers];
    interval.before = starts.find(({ position }) => position === Math.min(...starts.map((each) => each.position)));
    interval.after = ends.find(({ position }) => position === Math.max(...ends.map((each) => each.position)));
  }

  canSettle({ meaning }: Request): boolean {
    if (meaning?.kind === "own") return this.placed.has(meaning.target);
    return meaning?.kind !== "type" || this.interval(meaning.type)[meaning.side] !== undefined;
  }

  settle(request: Request): void {
    const { meaning, act } = request;
    if (meaning?.kind === "spots") {
      meaning.spots.forEach((spot, copy) =>
        this.put(request, spot.position, besides(this.flat, act.anchor, spot.around), copy),
      );
    } else if (meaning?.kind === "own") {
      const copies = this.placed.get(meaning.target) ?? [];
      const target = (meaning.side === "before" ? copies[0] : copies.at(-1)) as Placed;
      const placed = this.putOutside(request, target, meaning.side);
      if (placed.position === target.position) this.pair(meaning.side, placed, target);
    } else if (meaning?.kind === "type") {
      this.putOutside(request, this.interval(meaning.type)[meaning.side] as Spot, meaning.side);
    }
  }

  pair(side: "before" | "after", placed: Placed, target: Placed): void {
    this.pairs.push(side === "before" ? [placed, target] : [target, placed]);
  }

  putOutside(request: Request, end: Spot, side: "before" | "after"): Placed {
    const around = besides(this.flat, request.act.anchor, end.around);
    return this.put(request, outside(this.flat, end.position, around, side), around, 0);
  }

  put(request: Request, position: number, around: readonly Around[], copy: number): Placed {
    const { act, types } = request;
    const address = copy === 0 ? request.address : `${request.address}@${copy + 1}`;
    const placed = { request, address, name: act.pass, types, position, around };
    this.placed.set(request, [...(this.placed.get(request) ?? []), placed]);
    return placed;
  }

  /** A pass that is placed by a type stands outside of all passes of that type that count for it. */
  pairWithPeers(): void {
    for (const request of this.requests) {
      const { meaning } = request;
      if (meaning?.kind !== "type") continue;
      for (const placed of this.placed.get(request) ?? []) {
        const peers = this.interval(meaning.type).peers.filter(({ position }) => position === placed.position);
        for (const peer of peers) this.pair(meaning.side, placed, peer);
      }
    }
  }
}

/** Everything that a node needs, directly or not. */
function reach<Node>(start: Node, needs: (node: Node) => readonly Node[]): ReadonlySet<Node> {
  const found = new Set<Node>();
  const todo = [...needs(start)];
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    if (found.has(node)) continue;
    found.add(node);
    todo.push(...needs(node));
  }
  return found;
}

/**
 * Gives every granted request its position. What depends on others waits for them; where some depend on each other, the
 * types among them are first looked at without them, and what then has a place is settled round by round.
 */
export function settleRequests(flat: Flat, granted: readonly Request[]): Settled {
  const settling = new Settling(flat, granted.toSorted(compareRequests));
  const nodes = [...settling.requests, ...settling.intervals];
  const needs = new Map(nodes.map((node) => [node, reach<Request | Interval>(node, (each) => settling.needs(each))]));
  const done = new Set<Request | Interval>();
  let circles = 0;
  while (done.size < nodes.length) {
    // A node and all that need each other with it, none of which needs anything else that is not done.
    const group = nodes
      .filter((node) => !done.has(node))
      .map((node) =>
        nodes.filter(
          (other) => other === node || (needs.get(node)?.has(other) === true && needs.get(other)?.has(node) === true),
        ),
      )
      .find((each) =>
        each.every((node) => [...(needs.get(node) ?? [])].every((need) => each.includes(need) || done.has(need))),
      );
    if (group === undefined) throw new Error("there is always a group that depends on nothing but itself");
    if (group.length > 1) circles++;
    const intervals = group.filter((node): node is Interval => "members" in node);
    for (const interval of intervals) settling.look(interval);
    let waiting = group.filter((node): node is Request => !("members" in node));
    while (waiting.length > 0) {
      const ready = waiting.filter((request) => settling.canSettle(request));
      if (ready.length === 0) throw new Error("what was granted has a place");
      for (const request of ready) settling.settle(request);
      waiting = waiting.filter((request) => !ready.includes(request));
      for (const interval of intervals) if (interval.before === undefined) settling.look(interval);
    }
    for (const node of group) done.add(node);
  }
  settling.pairWithPeers();
  return {
    placed: settling.requests.flatMap((each) => settling.placed.get(each) ?? []),
    pairs: settling.pairs,
    circles,
  };
}
