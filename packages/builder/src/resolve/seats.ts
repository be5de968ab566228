import { type Diagnostic, invariant } from "@passwright/core";
import { type Contribution } from "../contribution.ts";
import * as errors from "../errors.ts";
import { locate, type Located } from "../locate-place.ts";
import { closedAt, fits, nestBeside, type Slot, slotAfter, slotBefore } from "../nesting.ts";
import { placeText } from "../place.ts";
import { hasType } from "../pass-type.ts";
import { type Spine } from "../spine.ts";
import { type Nest } from "../step.ts";
import { type Item } from "./item.ts";
import { stronglyConnected } from "./strongly-connected.ts";

/** Items of one slot of which some have to come before others, because of how the `placed` ones were placed. */
export interface PlacementOrder {
  readonly side: "before" | "after";
  /** They are on that side of all of `targets`. */
  readonly placed: readonly Item[];
  readonly targets: readonly Item[];
}

export interface Seats {
  readonly items: readonly Item[];
  readonly orders: readonly PlacementOrder[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Seat {
  readonly contribution: Contribution;
  readonly located: Located;
  readonly text: string;
}

/** One end of a type's interval: the slot outside of it, and the managers around the pass that is there. */
interface End {
  readonly slot: Slot;
  readonly nests: readonly Nest[];
}

/** All passes of one type, as a place: where it begins and ends depends on contributions of that type. */
interface TypeInterval {
  readonly type: string;
  /** Contributions of that type, by index, but for those that are placed by it themselves. */
  readonly members: readonly number[];
  /** The items of the members, and both ends: known when the members are settled. */
  peers: readonly Item[];
  before: End | undefined;
  after: End | undefined;
  readonly placed: { readonly before: Item[]; readonly after: Item[] };
}

/** Whether a contribution is placed in relation to a type, so that it does not count as part of that type's interval. */
export function isPlacedBy(contribution: Contribution, type: string): boolean {
  const { place } = contribution;
  const by = "beforeType" in place ? place.beforeType : "afterType" in place ? place.afterType : undefined;
  return by !== undefined && by.toLowerCase() === type.toLowerCase();
}

function because(contribution: Contribution, text: string): string {
  return contribution.reason === undefined ? text : `${text}: ${contribution.reason}`;
}

/** Items by slot; within a slot they keep their order. */
export function groupBySlot(items: readonly Item[]): ReadonlyMap<Slot, readonly Item[]> {
  const groups = new Map<Slot, Item[]>();
  for (const item of items) {
    const group = groups.get(item.slot);
    if (group === undefined) groups.set(item.slot, [item]);
    else group.push(item);
  }
  return groups;
}

/**
 * Settles the slot of every contribution. Places by name and extension point stand by themselves; places by type depend
 * on where the contributions of that type went, and places beside an own step on that step, so these are settled in that
 * order. Contributions are given, and results come, in canonical order.
 */
export class Seating {
  readonly #spine: Spine;
  readonly #contributions: readonly Contribution[];
  readonly #seats: (Seat | undefined)[] = [];
  readonly #settled: Item[][] = [];
  readonly #intervals: TypeInterval[] = [];
  readonly #intervalOf = new Map<string, number>();
  readonly #orders: PlacementOrder[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #indexOf = new Map<Contribution, number>();

  constructor(spine: Spine, contributions: readonly Contribution[]) {
    this.#spine = spine;
    this.#contributions = contributions;
    contributions.forEach((contribution, index) => this.#indexOf.set(contribution, index));
  }

  run(): Seats {
    this.#locateAll();
    const count = this.#contributions.length + this.#intervals.length;
    for (const group of stronglyConnected(count, (node) => this.#dependencies(node))) this.#settle(group);
    for (const interval of this.#intervals) this.#orderAround(interval);
    return { items: this.#settled.flat(), orders: this.#orders, diagnostics: this.#diagnostics };
  }

  #locateAll(): void {
    const own = new Map<string, Contribution>();
    const previous = new Map<string, Contribution>();
    const types = new Set<string>();
    const contributesType = (type: string): boolean => {
      if (types.has(type.toLowerCase())) return true;
      const found = this.#contributions.some((other) => hasType(other.types, type) && !isPlacedBy(other, type));
      if (found) types.add(type.toLowerCase());
      return found;
    };
    this.#contributions.forEach((contribution, index) => {
      const around = {
        spine: this.#spine,
        own: (name: string) => own.get(`${contribution.party} ${name}`),
        previous: () => previous.get(contribution.party),
        contributesType,
      };
      const { located, place, diagnostics } = locate(contribution, around);
      const isSkipped = located === undefined && contribution.onMissing === "skip";
      if (!isSkipped) this.#diagnostics.push(...diagnostics);
      this.#seats[index] =
        located === undefined ? undefined : { contribution, located, text: placeText(place, contribution.which) };
      this.#settled[index] = [];
      if (located !== undefined) {
        own.set(`${contribution.party} ${contribution.pass.name}`, contribution);
        previous.set(contribution.party, contribution);
      }
      if (located?.kind === "type") this.#interval(located.type);
    });
  }

  #interval(type: string): void {
    const key = type.toLowerCase();
    if (this.#intervalOf.has(key)) return;
    const members: number[] = [];
    this.#contributions.forEach((contribution, index) => {
      if (hasType(contribution.types, type) && !isPlacedBy(contribution, type)) members.push(index);
    });
    this.#intervalOf.set(key, this.#intervals.length);
    this.#intervals.push({
      type,
      members,
      peers: [],
      before: undefined,
      after: undefined,
      placed: { before: [], after: [] },
    });
  }

  /** Nodes are the contributions, by their index, then the type intervals. */
  #dependencies(node: number): readonly number[] {
    const count = this.#contributions.length;
    if (node >= count) return this.#intervals[node - count]?.members ?? [];
    const located = this.#seats[node]?.located;
    if (located?.kind === "own") return [this.#indexOf.get(located.target) as number];
    if (located?.kind !== "type") return [];
    return [count + (this.#intervalOf.get(located.type.toLowerCase()) as number)];
  }

  #settle(group: readonly number[]): void {
    const count = this.#contributions.length;
    const members = group.filter((node) => node < count).sort((left, right) => left - right);
    for (const node of group) if (node >= count) this.#settleInterval(this.#intervals[node - count] as TypeInterval);
    if (group.length > 1) {
      const requests = members.map((index) => this.#contributions[index] as Contribution);
      this.#diagnostics.push(errors.circularPlaces(requests.map((each) => ({ ...each, pass: each.pass.name }))));
    }
    for (const index of members) this.#settleOne(index);
  }

  #settleInterval(interval: TypeInterval): void {
    const { type } = interval;
    const steps = this.#spine.steps;
    const extent = this.#spine.extentOf(type);
    let before = extent && { slot: slotBefore(extent.first), nests: steps[extent.first]?.nests ?? [] };
    let after = extent && { slot: slotAfter(extent.last), nests: steps[extent.last]?.nests ?? [] };
    interval.peers = interval.members.flatMap((member) => this.#settled[member] ?? []);
    for (const peer of interval.peers) {
      if (before === undefined || peer.slot < before.slot) before = peer;
      if (after === undefined || peer.slot > after.slot) after = peer;
    }
    interval.before = before;
    interval.after = after;
  }

  #settleOne(index: number): void {
    const seat = this.#seats[index];
    if (seat === undefined) return;
    const { contribution, located } = seat;
    if (located.kind === "slots") {
      located.slots.forEach(({ slot, beside }, copy) => this.#sit(seat, index, slot, beside, copy));
    } else if (located.kind === "own") {
      const target = this.#settled[this.#indexOf.get(located.target) as number]?.[0];
      if (target === undefined) return;
      const item = this.#sit(seat, index, target.slot, target.nests, 0);
      this.#orders.push({ side: located.side, placed: [item], targets: [target] });
    } else {
      const interval = this.#intervals[this.#intervalOf.get(located.type.toLowerCase()) as number];
      invariant(interval !== undefined, "a type without its interval");
      const end = interval[located.side];
      if (end === undefined) {
        const request = { ...contribution, pass: contribution.pass.name };
        this.#diagnostics.push(errors.noSuchType(request, located.type, this.#spine));
        return;
      }
      const slot = this.#outside(end, contribution, located.side);
      interval.placed[located.side].push(this.#sit(seat, index, slot, end.nests, 0));
    }
  }

  /**
   * The slot next to the end of a type's interval, on the outer side, where the pass splits no nested pipeline. By the
   * framework's steps alone it splits none, or `locate` would have refused it; but the end may be a plugin's pass.
   */
  #outside(end: End, contribution: Contribution, side: "before" | "after"): Slot {
    const nests = this.#nests(contribution, end.nests);
    let { slot } = end;
    while (!fits(this.#spine, slot, nests) || closedAt(this.#spine, slot) !== undefined)
      slot += side === "before" ? -1 : 1;
    return slot;
  }

  #orderAround(interval: TypeInterval): void {
    for (const side of ["before", "after"] as const) {
      const bySlot = groupBySlot(interval.placed[side]);
      for (const [slot, placed] of bySlot) {
        const targets = interval.peers.filter((peer) => peer.slot === slot);
        if (targets.length > 0) this.#orders.push({ side, placed, targets });
      }
    }
  }

  #nests(contribution: Contribution, beside: readonly Nest[]): readonly Nest[] {
    return nestBeside(this.#spine, contribution.pass.anchor, beside);
  }

  #sit(seat: Seat, index: number, slot: Slot, beside: readonly Nest[], copy: number): Item {
    const { contribution } = seat;
    const address = copy === 0 ? contribution.address : `${contribution.address}@${copy + 1}`;
    const nests = this.#nests(contribution, beside);
    const item: Item = { contribution, address, slot, nests, because: because(contribution, seat.text) };
    this.#settled[index]?.push(item);
    return item;
  }
}
