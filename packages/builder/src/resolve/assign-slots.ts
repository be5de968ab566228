import { invariant } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { inContributorOrder } from "../contributions/contributor.ts";
import { PositionFinder } from "../contributions/position-finder.ts";
import type { Contribution } from "../contributions/contribution.ts";
import * as errors from "../errors/places.ts";
import { outsiderOf } from "../contributions/locate-place.ts";
import type { LocateResult } from "../contributions/locate-place.ts";
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
import { getOrMake } from "../maps.ts";
import { makeElement } from "./element.ts";
import type { Element } from "./element.ts";
import { stronglyConnected } from "./strongly-connected.ts";

export interface AssignedSlots {
  /** Contributed steps, in the order of the contributions. */
  readonly elements: readonly Element[];
  readonly orders: readonly PlacementOrder[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Contribution with its position and, as soon as they have slots, its steps. */
interface Request {
  /** Number of this item in the dependency graph. */
  readonly node: number;
  readonly contribution: Contribution;
  readonly result: LocateResult;
  /** Several steps for `which: each`. */
  steps: readonly Element[];
}

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
  readonly node: number;
  readonly type: string;
  /** Contributions that have this type, except those whose position refers to this type. */
  readonly members: Request[];
  /** Steps of the contributions in `members`. Empty until these contributions have slots. */
  peers: readonly Element[];
  before: End | undefined;
  after: End | undefined;
  readonly placed: { readonly before: Element[]; readonly after: Element[] };
}

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
  readonly #requests: readonly Request[];
  readonly #requestOf: ReadonlyMap<Contribution, Request>;
  readonly #intervals = new Map<string, TypeInterval>();
  readonly #orders: PlacementOrder[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  /** For each member of a bundle: the managers at the position of the bundle. */
  readonly #beside = new WeakMap<Element, readonly Nest[]>();

  constructor(basePipeline: BasePipeline, contributions: readonly Contribution[]) {
    this.#basePipeline = basePipeline;
    // Finds the positions in the order of the calls, because positions can refer to earlier calls of a contributor.
    const calls = contributions.toSorted((left, right) => left.index - right.index);
    const finder = new PositionFinder(basePipeline, calls);
    const results = new Map(calls.map((call) => [call, finder.find(call)]));
    this.#requests = inContributorOrder(contributions).map((contribution, node) => {
      return { node, contribution, result: results.get(contribution) as LocateResult, steps: [] };
    });
    this.#requestOf = new Map(this.#requests.map((request) => [request.contribution, request]));
  }

  run(): AssignedSlots {
    this.#collectDiagnostics();
    this.#findIntervals();
    const items = [...this.#requests, ...this.#intervals.values()];
    const dependencies = (node: number): readonly number[] => this.#dependencies(items[node] as Request | TypeInterval);
    for (const group of stronglyConnected(items.length, dependencies))
      this.#settle(group.map((node) => items[node] as Request | TypeInterval));
    for (const interval of this.#intervals.values()) this.#orderAround(interval);
    const elements = this.#requests.flatMap(({ steps }) => steps);
    this.#orders.push(...ordersOfConversions(elements, this.#basePipeline));
    return { elements, orders: this.#orders, diagnostics: this.#diagnostics };
  }

  #collectDiagnostics(): void {
    for (const { contribution, result } of this.#requests) {
      const isSkipped = result.located === undefined && contribution.onMissing === "skip";
      // Diagnostics about a skipped contribution become remarks.
      for (const each of result.diagnostics())
        this.#diagnostics.push(isSkipped ? { ...each, severity: "remark" } : each);
    }
  }

  #findIntervals(): void {
    for (const { result } of this.#requests) {
      if (result.located?.kind !== "type") continue;
      const type = typeKey(result.located.type);
      const node = this.#requests.length + this.#intervals.size;
      const ends = { before: undefined, after: undefined, placed: { before: [], after: [] } };
      getOrMake(this.#intervals, type, () => ({ node, type, members: [], peers: [], ...ends }));
    }
    for (const request of this.#requests) {
      const { located, place, bundlePlace = place } = request.result;
      if (located === undefined) continue;
      for (const key of typeKeys(request.contribution.types))
        if (!isPlacedBy(bundlePlace, key)) this.#intervals.get(key)?.members.push(request);
    }
  }

  #dependencies(item: Request | TypeInterval): readonly number[] {
    if ("members" in item) return item.members.map(({ node }) => node);
    const { located } = item.result;
    if (located?.kind === "own") return [this.#targetOf(located).node];
    return located?.kind === "type" ? [this.#intervalOf(located).node] : [];
  }

  #targetOf({ target }: { readonly target: Contribution }): Request {
    return this.#requestOf.get(target) as Request;
  }

  #intervalOf({ type }: { readonly type: string }): TypeInterval {
    return this.#intervals.get(typeKey(type)) as TypeInterval;
  }

  #settle(group: readonly (Request | TypeInterval)[]): void {
    const [only] = group;
    if (group.length === 1 && only !== undefined && !("members" in only)) return this.#settleOne(only);
    const sorted = group.toSorted((left, right) => left.node - right.node);
    const requests = sorted.filter((item) => "result" in item);
    const intervals = sorted.filter((item) => "members" in item);
    for (const interval of intervals) this.#settleInterval(interval);
    if (group.length > 1)
      this.#diagnostics.push(errors.circularPlaces(requests.map(({ contribution }) => contribution)));
    // If all passes of a type are in this cycle, the interval of the type is unknown until one of these passes has a
    // slot. Slots are therefore assigned in rounds.
    for (let waiting = requests; waiting.length > 0;) {
      const ready = new Set(waiting.filter((request) => this.#canSettle(request)));
      invariant(ready.size > 0, "an accepted contribution has a position");
      for (const request of ready) this.#settleOne(request);
      for (const interval of intervals) if (interval.before === undefined) this.#settleInterval(interval);
      waiting = waiting.filter((request) => !ready.has(request));
    }
  }

  #canSettle({ result: { located } }: Request): boolean {
    if (located?.kind === "own") return this.#targetOf(located).steps.length > 0;
    return located?.kind !== "type" || this.#intervalOf(located)[located.side] !== undefined;
  }

  #settleInterval(interval: TypeInterval): void {
    const { steps } = this.#basePipeline;
    const extent = this.#basePipeline.extentOf(interval.type);
    let before = extent && { slot: slotBefore(extent.first), nests: steps[extent.first]?.nests ?? [] };
    let after = extent && { slot: slotAfter(extent.last), nests: steps[extent.last]?.nests ?? [] };
    interval.peers = interval.members.flatMap((member) => member.steps);
    // Of several peers at the same position, the outermost determines the managers.
    for (const peer of interval.peers.toSorted(byDepth)) {
      if (before === undefined || peer.slot < before.slot) before = peer;
      if (after === undefined || peer.slot > after.slot) after = peer;
    }
    interval.before = before;
    interval.after = after;
  }

  #settleOne(request: Request): void {
    const { contribution, result } = request;
    const { located } = result;
    const text = because(contribution, result.place);
    const stepFor = (slot: Slot, nests: readonly Nest[], beside: readonly Nest[], copy: number): Element => {
      const step = stepAt(contribution, slot, nests, text, copy);
      if (contribution.bundle !== undefined) this.#beside.set(step, beside);
      return step;
    };
    if (located?.kind === "spots")
      request.steps = result.spots.map(({ slot, nests, beside = nests }, copy) => stepFor(slot, nests, beside, copy));
    else if (located?.kind === "own") {
      const { side } = located;
      const targets = chosenOf(this.#targetOf(located).steps, side, located.which);
      const isNext = "next" in contribution.place;
      request.steps = targets.map((target, copy) => {
        const beside = (isNext ? this.#beside.get(target) : undefined) ?? target.nests;
        const end = { slot: target.slot, nests: beside };
        // The search for the first member of a closed bundle considers all members.
        const isFollowing = isNext && contribution.bundle?.kind !== "open";
        const slot = isFollowing ? target.slot : this.#outside(end, request, side);
        const placed = stepFor(slot, this.#nests(contribution, end), beside, copy);
        if (slotNumber(placed.slot) === slotNumber(target.slot))
          this.#orders.push({ side, placed: [placed], targets: [target] });
        return placed;
      });
    } else if (located !== undefined) {
      const { side } = located;
      const interval = this.#intervalOf(located);
      const end = this.#endFor(contribution, interval[side] as End, side);
      const placed = stepFor(this.#outside(end, request, side), this.#nests(contribution, end), end.nests, 0);
      request.steps = [placed];
      interval.placed[side].push(placed);
    }
  }

  /**
   * Returns the slot that is nearest to `end`, at or outside this end of the interval, and at which the pass does not
   * split a nested pipeline, a group or a closed bundle. The search is needed because other contributions can extend an
   * interval after a position was accepted.
   */
  #outside(end: End, request: Request, side: "before" | "after"): Slot {
    const all = this.#together(request, end);
    const isTorn = (slot: Slot): boolean =>
      all.some((each) => !fits(this.#basePipeline, slot, each) || splitsGroup(this.#basePipeline, slot, each));
    const outsider = outsiderOf(request.contribution);
    let { slot } = end;
    while (isTorn(slot) || closedAt(this.#basePipeline, slot, outsider) !== undefined)
      slot += side === "before" ? -1 : 1;
    return slot;
  }

  /** Returns the managers for the pass of `first`, and for each later member if `first` is in a closed bundle. */
  #together({ node, contribution }: Request, end: End): readonly (readonly Nest[])[] {
    const { bundle } = contribution;
    const all = [this.#nests(contribution, end)];
    if (bundle === undefined || bundle.kind === "open") return all;
    for (let at = node + 1; ; at++) {
      const next = this.#requests[at]?.contribution;
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
