/** Position right after the contributor's previous contribution, for the later members of a bundle. */
export const NEXT: { readonly next: true } = Object.freeze({ next: true });

/**
 * Position of a contribution. A name refers to steps of the framework and of the contributor. `plugin::pass` refers to
 * a step that the manifest of the plugin inserts. A pass type refers to all passes of this type. `at` names an
 * extension point. `end` is the end of the pipeline.
 */
export type Place =
  | { readonly before: string }
  | { readonly after: string }
  | { readonly beforeType: string }
  | { readonly afterType: string }
  | { readonly at: string }
  | { readonly end: true };

/** Position of a contribution, or of a later member of a bundle. */
export type MemberPlace = Place | typeof NEXT;

/**
 * Selects among several steps with the same name. Default: the first step for `before` and the last step for `after`,
 * with a warning.
 */
export type Which = "only" | "first" | "last" | "each";

/** Returns the items that `which` selects. Default: the first item for `before`, and the last item for `after`. */
export function chosenOf<T>(all: readonly T[], side: "before" | "after", which: Which | undefined): readonly T[] {
  if (which === "each" || all.length === 1) return all;
  return (which ?? (side === "before" ? "first" : "last")) === "last" ? all.slice(-1) : all.slice(0, 1);
}

/**
 * Returns whether `which` is wrong for a position, because the position does not contain the name of a pass. A position
 * before a pass type allows only `first`, and a position after a type allows only `last`, because the passes of a type
 * form one interval.
 */
export function isWrongWhich(place: MemberPlace, which: Which | undefined): boolean {
  if (which === undefined || "before" in place || "after" in place || "next" in place) return false;
  return !(which === "first" && "beforeType" in place) && !(which === "last" && "afterType" in place);
}

/**
 * Effect of an illegal position. `error`: the plan has an error. `skip`: planning skips the contribution. `use`:
 * planning tries these positions in order, and uses the first legal position.
 */
export type OnMissing = "error" | "skip" | { readonly use: Place | readonly Place[] };

export function otherPlaces(onMissing: OnMissing | undefined): readonly Place[] {
  if (typeof onMissing !== "object") return [];
  return [onMissing.use].flat();
}

/**
 * Returns whether a position is relative to this type. A pass at a position relative to a type does not count as a pass
 * of this type, even if it has this type.
 */
export function isPlacedBy(place: MemberPlace, type: string): boolean {
  const by = "beforeType" in place ? place.beforeType : "afterType" in place ? place.afterType : undefined;
  return by?.toLowerCase() === type.toLowerCase();
}

/** Formats a position: `before arith-expand`, `after the last Bufferization`. */
export function placeText(place: MemberPlace, which?: Which): string {
  const chosen = which === undefined || which === "only" ? "" : which === "each" ? "each " : `the ${which} `;
  // Every step stores this text. `join` saves memory, because it makes a flat string, whereas `+` would keep the parts.
  if ("before" in place) return ["before ", chosen, "`", place.before, "`"].join("");
  if ("after" in place) return ["after ", chosen, "`", place.after, "`"].join("");
  if ("beforeType" in place) return ["before the first ", place.beforeType].join("");
  if ("afterType" in place) return ["after the last ", place.afterType].join("");
  if ("at" in place) return ["at extension point `", place.at, "`"].join("");
  return "next" in place ? "next in its bundle" : "at the end";
}
