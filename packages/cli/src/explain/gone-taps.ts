import { type LoadResult, type TapSummary } from "@passwright/loader";

/** What is no longer tapped in the second of two sessions. */
export function goneTaps({ session: before }: LoadResult, { session: after }: LoadResult): TapSummary[] {
  const kept = new Set((after?.taps ?? []).map((tap) => JSON.stringify(tap)));
  return (before?.taps ?? []).filter((tap) => !kept.has(JSON.stringify(tap)));
}
