import type { Diagnostic } from "@passwright/core";
import { otherPlaceFailed } from "../errors/places.ts";
import type { Place } from "./place.ts";

/** Result of an `add…` call: the address of the step, or a refusal. */
export type Insertion =
  | { readonly ok: true; readonly step: string; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

export type Refusal = Extract<Insertion, { readonly ok: false }>;

/** Makes the result of a refused call. The diagnostic is created when it is first read. */
export function refused(why: () => Diagnostic): Refusal {
  const cached = once(why);
  return {
    ok: false,
    get diagnostic() {
      return cached();
    },
  };
}

/** Makes the result of a successful call. The warnings are created when they are first read. */
export function accepted(step: string, warnings: LazyDiagnostics = NO_DIAGNOSTICS): Insertion {
  if (warnings === NO_DIAGNOSTICS) return { ok: true, step, warnings: [] };
  return {
    ok: true,
    step,
    get warnings() {
      return warnings();
    },
  };
}

/**
 * Calls `attempt` with each position in order, until a position is accepted. If all positions are refused, returns the
 * result for the last position, with notes about the other positions.
 */
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
 * Function that returns the diagnostics of a builder call. The diagnostics are created when the function is first
 * called, because lists of names in diagnostics are expensive, and most callers do not read diagnostics. Later builder
 * calls do not change the content of the diagnostics.
 */
export type LazyDiagnostics = () => readonly Diagnostic[];

const NOTHING: readonly Diagnostic[] = [];

export const NO_DIAGNOSTICS: LazyDiagnostics = () => NOTHING;

/** Returns a function that calls `make` at most once and caches the result. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
