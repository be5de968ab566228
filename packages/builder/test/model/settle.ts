import { besides, slotAt, inCommon, isOfType, outside } from "./flatten.ts";
import type { Around, Flat } from "./flatten.ts";
import { chosen, endOfType, isBy } from "./requests.ts";
import type { Request, Spot } from "./requests.ts";

/** Pass with the position that it got from a request. */
export interface Placed {
  readonly request: Request;
  readonly address: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly position: number;
  readonly around: readonly Around[];
  /** Managers of the step next to the pass or to its bundle. */
  readonly beside: readonly Around[];
  /** Closed bundle that contains the pass. Each copy of a bundle is separate. */
  readonly bundle: string | undefined;
}

/** Order of two passes that results from the position of one of them. */
export type Pair = readonly [first: Placed, second: Placed];

const levelsOf = ({ around }: Placed): string =>
  around.map(({ anchor, manager = "" }) => `${anchor} ${manager}`).join("(");

export interface Settled {
  readonly placed: readonly Placed[];
  readonly pairs: readonly Pair[];
  /** Number of groups of requests whose positions depend on each other. */
  readonly circles: number;
}

/** First and last position of a type, as far as these positions are already known. */
interface Interval {
  readonly type: string;
  readonly members: readonly Request[];
  peers: readonly Placed[];
  before: Spot | undefined;
  after: Spot | undefined;
}

export function compareRequests(left: Request, right: Request): number {
  if (left.contributor !== right.contributor) return left.contributor < right.contributor ? -1 : 1;
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

  /** Requests that must get their positions before this request. */
  needs(node: Request | Interval): readonly (Request | Interval)[] {
    if ("members" in node) return node.members;
    const { meaning } = node;
    if (meaning?.kind === "own" || meaning?.kind === "next") return [meaning.target];
    return meaning?.kind === "type" ? [this.interval(meaning.type)] : [];
  }

  interval(type: string): Interval {
    return this.intervals.find((each) => each.type === type.toLowerCase()) as Interval;
  }

  /**
   * Updates the ends of an interval from the framework's steps and settled requests. If several steps have the same
   * position, prefers the framework's step, and then the outermost step.
   */
  look(interval: Interval): void {
    const { flat } = this;
    interval.peers = interval.members.flatMap((member) => this.placed.get(member) ?? []);
    const outerFirst = interval.peers.toSorted(
      (one, other) => one.around.length - other.around.length || (levelsOf(one) < levelsOf(other) ? -1 : 1),
    );
    const starts = [...endOfType(flat, interval.type, "before"), ...outerFirst];
    const ends = [...endOfType(flat, interval.type, "after"), ...outerFirst];
    interval.before = starts.find(({ position }) => position === Math.min(...starts.map((each) => each.position)));
    interval.after = ends.find(({ position }) => position === Math.max(...ends.map((each) => each.position)));
  }

  canSettle({ meaning }: Request): boolean {
    if (meaning?.kind === "own" || meaning?.kind === "next") return this.placed.has(meaning.target);
    return meaning?.kind !== "type" || this.interval(meaning.type)[meaning.side] !== undefined;
  }

  settle(request: Request): void {
    const { meaning, act } = request;
    if (meaning?.kind === "spots") {
      meaning.spots.forEach((spot, copy) =>
        this.put(request, spot.position, besides(this.flat, act.anchor, spot.around), spot.around, copy),
      );
    } else if (meaning?.kind === "own") {
      const copies = this.placed.get(meaning.target) ?? [];
      chosen(copies, meaning.side, meaning.which).forEach((target, copy) =>
        this.putNextTo(request, target, meaning.side, copy),
      );
    } else if (meaning?.kind === "next") {
      (this.placed.get(meaning.target) ?? []).forEach((target, copy) =>
        this.putNextTo(request, target, "after", copy, target.beside),
      );
    } else if (meaning?.kind === "type") {
      this.putOutside(request, this.interval(meaning.type)[meaning.side] as Spot, meaning.side, 0);
    }
  }

  putNextTo(
    request: Request,
    target: Placed,
    side: "before" | "after",
    copy: number,
    around: readonly Around[] = target.around,
  ): void {
    const placed = this.putOutside(request, { position: target.position, around }, side, copy);
    if (slotAt(placed.position) === slotAt(target.position)) this.pair(side, placed, target);
  }

  /** Returns the managers around a pass and around the later passes of its closed bundle. */
  together(request: Request, beside: readonly Around[]): readonly (readonly Around[])[] {
    const around = besides(this.flat, request.act.anchor, beside);
    const next = this.requests.find(({ meaning }) => meaning?.kind === "next" && meaning.target === request);
    if (next === undefined || next.bundle?.kind === "open") return [around];
    return [around, ...this.together(next, beside)];
  }

  pair(side: "before" | "after", placed: Placed, target: Placed): void {
    this.pairs.push(side === "before" ? [placed, target] : [target, placed]);
  }

  putOutside(request: Request, end: Spot, side: "before" | "after", copy: number): Placed {
    const around = besides(this.flat, request.act.anchor, end.around);
    const position = outside(this.flat, end.position, this.together(request, end.around), side);
    return this.put(request, position, around, end.around, copy);
  }

  put(request: Request, position: number, around: readonly Around[], beside: readonly Around[], copy: number): Placed {
    const { act, types } = request;
    const address = copy === 0 ? request.address : `${request.address}@${copy + 1}`;
    const bundle =
      request.bundle === undefined || request.bundle.kind === "open" ? undefined : `${request.bundle.id} ${copy}`;
    const placed = { request, address, name: act.pass, types, position, around, beside, bundle };
    this.placed.set(request, [...(this.placed.get(request) ?? []), placed]);
    return placed;
  }

  /** Adds pairs that keep a pass outside the interval of a type if the position of the pass is relative to the type. */
  pairWithPeers(): void {
    for (const request of this.requests) {
      const { meaning } = request;
      if (meaning?.kind !== "type") continue;
      for (const placed of this.placed.get(request) ?? []) {
        const peers = this.interval(meaning.type).peers.filter(
          ({ position }) => slotAt(position) === slotAt(placed.position),
        );
        for (const peer of peers) this.pair(meaning.side, placed, peer);
      }
    }
  }
}

/**
 * Returns the default distance of a pass from the step next to its position. Passes that share managers with the step
 * are closer.
 */
function nearness({ flat }: Settling, placed: Placed, all: readonly Placed[]): number {
  const bundleOf = (each: Placed): unknown => each.bundle ?? each;
  const { position, around } = all.find((other) => bundleOf(other) === bundleOf(placed)) ?? placed;
  if (position % 10 === 2) return -inCommon(around, flat.steps[(position - 2) / 10]?.around ?? []);
  return position % 10 === 1 ? 0 : inCommon(around, flat.steps[(position + 2) / 10]?.around ?? []);
}

/** Returns all direct and indirect dependencies of a node. */
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
 * Assigns a position to each granted request. A request is settled after the requests that it depends on. If requests
 * depend on each other, the intervals of their types are first computed without these requests. Requests whose position
 * can then be determined are settled in rounds.
 */
export function settleRequests(flat: Flat, granted: readonly Request[]): Settled {
  const settling = new Settling(flat, granted.toSorted(compareRequests));
  const nodes = [...settling.requests, ...settling.intervals];
  const needs = new Map(nodes.map((node) => [node, reach<Request | Interval>(node, (each) => settling.needs(each))]));
  const done = new Set<Request | Interval>();
  let circles = 0;
  while (done.size < nodes.length) {
    // Finds a node, and all nodes that are in a dependency cycle with this node. All other dependencies of these nodes
    // must be settled.
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
      if (ready.length === 0) throw new Error("an accepted contribution has a position");
      for (const request of ready) settling.settle(request);
      waiting = waiting.filter((request) => !ready.includes(request));
      for (const interval of intervals) if (interval.before === undefined) settling.look(interval);
    }
    for (const node of group) done.add(node);
  }
  settling.pairWithPeers();
  const canonical = settling.requests.flatMap((each) => settling.placed.get(each) ?? []);
  const placed = canonical.toSorted(
    (left, right) =>
      left.position - right.position || nearness(settling, left, canonical) - nearness(settling, right, canonical),
  );
  return { placed, pairs: settling.pairs, circles };
}
