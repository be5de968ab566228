import type { Diagnostic } from "@passwright/core";
import { otherPlaceFailed } from "../errors.ts";
import type { Place } from "./place.ts";

/** The answer to an `add…` call: the step's address, or why it has no place, so that another way can be tried. */
export type Insertion =
  | { readonly ok: true; readonly step: string; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

export type Refusal = Extract<Insertion, { readonly ok: false }>;

/** The answer to a call that is refused. Why that is, is put together when it is read. */
export function refused(why: () => Diagnostic): Refusal {
  const told = once(why);
  return {
    ok: false,
    get diagnostic() {
      return told();
    },
  };
}

/** The answer to a call that is carried out. What there is to be warned of is put together when it is read. */
export function granted(step: string, told: Told = TOLD_NOTHING): Insertion {
  if (told === TOLD_NOTHING) return { ok: true, step, warnings: [] };
  return {
    ok: true,
    step,
    get warnings() {
      return told();
    },
  };
}

/** Tries places until one of them is there; if none is, the answer for the last one tells of the others, too. */
export function firstPlace<T extends { readonly insertion: Insertion }>(
  places: readonly Place[],
  attempt: (place: Place) => T,
): T {
  const missed: Refusal[] = [];
  let tried = attempt(places[0] as Place);
  for (const place of places.slice(1)) {
    if (tried.insertion.ok) return tried;
    missed.push(tried.insertion);
    tried = attempt(place);
  }
  const { insertion: last } = tried;
  if (last.ok || missed.length === 0) return tried;
  const others = (): Diagnostic[] => missed.map(({ diagnostic }) => diagnostic);
  return { ...tried, insertion: refused(() => otherPlaceFailed(last.diagnostic, others())) };
}

/**
 * What somebody is told of a call, put together when it is read: a refusal lists what there is in the place of what was
 * asked for, and whoever just takes another way does not wait for that. All that it tells of is fixed by then.
 */
export type Told = () => readonly Diagnostic[];

const NOTHING: readonly Diagnostic[] = [];

export const TOLD_NOTHING: Told = () => NOTHING;

/** Makes something when it is asked for, and once. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
