/** Right after the contributor's previous contribution: the further members of a bundle. */
export const NEXT: { readonly next: true } = Object.freeze({ next: true });

/**
 * Where a contribution wants its pass. By name it means the framework's steps and the contributor's own, as `plugin::pass` a
 * step that the plugin inserts as data; by type every pass of that type, whoever put it there; `at` names an extension point; `end` is the end of the pipeline.
 */
export type Place =
  | { readonly before: string }
  | { readonly after: string }
  | { readonly beforeType: string }
  | { readonly afterType: string }
  | { readonly at: string }
  | { readonly end: true };

/** A place, or, for the further members of a bundle, the one after the member before. */
export type MemberPlace = Place | typeof NEXT;

/** Which of several steps with one name is meant. Without it `before` means the first and `after` the last, with a warning. */
export type Which = "only" | "first" | "last" | "each";

/** Which of several in a row are meant on one side; without `which` the outermost one. */
export function chosenOf<T>(all: readonly T[], side: "before" | "after", which: Which | undefined): readonly T[] {
  if (which === "each" || all.length === 1) return all;
  return (which ?? (side === "before" ? "first" : "last")) === "last" ? all.slice(-1) : all.slice(0, 1);
}

/**
 * The type that a place is beside, where `which` says anything else of it than the end that is meant anyway: a type is an
 * interval, it has one beginning and one end, and "each" and "only" say nothing of it.
 */
export function typeOfWrongWhich(place: MemberPlace, which: Which | undefined): string | undefined {
  if (which === undefined) return undefined;
  if ("beforeType" in place) return which === "first" ? undefined : place.beforeType;
  if ("afterType" in place) return which === "last" ? undefined : place.afterType;
  return undefined;
}

/**
 * What a contribution does when its place is not there: fail, go without, or take another place, of several the first that is
 * there.
 */
export type OnMissing = "error" | "skip" | { readonly use: Place | readonly Place[] };

/** The places that are tried after the one that was asked for, in that order. */
export function otherPlaces(onMissing: OnMissing | undefined): readonly Place[] {
  if (typeof onMissing !== "object") return [];
  const { use } = onMissing;
  return isList(use) ? use : [use];
}

function isList(use: Place | readonly Place[]): use is readonly Place[] {
  return Array.isArray(use);
}

/** The same place in words: `before arith-expand`, `after the last Bufferization`. */
export function placeText(place: MemberPlace, which?: Which): string {
  const chosen = which === undefined || which === "only" ? "" : which === "each" ? "each " : `the ${which} `;
  // In one piece: a sum of strings is kept in parts, and every step of a plan says where it was put.
  if ("before" in place) return ["before ", chosen, "`", place.before, "`"].join("");
  if ("after" in place) return ["after ", chosen, "`", place.after, "`"].join("");
  if ("beforeType" in place) return ["before the first ", place.beforeType].join("");
  if ("afterType" in place) return ["after the last ", place.afterType].join("");
  if ("at" in place) return ["at extension point `", place.at, "`"].join("");
  return "next" in place ? "next in its bundle" : "at the end";
}
