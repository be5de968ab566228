import type { Diagnostic } from "@passwright/core";
import { groupNest } from "../steps/groups.ts";
import { nestBeside } from "../steps/hierarchy.ts";
import { once, TOLD_NOTHING } from "./answer.ts";
import type { Told } from "./answer.ts";
import type { Contribution } from "./contribution.ts";
import * as errors from "../errors.ts";
import { excludedBy } from "../steps/bundle.ts";
import type { Outsider } from "../steps/bundle.ts";
import { closedAt, fits, openAt, slotAfter, slotBefore, slotOf, splitsGroup } from "../steps/nesting.ts";
import type { Slot } from "../steps/nesting.ts";
import { chosenOf, typeOfWrongWhich } from "./place.ts";
import type { MemberPlace, Which } from "./place.ts";
import type { Extent, Spine } from "../steps/spine.ts";
import { isSelectable } from "./type-index.ts";
import type { BundleRef, Nest, Step } from "../steps/step.ts";

/** What a place stands for before the other contributions are looked at. */
export type Located =
  /** Its spots, one but for `which: each`. */
  | { readonly kind: "spots" }
  /** Next to an earlier contribution of the same party. */
  | {
      readonly kind: "own";
      readonly target: Contribution;
      readonly side: "before" | "after";
      /** The copies of it that are meant. */
      readonly which: Which | undefined;
    }
  /** Outside of all passes of a type. */
  | { readonly kind: "type"; readonly type: string; readonly side: "before" | "after" };

/** A slot, and the managers around a pass that is there. */
export interface Spot {
  readonly slot: Slot;
  readonly nests: readonly Nest[];
}

export type LocateResult = {
  readonly located?: Located;
  /** Where that is as long as nobody else contributes; empty beside a type that the framework has no pass of. */
  readonly spots: readonly Spot[];
  readonly place: MemberPlace;
  /** For the further members of a bundle: the place that the bundle went to. */
  readonly bundlePlace?: MemberPlace;
  /** An error if nothing was located, else warnings. */
  readonly told: Told;
};

/** A contribution that its party may refer to. */
export interface OwnContribution {
  readonly contribution: Contribution;
  readonly spots: readonly Spot[];
  /** The place that it went to, or its bundle. */
  readonly place: MemberPlace;
}

/** A bundle that its party may refer to, by its ends. */
export interface OwnBundle {
  readonly first: OwnContribution;
  readonly last: OwnContribution;
}

/** What one party may refer to besides the spine, all of it fixed before any plugin's code runs, or its own. */
export interface Surroundings {
  readonly spine: Spine;
  /** The party's own contributions so far, by pass name: the latest of each. */
  own(name: string): OwnContribution | undefined;
  /** The party's own bundles so far: by name the latest of each, by id every one. */
  ownBundle(name: string): OwnBundle | undefined;
  /** The party's previous contribution. */
  previous(): OwnContribution | undefined;
  /** Whether a contribution of the party, of the config or of a manifest has that type. */
  contributesType(type: string): boolean;
}

const BY_SPOTS: Located = Object.freeze({ kind: "spots" });
const NOTHING: readonly never[] = Object.freeze([]);

/** A contribution as a bundle that is `without` something looks at it. */
export const outsiderOf = ({ pass: { name }, types, bundle }: Contribution): Outsider => ({ name, types, bundle });

const request = (asked: Contribution): errors.Request => ({ ...asked, pass: asked.pass.name });

function none(place: MemberPlace, diagnostic: () => Diagnostic): LocateResult {
  return { place, spots: NOTHING, told: once(() => [diagnostic()]) };
}

/** The slot beside a bundle that has steps. */
function outsideOf(spine: Spine, { name }: BundleRef, side: "before" | "after"): Slot {
  const { first, last } = spine.bundle(name) as Extent;
  return side === "before" ? slotBefore(first) : slotAfter(last);
}

/** The slots around a bundle. */
function bundleEdges(spine: Spine, bundle: BundleRef): Slot[] {
  return [outsideOf(spine, bundle, "before"), outsideOf(spine, bundle, "after")];
}

/** Refuses spots, `nests` being what is beside them, where the pass would split a manager that the framework opened. */
function checked(
  asked: Contribution,
  spine: Spine,
  beside: readonly Spot[],
  warnings: Told = TOLD_NOTHING,
  located: Located = BY_SPOTS,
): LocateResult {
  const { anchor, group } = asked.pass;
  // Without an anchor it goes where its neighbour is, but for groups.
  const isBeside = (anchor ?? group) === undefined && beside.every(({ nests }) => groupNest(nests) === undefined);
  const spots = isBeside
    ? beside
    : beside.map(({ slot, nests }): Spot => ({ slot, nests: nestBeside(spine.sideAt(slot), asked.pass, nests) }));
  const outsider = outsiderOf(asked);
  for (const { slot, nests } of spots) {
    const bundle = closedAt(spine, slot, outsider);
    if (bundle !== undefined) {
      const edges = (): Slot[] => bundleEdges(spine, bundle);
      return none(asked.place, () => errors.insideBundle(request(asked), spine, slot, bundle, outsider, edges()));
    }
    if (fits(spine, slot, nests)) continue;
    return none(asked.place, () => errors.wouldSplit(request(asked), spine, slot, nests, openAt(spine, slot)));
  }
  return { place: asked.place, located, spots, told: warnings };
}

/** Next to an own contribution: to the first copy of it, or the last one, or those that are chosen, where there are several. */
function locateOwn(
  asked: Contribution,
  { contribution: target, spots }: OwnContribution,
  side: "before" | "after",
  spine: Spine,
): LocateResult {
  const { which, place } = asked;
  if (which === "only" && spots.length > 1) {
    const { address } = target;
    const copies = (): string[] => spots.map((_, copy) => (copy === 0 ? address : `${address}@${copy + 1}`));
    return none(place, () => errors.severalTargets(request(asked), target.pass.name, copies()));
  }
  const located = { kind: "own", target, side, which } as const;
  // Beside a type of others: once all are known, a slot is chosen where nothing is split.
  if (spots.length === 0) return { place, located, spots, told: TOLD_NOTHING };
  return checked(asked, spine, chosenOf(spots, side, which), TOLD_NOTHING, located);
}

/** Beside an own bundle, or an own pass; not in the middle of an own bundle that is closed. */
function locateOwnName(
  asked: Contribution,
  name: string,
  side: "before" | "after",
  around: Surroundings,
): LocateResult | undefined {
  const whole = around.ownBundle(name);
  if (whole !== undefined) return locateOwn(asked, side === "before" ? whole.first : whole.last, side, around.spine);
  const own = around.own(name);
  if (own === undefined) return undefined;
  const { bundle } = own.contribution;
  const outsider = outsiderOf(asked);
  if (bundle !== undefined && (bundle.kind !== "open" || excludedBy(bundle, outsider) !== undefined)) {
    const ends = around.ownBundle(bundle.id);
    const edge = side === "before" ? ends?.first : ends?.last;
    if (edge?.contribution !== own.contribution)
      return none(asked.place, () => errors.insideOwnBundle(request(asked), name, bundle, outsider));
  }
  return locateOwn(asked, own, side, around.spine);
}

function locateName(asked: Contribution, name: string, side: "before" | "after", around: Surroundings): LocateResult {
  const { spine } = around;
  const bundle = spine.bundle(name);
  const found = bundle === undefined ? spine.named(name) : [side === "before" ? bundle.first : bundle.last];
  if (found.length === 0) {
    return (
      locateOwnName(asked, name, side, around) ??
      none(asked.place, () => errors.noSuchPass(request(asked), name, spine))
    );
  }
  const addressOf = (index: number): string => {
    const { address, name: own } = spine.steps[index] as Step;
    return address === own && found.length > 1 ? `${own}#1` : address;
  };
  if (asked.which === "only" && found.length > 1) {
    return none(asked.place, () => errors.severalTargets(request(asked), name, found.map(addressOf)));
  }
  const chosen = chosenOf(found, side, asked.which);
  const spots = chosen.map((index): Spot => ({
    slot: side === "before" ? slotBefore(index) : slotAfter(index),
    nests: (spine.steps[index] as Step).nests,
  }));
  const first = chosen[0] as number;
  const areSeveral = asked.which === undefined && found.length > 1;
  const isPoor = spine.steps[first]?.declaration.poorTarget === true;
  if (!areSeveral && !isPoor) return checked(asked, spine, spots);
  const warnings = (): Diagnostic[] => [
    ...(areSeveral ? [errors.choseOneOfSeveral(request(asked), name, found.map(addressOf), addressOf(first))] : []),
    ...(isPoor ? [errors.poorTarget(request(asked), name, spine, (spots[0] as Spot).slot)] : []),
  ];
  return checked(asked, spine, spots, once(warnings));
}

function locateType(asked: Contribution, type: string, side: "before" | "after", around: Surroundings): LocateResult {
  const { spine } = around;
  const extent = isSelectable(type) ? spine.extentOf(type) : undefined;
  if (extent === undefined) {
    if (!around.contributesType(type)) return none(asked.place, () => errors.noSuchType(request(asked), type, spine));
    return { place: asked.place, located: { kind: "type", type, side }, spots: NOTHING, told: TOLD_NOTHING };
  }
  const index = side === "before" ? extent.first : extent.last;
  let slot = side === "before" ? slotBefore(index) : slotAfter(index);
  // A type is also outside of a bundle when it is outside of the pass of that type in it.
  const outsider = outsiderOf(asked);
  for (let bundle; (bundle = closedAt(spine, slot, outsider));) slot = outsideOf(spine, bundle, side);
  const { nests } = spine.steps[index] as Step;
  // It is outside of a group, too.
  const own = nestBeside(spine.sideAt(slot), asked.pass, nests);
  while (splitsGroup(spine, slot, own)) slot += side === "before" ? -3 : 3;
  const moved = spine.nearest(slot, side, asked.pass.ir);
  const spots = [{ slot: moved, nests: moved === slot ? nests : [] }];
  return checked(asked, spine, spots, TOLD_NOTHING, { kind: "type", type, side });
}

function problemOfWhich(asked: Contribution, spine: Spine): (() => Diagnostic) | undefined {
  const type = typeOfWrongWhich(asked.place, asked.which);
  if (type === undefined) return undefined;
  const names = (): string[] => spine.typed(type).map((index) => (spine.steps[index] as Step).name);
  return () => errors.whichOfType(request(asked), type, names());
}

/**
 * What `place` stands for. This is the answer that an `add…` call gives at once, and the first part of resolving: both see
 * the same surroundings, so the answer stays true.
 */
export function locateAt(contribution: Contribution, place: MemberPlace, around: Surroundings): LocateResult {
  const { misfit } = contribution;
  if (misfit !== undefined) return none(place, () => misfit);
  const asked = place === contribution.place ? contribution : { ...contribution, place };
  const { spine } = around;
  const problem = problemOfWhich(asked, spine);
  // It was said of the place that was asked for first.
  if (problem !== undefined && place === contribution.place && contribution.wanted === undefined) {
    return none(place, problem);
  }
  if ("before" in place) return locateName(asked, place.before, "before", around);
  if ("after" in place) return locateName(asked, place.after, "after", around);
  if ("beforeType" in place) return locateType(asked, place.beforeType, "before", around);
  if ("afterType" in place) return locateType(asked, place.afterType, "after", around);
  if ("next" in place) {
    const previous = around.previous();
    // Without the member before there is no bundle; that one was told why.
    if (previous?.contribution.bundle?.id !== contribution.bundle?.id)
      return { place, spots: NOTHING, told: TOLD_NOTHING };
    const { contribution: target, spots, place: bundlePlace } = previous as OwnContribution;
    const located = { kind: "own", target, side: "after", which: "each" } as const;
    if (spots.length === 0) return { place, bundlePlace, located, spots, told: TOLD_NOTHING };
    const result = checked(asked, spine, spots, TOLD_NOTHING, located);
    return result.located === undefined ? result : { ...result, bundlePlace };
  }
  if ("end" in place) return checked(asked, spine, [{ slot: spine.endOf(asked.pass.ir), nests: [] }]);
  const index = spine.point(place.at);
  if (index === undefined) return none(place, () => errors.noSuchPoint(request(asked), place.at, spine));
  const { name, nests, point = {} } = spine.steps[index] as Step;
  const spots = [{ slot: slotOf(index), nests }];
  if (name === place.at && point.deprecated === undefined) return checked(asked, spine, spots);
  const warnings = (): Diagnostic[] => [
    ...(name === place.at ? [] : [errors.pointRenamed(request(asked), place.at, name)]),
    ...(point.deprecated === undefined ? [] : [errors.pointDeprecated(request(asked), name, point.deprecated)]),
  ];
  return checked(asked, spine, spots, once(warnings));
}
