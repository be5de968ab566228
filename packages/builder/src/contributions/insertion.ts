import type { Diagnostic } from "@passwright/core";
import { otherPlaceFailed, refusedAtAllPositions } from "../errors/places.ts";
import type { Place, OnMissing } from "./place.ts";
import { by, pushTo } from "../maps.ts";

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

/** Refused call, or a call without effect. */
interface Refused {
  readonly refusal: Refusal;
  readonly pass?: string | undefined;
  readonly onMissing?: OnMissing | undefined;
  /** Returns whether the plan has a warning about the call instead of a remark. */
  isMistake?(): boolean;
}

/** Refused calls of all contributors, for the diagnostics of the plan. */
export class Refusals {
  readonly #contributors = new Map<string, Refused[]>();

  note(contributor: string, refused: Refused): Refusal {
    pushTo(this.#contributors, contributor, refused);
    return refused.refusal;
  }

  get failures(): readonly Diagnostic[] {
    const all = this.#sorted().flatMap(([, refused]) => refused);
    return all.flatMap(({ refusal, onMissing }) => (onMissing === "error" ? [refusal.diagnostic] : []));
  }

  get remarks(): readonly Diagnostic[] {
    const all = this.#sorted().flatMap(([, refused]) => refused.filter(({ onMissing }) => onMissing !== "error"));
    return all.map(({ refusal: { diagnostic }, isMistake }) => ({
      ...diagnostic,
      severity: isMistake?.() === true ? "warning" : "remark",
    }));
  }

  /** Returns warnings about passes that are not in the plan because all requested positions were refused. */
  refusedEverywhere(isPlanned: (contributor: string, pass: string) => boolean): readonly Diagnostic[] {
    return this.#sorted().flatMap(([contributor, refused]) => {
      const byPass = new Map<string, Diagnostic[]>();
      for (const { refusal, pass, onMissing } of refused)
        if (pass !== undefined && onMissing !== "error" && onMissing !== "skip")
          pushTo(byPass, pass, refusal.diagnostic);
      return [...byPass].flatMap(([pass, requested]) =>
        isPlanned(contributor, pass) ? [] : [refusedAtAllPositions(pass, contributor, requested)],
      );
    });
  }

  /** Returns the refused calls sorted by contributor, independent of load order. */
  #sorted(): (readonly [string, readonly Refused[]])[] {
    return [...this.#contributors].sort(by(([name]) => name));
  }
}
