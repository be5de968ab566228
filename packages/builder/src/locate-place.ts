import { type Diagnostic, invariant } from "@passwright/core";
import { type BundleRef } from "./bundle.ts";
import { type Contribution } from "./contribution.ts";
import * as errors from "./errors.ts";
import { closedAt, fits, nestBeside, openAt, type Slot, slotAfter, slotBefore, slotOf } from "./nesting.ts";
import { type MemberPlace } from "./place.ts";
import { type Spine } from "./spine.ts";
import { type Nest } from "./step.ts";

/** What a place stands for before the other contributions are looked at. */
export type Located =
  /** Slots of the spine, one but for `which: each`. */
  | { readonly kind: "slots"; readonly slots: readonly { readonly slot: Slot; readonly beside: readonly Nest[] }[] }
  /** Next to an earlier contribution of the same party. */
  | { readonly kind: "own"; readonly target: Contribution; readonly side: "before" | "after" }
  /** Outside of all passes of a type. `slot` is where that is by the framework's steps alone, if it has such passes. */
  | {
      readonly kind: "type";
      readonly type: string;
      readonly side: "before" | "after";
      readonly slot: Slot | undefined;
    };

export type LocateResult = {
  readonly located?: Located;
  readonly place: MemberPlace;
  /** An error if nothing was located, else warnings. */
  readonly diagnostics: readonly Diagnostic[];
};

/** What one party may refer to besides the spine, all of it fixed before any plugin's code runs, or its own. */
export interface Surroundings {
  readonly spine: Spine;
  /** The party's own contributions so far, by pass name: the latest of each. */
  own(name: string): Contribution | undefined;
  /** The party's previous contribution. */
  previous(): Contribution | undefined;
  /** Whether a contribution of the party, of the config or of a manifest has that type. */
  contributesType(type: string): boolean;
}

type Asked = Omit<Contribution, "place" | "pass"> & {
  readonly pass: Contribution["pass"];
  readonly place: MemberPlace;
};

const request = (asked: Asked): errors.Request => ({ ...asked, pass: asked.pass.name });

function none(place: MemberPlace, diagnostic: Diagnostic): LocateResult {
  return { place, diagnostics: [diagnostic] };
}

/** The slots around a bundle. */
function bundleEdges(spine: Spine, bundle: BundleRef): Slot[] {
  const extent = spine.bundle(bundle.name);
  return extent === undefined ? [] : [slotBefore(extent.first), slotAfter(extent.last)];
}

/** Refuses slots where the pass would split a manager that the framework opened. */
function checked(
  asked: Asked,
  spine: Spine,
  slots: readonly { slot: Slot; beside: readonly Nest[] }[],
  warnings: readonly Diagnostic[],
): LocateResult {
  for (const { slot, beside } of slots) {
    const bundle = closedAt(spine, slot);
    if (bundle !== undefined) {
      return none(asked.place, errors.insideBundle(request(asked), spine, slot, bundle, bundleEdges(spine, bundle)));
    }
    const nests = nestBeside(spine, asked.pass.anchor, beside);
    if (fits(spine, slot, nests)) continue;
    return none(asked.place, errors.wouldSplit(request(asked), spine, slot, nests, openAt(spine, slot)));
  }
  return { place: asked.place, located: { kind: "slots", slots }, diagnostics: warnings };
}

function locateName(asked: Asked, name: string, side: "before" | "after", around: Surroundings): LocateResult {
  const { spine } = around;
  const bundle = spine.bundle(name);
  const found = bundle === undefined ? spine.named(name) : [side === "before" ? bundle.first : bundle.last];
  if (found.length === 0) {
    const target = around.own(name);
    if (target !== undefined) return { place: asked.place, located: { kind: "own", target, side }, diagnostics: [] };
    return none(asked.place, errors.noSuchPass(request(asked), name, spine));
  }
  const addresses = found.map((index) => spine.steps[index]?.address ?? "");
  if (asked.which === "only" && found.length > 1) {
    return none(asked.place, errors.severalTargets(request(asked), name, addresses));
  }
  const which = asked.which ?? (side === "before" ? "first" : "last");
  const chosen = which === "each" ? found : [(which === "last" ? found.at(-1) : found[0]) as number];
  const slots = chosen.map((index) => ({
    slot: side === "before" ? slotBefore(index) : slotAfter(index),
    beside: spine.steps[index]?.nests ?? [],
  }));
  const warnings: Diagnostic[] = [];
  const first = chosen[0] as number;
  const taken = spine.steps[first]?.address ?? "";
  if (asked.which === undefined && found.length > 1) {
    warnings.push(errors.choseOneOfSeveral(request(asked), name, addresses, taken));
  }
  if (spine.steps[first]?.declaration.poorTarget === true) {
    warnings.push(errors.poorTarget(request(asked), name, spine, (slots[0] as { slot: Slot }).slot));
  }
  return checked(asked, spine, slots, warnings);
}

function locateType(asked: Asked, type: string, side: "before" | "after", around: Surroundings): LocateResult {
  const { spine } = around;
  const extent = type.toLowerCase() === "unknown" ? undefined : spine.extentOf(type);
  if (extent === undefined) {
    if (!around.contributesType(type)) return none(asked.place, errors.noSuchType(request(asked), type, spine));
    return { place: asked.place, located: { kind: "type", type, side, slot: undefined }, diagnostics: [] };
  }
  const index = side === "before" ? extent.first : extent.last;
  let slot = side === "before" ? slotBefore(index) : slotAfter(index);
  // A type is also outside of a bundle when it is outside of the pass of that type in it.
  while (closedAt(spine, slot) !== undefined) slot += side === "before" ? -1 : 1;
  const result = checked(asked, spine, [{ slot, beside: spine.steps[index]?.nests ?? [] }], []);
  return result.located === undefined ? result : { ...result, located: { kind: "type", type, side, slot } };
}

function locateOne(asked: Asked, around: Surroundings): LocateResult {
  const { place } = asked;
  const { spine } = around;
  if ("before" in place) return locateName(asked, place.before, "before", around);
  if ("after" in place) return locateName(asked, place.after, "after", around);
  if ("beforeType" in place) return locateType(asked, place.beforeType, "before", around);
  if ("afterType" in place) return locateType(asked, place.afterType, "after", around);
  if ("next" in place) {
    const target = around.previous();
    invariant(target !== undefined, "a bundle without its first member");
    return { place, located: { kind: "own", target, side: "after" }, diagnostics: [] };
  }
  if ("end" in place) return checked(asked, spine, [{ slot: slotBefore(spine.steps.length), beside: [] }], []);
  const index = spine.point(place.at);
  if (index === undefined) return none(place, errors.noSuchPoint(request(asked), place.at, spine));
  return checked(asked, spine, [{ slot: slotOf(index), beside: spine.steps[index]?.nests ?? [] }], []);
}

/**
 * Finds the place of a contribution. This is the answer that an `add…` call gives at once, and the first part of
 * resolving: both see the same, so the answer stays true. With `onMissing: { use }` the other place is tried.
 */
export function locate(asked: Asked, around: Surroundings): LocateResult {
  const result = locateOne(asked, around);
  const { onMissing } = asked;
  if (result.located !== undefined || typeof onMissing !== "object") return result;
  return locateOne({ ...asked, place: onMissing.use }, around);
}
