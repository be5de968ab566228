/**
 * Where a contribution wants its pass. By name it means the framework's steps and the contributor's own; by type every
 * pass of that type, whoever put it there; `at` names an extension point; `end` is the end of the pipeline.
 */
export type Place =
  | { readonly before: string }
  | { readonly after: string }
  | { readonly beforeType: string }
  | { readonly afterType: string }
  | { readonly at: string }
  | { readonly end: true };

/** Which of several steps with one name is meant. Without it `before` means the first and `after` the last, with a warning. */
export type Which = "only" | "first" | "last" | "each";

/** What a contribution does when its place is not there: fail, go without, or take another place. */
export type OnMissing = "error" | "skip" | { readonly use: Place };

/** The same place in words: `before arith-expand`, `after the last Bufferization`. */
export function placeText(place: Place, which?: Which): string {
  const chosen = which === undefined || which === "only" ? "" : which === "each" ? "each " : `the ${which} `;
  if ("before" in place) return `before ${chosen}\`${place.before}\``;
  if ("after" in place) return `after ${chosen}\`${place.after}\``;
  if ("beforeType" in place) return `before the first ${place.beforeType}`;
  if ("afterType" in place) return `after the last ${place.afterType}`;
  if ("at" in place) return `at extension point \`${place.at}\``;
  return "at the end";
}
