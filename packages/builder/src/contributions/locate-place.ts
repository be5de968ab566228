import type { Diagnostic } from "@passwright/core";
import { groupNest } from "../steps/groups.ts";
import { nestBeside } from "../steps/hierarchy.ts";
import { once, NO_DIAGNOSTICS } from "./insertion.ts";
import type { LazyDiagnostics } from "./insertion.ts";
import type { Contribution } from "./contribution.ts";
import * as errors from "../errors/places.ts";
import { excludedBy } from "../steps/bundle.ts";
import type { Outsider } from "../steps/bundle.ts";
import { closedAt, fits, openAt, slotText, splitsGroup } from "../steps/nesting.ts";
import { endAt, slotBeside, slotOf } from "../steps/base-pipeline.ts";
import type { BasePipeline, Extent, Slot } from "../steps/base-pipeline.ts";
import { chosenOf, isWrongWhich } from "./place.ts";
import type { MemberPlace, Which } from "./place.ts";
import type { BundleRef, Nest, Step } from "../steps/step.ts";

/** Kind of a located position. Determined before planning considers contributions of other contributors. */
export type Located =
  /** Resolved locations: several for `which: each`, otherwise one. */
  | { readonly kind: "spots" }
  /** Position next to an earlier contribution of the same contributor. */
  | {
      readonly kind: "own";
      readonly target: Contribution;
      readonly side: "before" | "after";
      /** Selects among several copies of the target. */
      readonly which: Which | undefined;
    }
  /** Position before or after all passes of a type. */
  | { readonly kind: "type"; readonly type: string; readonly side: "before" | "after" };

/** Slot for a pass, and the managers that will contain the pass in this slot. */
export interface Spot {
  readonly slot: Slot;
  readonly nests: readonly Nest[];
  /** Managers at the position of the bundle, for the other members of the bundle. Default: `nests`. */
  readonly beside?: readonly Nest[];
}

export type LocateResult = {
  readonly located?: Located;
  /** Slots and managers of the position. Empty for a position relative to a type that no pass of the framework has. */
  readonly spots: readonly Spot[];
  readonly place: MemberPlace;
  /** Requested position of the bundle, if the contribution is a later member of a bundle. */
  readonly bundlePlace?: MemberPlace;
  /** If the position was refused, contains the error. Otherwise, contains warnings. */
  readonly diagnostics: LazyDiagnostics;
};

/** Accepted contribution that the same contributor can use as a target. */
export interface OwnContribution {
  readonly contribution: Contribution;
  readonly spots: readonly Spot[];
  readonly place: MemberPlace;
}

/** Accepted bundle that the same contributor can use as a target, with the first and last pass of the bundle. */
export interface OwnBundle {
  readonly first: OwnContribution;
  readonly last: OwnContribution;
}

/**
 * Everything that positions of one contributor can refer to: the base pipeline, contributions of manifests and configs,
 * and earlier contributions of this contributor.
 */
export interface References {
  readonly basePipeline: BasePipeline;
  own(name: string): OwnContribution | undefined;
  /** Returns the contributor's bundle with the id `name`, or the contributor's latest bundle with this name. */
  ownBundle(name: string): OwnBundle | undefined;
  previous(): OwnContribution | undefined;
  /** Returns whether the contributor, the config or a manifest contributes a pass of this type. */
  contributesType(type: string): boolean;
}

const BY_SPOTS: Located = Object.freeze({ kind: "spots" });
const NOTHING: readonly never[] = Object.freeze([]);

/** Returns the fields of a contribution that are compared with the `without` setting of bundles. */
export const outsiderOf = ({ pass: { name }, types, bundle }: Contribution): Outsider => ({ name, types, bundle });

function none(place: MemberPlace, diagnostic: () => Diagnostic): LocateResult {
  return { place, spots: NOTHING, diagnostics: once(() => [diagnostic()]) };
}

function outsideOf(basePipeline: BasePipeline, { name }: BundleRef, side: "before" | "after"): Slot {
  return slotBeside(side, endAt(side, basePipeline.bundle(name) as Extent));
}

/**
 * Returns the located position, or an error if the pass would split a manager or a bundle at this position. `beside`
 * contains the slots, each with the managers of the step next to the slot.
 */
function checked(
  requested: Contribution,
  basePipeline: BasePipeline,
  beside: readonly Spot[],
  warnings: LazyDiagnostics = NO_DIAGNOSTICS,
  located: Located = BY_SPOTS,
): LocateResult {
  const { anchor, group } = requested.pass;
  // If the pass declares neither an anchor nor a group, the pass joins the manager of the adjacent step.
  const isBeside = (anchor ?? group) === undefined && beside.every(({ nests }) => groupNest(nests) === undefined);
  const spots = isBeside
    ? beside
    : beside.map(({ slot, nests }): Spot => ({
        slot,
        nests: nestBeside(basePipeline.sideAt(slot), requested.pass, nests),
        beside: nests,
      }));
  const outsider = outsiderOf(requested);
  for (const { slot, nests } of spots) {
    const bundle = closedAt(basePipeline, slot, outsider);
    if (bundle !== undefined) {
      const edges = (["before", "after"] as const).map((side) => outsideOf(basePipeline, bundle, side));
      const textOf = (edge: Slot): string => slotText(basePipeline, edge);
      return none(requested.place, () =>
        errors.insideBundle(requested, bundle, outsider, textOf(slot), edges.map(textOf)),
      );
    }
    if (fits(basePipeline, slot, nests)) continue;
    return none(requested.place, () =>
      errors.wouldSplit(requested, basePipeline, slot, nests, openAt(basePipeline, slot)),
    );
  }
  return { place: requested.place, located, spots, diagnostics: warnings };
}

/**
 * Locates a position next to a contribution of the same contributor. If the target has several copies, the position is
 * next to the copies that `which` selects. Without `which`, the position is before the first copy or after the last
 * copy.
 */
function locateOwn(
  requested: Contribution,
  { contribution: target, spots }: OwnContribution,
  side: "before" | "after",
  basePipeline: BasePipeline,
): LocateResult {
  const { which, place } = requested;
  if (which === "only" && spots.length > 1) {
    const { address } = target;
    const copies = (): string[] => spots.map((_, copy) => (copy === 0 ? address : `${address}@${copy + 1}`));
    return none(place, () => errors.severalTargets(requested, target.pass.name, copies()));
  }
  const located = { kind: "own", target, side, which } as const;
  // The target has a position relative to a type, so its slot is chosen only when all contributions are known.
  if (spots.length === 0) return { place, located, spots, diagnostics: NO_DIAGNOSTICS };
  return checked(requested, basePipeline, chosenOf(spots, side, which), NO_DIAGNOSTICS, located);
}

/** Locates a position next to a bundle or pass of the same contributor. Refuses positions inside a closed bundle. */
function locateOwnName(
  requested: Contribution,
  name: string,
  side: "before" | "after",
  around: References,
): LocateResult | undefined {
  const whole = around.ownBundle(name);
  if (whole !== undefined) return locateOwn(requested, endAt(side, whole), side, around.basePipeline);
  const own = around.own(name);
  if (own === undefined) return undefined;
  const { bundle } = own.contribution;
  const outsider = outsiderOf(requested);
  if (bundle !== undefined && (bundle.kind !== "open" || excludedBy(bundle, outsider) !== undefined)) {
    const ends = around.ownBundle(bundle.id);
    if ((ends && endAt(side, ends))?.contribution !== own.contribution)
      return none(requested.place, () => errors.insideOwnBundle(requested, name, bundle, outsider));
  }
  return locateOwn(requested, own, side, around.basePipeline);
}

function locateName(requested: Contribution, name: string, side: "before" | "after", around: References): LocateResult {
  const { basePipeline } = around;
  const bundles = basePipeline.bundlesNamed(name);
  const found = bundles.length === 0 ? basePipeline.named(name) : bundles.map((bundle) => endAt(side, bundle));
  if (found.length === 0) {
    return (
      locateOwnName(requested, name, side, around) ??
      none(requested.place, () => errors.noSuchPass(requested, name, basePipeline))
    );
  }
  const addressOf = (index: number): string => {
    const step = basePipeline.steps[index] as Step;
    const address = bundles.length === 0 ? step.address : (step.bundle as BundleRef).name;
    return address === name && found.length > 1 ? `${name}#1` : address;
  };
  if (requested.which === "only" && found.length > 1)
    return none(requested.place, () => errors.severalTargets(requested, name, found.map(addressOf)));
  const chosen = chosenOf(found, side, requested.which);
  const spots = chosen.map((index): Spot => ({
    slot: slotBeside(side, index),
    nests: (basePipeline.steps[index] as Step).nests,
  }));
  const first = chosen[0] as number;
  const areSeveral = requested.which === undefined && found.length > 1;
  const isPoor = basePipeline.steps[first]?.declaration.poorTarget === true;
  if (!areSeveral && !isPoor) return checked(requested, basePipeline, spots);
  const warnings = (): Diagnostic[] => [
    ...(areSeveral ? [errors.choseOneOfSeveral(requested, name, found.map(addressOf), addressOf(first))] : []),
    ...(isPoor ? [errors.poorTarget(requested, name, basePipeline, (spots[0] as Spot).slot)] : []),
  ];
  return checked(requested, basePipeline, spots, once(warnings));
}

function locateType(requested: Contribution, type: string, side: "before" | "after", around: References): LocateResult {
  const { basePipeline } = around;
  const extent = basePipeline.extentOf(type);
  if (extent === undefined) {
    if (!around.contributesType(type))
      return none(requested.place, () => errors.noSuchType(requested, type, basePipeline));
    return {
      place: requested.place,
      located: { kind: "type", type, side },
      spots: NOTHING,
      diagnostics: NO_DIAGNOSTICS,
    };
  }
  const index = endAt(side, extent);
  let slot = slotBeside(side, index);
  // If a closed bundle contains the first or last pass of the type, the position is outside this bundle.
  const outsider = outsiderOf(requested);
  for (let bundle; (bundle = closedAt(basePipeline, slot, outsider));) slot = outsideOf(basePipeline, bundle, side);
  const { nests } = basePipeline.steps[index] as Step;
  // If a group contains the first or last pass of the type, the position is outside this group.
  const own = nestBeside(basePipeline.sideAt(slot), requested.pass, nests);
  while (splitsGroup(basePipeline, slot, own)) slot += side === "before" ? -3 : 3;
  const moved = basePipeline.nearest(slot, side, requested.pass.ir);
  const spots = [{ slot: moved, nests: moved === slot ? nests : [] }];
  return checked(requested, basePipeline, spots, NO_DIAGNOSTICS, { kind: "type", type, side });
}

/**
 * Locates the position `place` of a contribution. The `add…` call and the later resolution call this function, and get
 * the same result, because the result depends only on the arguments.
 */
export function locateAt(contribution: Contribution, place: MemberPlace, around: References): LocateResult {
  const { misfit } = contribution;
  if (misfit !== undefined) return none(place, () => misfit);
  const requested = place === contribution.place ? contribution : { ...contribution, place };
  const { basePipeline } = around;
  // `which` applies only to the position that was requested first, not to alternatives.
  const isFirst = place === contribution.place && contribution.wanted === undefined;
  if (isFirst && isWrongWhich(place, contribution.which)) {
    const namesOf = (type: string): string[] =>
      basePipeline.typed(type).map((index) => (basePipeline.steps[index] as Step).name);
    return none(place, () => errors.whichWithoutName(requested, namesOf));
  }
  if ("before" in place) return locateName(requested, place.before, "before", around);
  if ("after" in place) return locateName(requested, place.after, "after", around);
  if ("beforeType" in place) return locateType(requested, place.beforeType, "before", around);
  if ("afterType" in place) return locateType(requested, place.afterType, "after", around);
  if ("next" in place) {
    const previous = around.previous();
    // The previous member was refused, and therefore the whole bundle was refused.
    if (previous?.contribution.bundle?.id !== contribution.bundle?.id)
      return { place, spots: NOTHING, diagnostics: NO_DIAGNOSTICS };
    const { contribution: target, spots, place: bundlePlace } = previous as OwnContribution;
    const located = { kind: "own", target, side: "after", which: "each" } as const;
    if (spots.length === 0) return { place, bundlePlace, located, spots, diagnostics: NO_DIAGNOSTICS };
    const start = spots.map(({ slot, nests, beside = nests }): Spot => ({ slot, nests: beside }));
    const result = checked(requested, basePipeline, start, NO_DIAGNOSTICS, located);
    return result.located === undefined ? result : { ...result, bundlePlace };
  }
  if ("end" in place)
    return checked(requested, basePipeline, [{ slot: basePipeline.endOf(requested.pass.ir), nests: [] }]);
  const index = basePipeline.point(place.at);
  if (index === undefined) return none(place, () => errors.noSuchPoint(requested, place.at, basePipeline));
  const { name, nests, point = {} } = basePipeline.steps[index] as Step;
  const spots = [{ slot: slotOf(index), nests }];
  if (name === place.at && point.deprecated === undefined) return checked(requested, basePipeline, spots);
  const warnings = (): Diagnostic[] => [
    ...(name === place.at ? [] : [errors.pointRenamed(requested, place.at, name)]),
    ...(point.deprecated === undefined ? [] : [errors.pointDeprecated(requested, name, point.deprecated)]),
  ];
  return checked(requested, basePipeline, spots, once(warnings));
}
