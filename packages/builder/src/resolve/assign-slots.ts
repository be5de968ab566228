import { invariant } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { inContributorOrder } from "../contributions/contributor.ts";
import { PositionFinder } from "../contributions/position-finder.ts";
import type { Contribution } from "../contributions/contribution.ts";
import * as errors from "../errors/places.ts";
import { outsiderOf } from "../contributions/locate-place.ts";
import type { Located, LocateResult } from "../contributions/locate-place.ts";
import { nestBeside } from "../steps/hierarchy.ts";
import { closedAt, fits, slotNumber, splitsGroup } from "../steps/nesting.ts";
import { slotAfter, slotBefore } from "../steps/base-pipeline.ts";
import type { BasePipeline, Slot } from "../steps/base-pipeline.ts";
import { chosenOf, isPlacedBy, placeText } from "../contributions/place.ts";
import type { MemberPlace } from "../contributions/place.ts";
import { typeKey, typeKeys } from "../steps/pass-type.ts";
import { idOf } from "../steps/step.ts";
import type { Nest } from "../steps/step.ts";
import type { PlacementOrder } from "./default-order.ts";
import { groupBySlot, ordersOfConversions } from "./default-order.ts";
import { makeElement } from "./element.ts";
import type { Element } from "./element.ts";
import { stronglyConnected } from "./strongly-connected.ts";

export interface AssignedSlots {
  /** Contributed steps, in the order of the contributions. */
  readonly elements: readonly Element[];
  readonly orders: readonly PlacementOrder[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Result of locating an accepted contribution. */
type AcceptedResult = LocateResult & { readonly located: Located };

const NO_STEPS: readonly Element[] = [];
const NO_NODES: readonly number[] = [];

/** End of the interval of a type: the slot right outside, and the managers of the outermost pass at this end. */
interface End {
  readonly slot: Slot;
  readonly nests: readonly Nest[];
}

/** Compares the managers of two steps. Outer managers come first. The names of contributors do not affect the result. */
function byDepth(one: Element, other: Element): number {
  return one.nests.length - other.nests.length || (managersText(one) < managersText(other) ? -1 : 1);
}

function managersText({ nests }: Element): string {
  return nests.map((nest) => `${nest.anchor} ${idOf(nest) ?? ""}`).join("(");
}

/** Interval from the first to the last pass of a type. Contributions of the type can extend the interval. */
interface TypeInterval {
  readonly type: string;
  /** Indices of the contributions that have this type, except those whose position refers to this type. */
  readonly members: number[];
  /** Steps of the contributions in `members`. Empty until these contributions have slots. */
  peers: readonly Element[];
  before: End | undefined;
  after: End | undefined;
  readonly placed: { readonly before: Element[]; readonly after: Element[] };
}

/** Describes the reason for the position of a contribution. */
function because(contribution: Contribution, place: MemberPlace): string {
  const { which, reason, wanted = contribution.place } = contribution;
  const text = placeText(place, which);
  if (place === wanted && reason === undefined) return text;
  const instead = place === wanted ? "" : `, because the position ${placeText(wanted, which)} does not exist`;
  return [text, instead, reason === undefined ? "" : `: ${reason}`].join("");
}

/**
 * Determines the slot of every contribution. A contribution gets its slot after the contributions that it depends on. A
 * position relative to a type depends on the contributions of that type. A position next to a step of the same
 * contributor depends on that step.
 */
export class SlotAssignment {
  readonly #basePipeline: BasePipeline;
  readonly #contributions: readonly Contribution[];
  readonly #results: LocateResult[] = [];
  /** Steps of each contribution. `which: each` results in several steps. */
  readonly #settled: (readonly Element[])[] = [];
  readonly #intervals: TypeInterval[] = [];
  readonly #intervalOf = new Map<string, number>();
  readonly #orders: PlacementOrder[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  readonly #indexOf = new Map<Contribution, number>();
  /** For each member of a bundle: the managers at the position of the bundle. */
  readonly #beside = new WeakMap<Element, readonly Nest[]>();

  constructor(basePipeline: BasePipeline, contributions: readonly Contribution[]) {
    this.#basePipeline = basePipeline;
    this.#contributions = inContributorOrder(contributions);
    this.#contributions.forEach((contribution, index) => this.#indexOf.set(contribution, index));
    // Finds the positions in the order of the calls, because positions can refer to earlier calls of a contributor.
    const calls = contributions.toSorted((left, right) => left.index - right.index);
    const finder = new PositionFinder(basePipeline, calls);
    for (const call of calls) this.#results[this.#indexOf.get(call) as number] = finder.find(call);
  }

  run(): AssignedSlots {
    this.#collectDiagnostics();
    this.#findIntervals();
    const count = this.#contributions.length + this.#intervals.length;
    for (const group of stronglyConnected(count, (node) => this.#dependencies(node))) this.#settle(group);
    for (const interval of this.#intervals) this.#orderAround(interval);
    const elements = this.#settled.flat();
    this.#orders.push(...ordersOfConversions(elements, this.#basePipeline));
    return { elements, orders: this.#orders, diagnostics: this.#diagnostics };
  }

  /** Returns the result of a contribution if it was accepted. */
  #acceptedResult(index: number): AcceptedResult | undefined {
    const result = this.#results[index];
    return result?.located === undefined ? undefined : (result as AcceptedResult);
  }

  #collectDiagnostics(): void {
    this.#results.forEach(({ located, diagnostics }, index) => {
      this.#settled.push(NO_STEPS);
      const all = diagnostics();
      if (all.length === 0) return;
      const isSkipped = located === undefined && this.#contributions[index]?.onMissing === "skip";
      // Diagnostics about a skipped contribution become remarks.
      for (const each of all) this.#diagnostics.push(isSkipped ? { ...each, severity: "remark" } : each);
    });
  }

  /** Creates an interval for each type to which a position refers. */
  #findIntervals(): void {
    for (const { located } of this.#results) {
      if (located?.kind !== "type") continue;
      const type = typeKey(located.type);
      if (this.#intervalOf.has(type)) continue;
      this.#intervalOf.set(type, this.#intervals.length);
      const placed = { before: [], after: [] };
      this.#intervals.push({ type, members: [], peers: [], before: undefined, after: undefined, placed });
    }
    this.#contributions.forEach(({ types }, index) => {
      const accepted = this.#acceptedResult(index);
      if (accepted === undefined) return;
      const { place, bundlePlace = place } = accepted;
      for (const key of typeKeys(types)) {
        const interval = this.#intervalOf.get(key);
        if (interval === undefined || isPlacedBy(bundlePlace, key)) continue;
        (this.#intervals[interval] as TypeInterval).members.push(index);
      }
    });
  }

  /** Returns the nodes that `node` depends on. Contributions have the first numbers, followed by intervals. */
  #dependencies(node: number): readonly number[] {
    const count = this.#contributions.length;
    if (node >= count) return this.#intervals[node - count]?.members ?? [];
    const located = this.#acceptedResult(node)?.located;
    if (located?.kind === "own") return [this.#indexOf.get(located.target) as number];
    if (located?.kind !== "type") return NO_NODES;
    return [count + (this.#intervalOf.get(typeKey(located.type)) as number)];
  }

  #settle(group: readonly number[]): void {
    const count = this.#contributions.length;
    const [only = count] = group;
    if (group.length === 1 && only < count) {
      this.#settleOne(only);
      return;
    }
    const members = group.filter((node) => node < count).sort((left, right) => left - right);
    const intervals = group
      .filter((node) => node >= count)
      .map((node) => this.#intervals[node - count] as TypeInterval);
    for (const interval of intervals) this.#settleInterval(interval);
    if (group.length > 1) {
      const requests = members.map((index) => this.#contributions[index] as Contribution);
      this.#diagnostics.push(errors.circularPlaces(requests));
    }
    // If all passes of a type are in this cycle, the interval of the type is unknown until one of these passes has a
    // slot. Slots are therefore assigned in rounds.
    for (let waiting = members; waiting.length > 0;) {
      const ready = waiting.filter((index) => this.#canSettle(index));
      invariant(ready.length > 0, "an accepted contribution has a position");
      for (const index of ready) this.#settleOne(index);
      for (const interval of intervals) if (interval.before === undefined) this.#settleInterval(interval);
      waiting = waiting.filter((index) => !ready.includes(index));
    }
  }

  #canSettle(index: number): boolean {
    const located = this.#acceptedResult(index)?.located;
    if (located?.kind === "own") return this.#copiesOf(located.target).length > 0;
    return located?.kind !== "type" || this.#intervalFor(located.type)[located.side] !== undefined;
  }

  #copiesOf(contribution: Contribution): readonly Element[] {
    return this.#settled[this.#indexOf.get(contribution) as number] as readonly Element[];
  }

  #intervalFor(type: string): TypeInterval {
    return this.#intervals[this.#intervalOf.get(typeKey(type)) as number] as TypeInterval;
  }

  #settleInterval(interval: TypeInterval): void {
    const { type } = interval;
    const steps = this.#basePipeline.steps;
    const extent = this.#basePipeline.extentOf(type);
    let before = extent && { slot: slotBefore(extent.first), nests: steps[extent.first]?.nests ?? [] };
    let after = extent && { slot: slotAfter(extent.last), nests: steps[extent.last]?.nests ?? [] };
    interval.peers = interval.members.flatMap((member) => this.#settled[member] ?? NO_STEPS);
    // Of several peers at the same position, the outermost determines the managers.
    for (const peer of interval.peers.toSorted(byDepth)) {
      if (before === undefined || peer.slot < before.slot) before = peer;
      if (after === undefined || peer.slot > after.slot) after = peer;
    }
    interval.before = before;
    interval.after = after;
  }

  #settleOne(index: number): void {
    const accepted = this.#acceptedResult(index);
    if (accepted === undefined) return;
    const contribution = this.#contributions[index] as Contribution;
    const { located } = accepted;
    const text = because(contribution, accepted.place);
    const stepFor = (slot: Slot, nests: readonly Nest[], beside: readonly Nest[], copy: number): Element => {
      const step = stepAt(contribution, slot, nests, text, copy);
      if (contribution.bundle !== undefined) this.#beside.set(step, beside);
      return step;
    };
    if (located.kind === "spots")
      this.#settled[index] = accepted.spots.map(({ slot, nests, beside = nests }, copy) =>
        stepFor(slot, nests, beside, copy),
      );
    else if (located.kind === "own") {
      const { side } = located;
      const targets = chosenOf(this.#copiesOf(located.target), side, located.which);
      const isNext = "next" in contribution.place;
      this.#settled[index] = targets.map((target, copy) => {
        const beside = (isNext ? this.#beside.get(target) : undefined) ?? target.nests;
        const end = { slot: target.slot, nests: beside };
        // The search for the first member of a closed bundle considers all members.
        const isFollowing = isNext && contribution.bundle?.kind !== "open";
        const slot = isFollowing ? target.slot : this.#outside(end, contribution, side);
        const placed = stepFor(slot, this.#nests(contribution, end), beside, copy);
        if (slotNumber(placed.slot) === slotNumber(target.slot))
          this.#orders.push({ side, placed: [placed], targets: [target] });
        return placed;
      });
    } else {
      const interval = this.#intervalFor(located.type);
      const end = this.#endFor(contribution, interval[located.side] as End, located.side);
      const slot = this.#outside(end, contribution, located.side);
      const placed = stepFor(slot, this.#nests(contribution, end), end.nests, 0);
      this.#settled[index] = [placed];
      interval.placed[located.side].push(placed);
    }
  }

  /**
   * Returns the slot that is nearest to `end`, at or outside this end of the interval, and at which the pass does not
   * split a nested pipeline, a group or a closed bundle. The search is needed because other contributions can extend an
   * interval after a position was accepted.
   */
  #outside(end: End, contribution: Contribution, side: "before" | "after"): Slot {
    const all = this.#together(contribution, end);
    const isTorn = (slot: Slot): boolean =>
      all.some((each) => !fits(this.#basePipeline, slot, each) || splitsGroup(this.#basePipeline, slot, each));
    const outsider = outsiderOf(contribution);
    let { slot } = end;
    while (isTorn(slot) || closedAt(this.#basePipeline, slot, outsider) !== undefined)
      slot += side === "before" ? -1 : 1;
    return slot;
  }

  /** Returns the managers for the pass of `first`, and for each later member if `first` is in a closed bundle. */
  #together(first: Contribution, end: End): readonly (readonly Nest[])[] {
    const { bundle } = first;
    const all = [this.#nests(first, end)];
    if (bundle === undefined || bundle.kind === "open") return all;
    for (let index = (this.#indexOf.get(first) as number) + 1; ; index++) {
      const next = this.#contributions[index];
      if (next?.bundle?.id !== bundle.id) return all;
      all.push(this.#nests(next, end));
    }
  }

  #orderAround(interval: TypeInterval): void {
    const peers = groupBySlot(interval.peers, ({ slot }) => slot);
    for (const side of ["before", "after"] as const) {
      for (const [slot, placed] of groupBySlot(interval.placed[side], ({ slot }) => slot)) {
        const targets = peers.get(slot) ?? [];
        if (targets.length > 0) this.#orders.push({ side, placed, targets });
      }
    }
  }

  /** Returns `end`, or the nearest position outside the interval that is on the IR of the pass. */
  #endFor({ pass }: Contribution, end: End, side: "before" | "after"): End {
    const slot = this.#basePipeline.nearest(end.slot, side, pass.ir);
    return slot === end.slot ? end : { slot, nests: [] };
  }

  #nests({ pass }: Contribution, { slot, nests }: End): readonly Nest[] {
    return nestBeside(this.#basePipeline.sideAt(slot), pass, nests);
  }
}

/**
 * Makes a step of a contribution. A contribution with `which: each` can have several steps, called copies. Adds the
 * number of the copy to the address and to the name of the bundle, except for the first copy.
 */
function stepAt(
  contribution: Contribution,
  slot: Slot,
  nests: readonly Nest[],
  because: string,
  copy: number,
): Element {
  const { pass: declaration, types, options, origin, bundle: whole } = contribution;
  const suffix = copy === 0 ? "" : `@${copy + 1}`;
  const bundle =
    copy === 0 || whole === undefined ? whole : { ...whole, name: whole.name + suffix, id: whole.id + suffix };
  const position = { address: contribution.address + suffix, bundle, slot, nests, because };
  return makeElement({ declaration, types, options, origin }, position, "pass", contribution);
}
