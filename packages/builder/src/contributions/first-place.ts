import { type Diagnostic } from "@passwright/core";
import { type Insertion } from "../builder-settings.ts";
import { otherPlaceFailed } from "../errors.ts";
import { type Place } from "./place.ts";

/** Tries places until one of them is there; if none is, the answer for the last one tells of the others, too. */
export function firstPlace<T extends { readonly insertion: Insertion }>(
  places: readonly Place[],
  attempt: (place: Place) => T,
): T {
  const missed: Diagnostic[] = [];
  let tried = attempt(places[0] as Place);
  for (const place of places.slice(1)) {
    if (tried.insertion.ok) return tried;
    missed.push(tried.insertion.diagnostic);
    tried = attempt(place);
  }
  if (tried.insertion.ok || missed.length === 0) return tried;
  return { ...tried, insertion: { ok: false, diagnostic: otherPlaceFailed(tried.insertion.diagnostic, missed) } };
}
