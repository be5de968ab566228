import type { Diagnostic } from "@passwright/core";
import type { LoadResult, TapSummary } from "@passwright/loader";

/** What is told of a session without some plugins beside the whole one, whatever they plan. */
export interface Absence {
  /** Of the one without, unless only the whole one fails. */
  readonly diagnostics: readonly Diagnostic[];
  /** What is tapped without them, and what no longer is. */
  readonly taps: readonly TapSummary[];
  readonly tapsGone: readonly TapSummary[];
}

/** Compares two sessions; `isWholePlanned`: whether the whole one has a plan. */
export function absenceOf(full: LoadResult, reduced: LoadResult, isWholePlanned: boolean): Absence {
  const { diagnostics } = !isWholePlanned && reduced.session !== undefined ? full : reduced;
  const taps = reduced.session?.taps ?? [];
  const kept = new Set(taps.map((tap) => JSON.stringify(tap)));
  const tapsGone = (full.session?.taps ?? []).filter((tap) => !kept.has(JSON.stringify(tap)));
  return { diagnostics, taps, tapsGone };
}
