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

/** Result of locating a position, before other contributions are considered. */
export type Located =
  /** The spots of the position. With `which: each`, it has several. */
  | { readonly kind: "spots" }
  /** Position next to an earlier contribution of the same contributor. */
  | {
      readonly kind: "own";
      readonly target: Contribution;
      readonly side: "before" | "after";
      /** Which copies of the target are meant. */
      readonly which: Which | undefined;
    }
  /** Position outside all passes of a type. */
  | { readonly kind: "type"; readonly type: string; readonly side: "before" | "after" };

/** Slot, with the managers around a pass in it. */
export interface Spot {
  readonly slot: Slot;
  readonly nests: readonly Nest[];
}

export type LocateResult = {
  readonly located?: Located;
  /** Spots without regard to other contributors. Empty for a type that no pass of the framework has. */
  readonly spots: readonly Spot[];
  readonly place: MemberPlace;
  /** Position of the bundle, for its later members. */
  readonly bundlePlace?: MemberPlace;
  /** An error if the position was refused, otherwise warnings. */
  readonly told: Told;
};

/** Contribution that its contributor may refer to. */
export interface OwnContribution {
  readonly contribution: Contribution;
  readonly spots: readonly Spot[];
  /** Position of the contribution or of its bundle. */
  readonly place: MemberPlace;
}

/** Bundle that its contributor may refer to, with its first and last pass. */
export interface OwnBundle {
  readonly first: OwnContribution;
  readonly last: OwnContribution;
}

/** Everything that one contributor may refer to: the base pipeline, data, and its own contributions. */
export interface Surroundings {
  readonly spine: Spine;
  /** Returns the contributor's latest contribution of the pass with this name. */
  own(name: string): OwnContribution | undefined;
  /** Returns a bundle of the contributor: the latest one with this name, or the one with this id. */
  ownBundle(name: string): OwnBundle | undefined;
  /** Returns the contributor's previous contribution. */
  previous(): OwnContribution | undefined;
  /** Returns whether the contributor, the config or a manifest contributes a pass of this type. */
  contributesType(type: string): boolean;
}

const BY_SPOTS: Located = Object.freeze({ kind: "spots" });
const NOTHING: readonly never[] = Object.freeze([]);

/** Returns the parts of a contribution that are compared with `without` of a bundle. */
export const outsiderOf = ({ pass: { name }, types, bundle }: Contribution): Outsider => ({ name, types, bundle });

const request = (asked: Contribution): errors.Request => ({ ...asked, pass: asked.pass.name });

function none(place: MemberPlace, diagnostic: () => Diagnostic): LocateResult {
  return { place, spots: NOTHING, told: once(() => [diagnostic()]) };
}

/** Returns the slot before or after a bundle. */
function outsideOf(spine: Spine, { name }: BundleRef, side: "before" | "after"): Slot {
  const { first, last } = spine.bundle(name) as Extent;
  return side === "before" ? slotBefore(first) : slotAfter(last);
}

/** Returns the slots around a bundle. */
function bundleEdges(spine: Spine, bundle: BundleRef): Slot[] {
  return [outsideOf(spine, bundle, "before"), outsideOf(spine, bundle, "after")];
}

/**
 * Refuses spots where the pass would split a manager or a bundle. `nests` are the managers of a step next to the spot.
 */
function checked(
  asked: Contribution,
  spine: Spine,
  beside: readonly Spot[],
  warnings: Told = TOLD_NOTHING,
  located: Located = BY_SPOTS,
): LocateResult {
  const { anchor, group } = asked.pass;
  // Without an anchor or group, the pass joins the manager of its neighbor.
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

/**
 * Locates a position next to a contribution of the same contributor: next to its outermost copy, or to those that
 * `which` selects.
 */
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
  // The contribution is next to a type, so its slot is chosen when all contributions are known.
  if (spots.length === 0) return { place, located, spots, told: TOLD_NOTHING };
  return checked(asked, spine, chosenOf(spots, side, which), TOLD_NOTHING, located);
}

/** Locates a position next to a bundle or pass of the same contributor. Refuses positions inside a closed bundle. */
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
  if (asked.which === "only" && found.length > 1)
    return none(asked.place, () => errors.severalTargets(request(asked), name, found.map(addressOf)));
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
  // If a closed bundle contains the last pass of the type, the position is outside the bundle as well.
  const outsider = outsiderOf(asked);
  for (let bundle; (bundle = closedAt(spine, slot, outsider));) slot = outsideOf(spine, bundle, side);
  const { nests } = spine.steps[index] as Step;
  // The same holds for groups.
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
 * Locates a position. An `add…` call returns this result, and resolving computes it again. Both results are equal,
 * because they depend on the same surroundings.
 */
export function locateAt(contribution: Contribution, place: MemberPlace, around: Surroundings): LocateResult {
  const { misfit } = contribution;
  if (misfit !== undefined) return none(place, () => misfit);
  const asked = place === contribution.place ? contribution : { ...contribution, place };
  const { spine } = around;
  const problem = problemOfWhich(asked, spine);
  // `which` applies only to the first position.
  if (problem !== undefined && place === contribution.place && contribution.wanted === undefined)
    return none(place, problem);
  if ("before" in place) return locateName(asked, place.before, "before", around);
  if ("after" in place) return locateName(asked, place.after, "after", around);
  if ("beforeType" in place) return locateType(asked, place.beforeType, "before", around);
  if ("afterType" in place) return locateType(asked, place.afterType, "after", around);
  if ("next" in place) {
    const previous = around.previous();
    // The previous member was refused, and the whole bundle with it.
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
