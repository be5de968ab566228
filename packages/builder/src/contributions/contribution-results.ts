import type { Spine } from "../steps/spine.ts";
import type { Contribution } from "./contribution.ts";
import { PositionFinder } from "./position-finder.ts";
import type { LocateResult } from "./locate-place.ts";
import { inPartyOrder } from "./party.ts";

/** Contributions in canonical order, with their results. */
export interface ContributionResults {
  readonly spine: Spine;
  readonly contributions: readonly Contribution[];
  readonly results: readonly LocateResult[];
}

/**
 * Returns the results of contributions. Reuses `known` for the same base pipeline and the same list, and otherwise
 * computes equal results again.
 */
export function resultsFor(
  spine: Spine,
  contributions: readonly Contribution[],
  known: ContributionResults | undefined,
): ContributionResults {
  if (known?.contributions === contributions && known.spine === spine) return known;
  const sorted = inPartyOrder(contributions);
  const data = sorted.filter(({ isData }) => isData === true);
  const finder = new PositionFinder(spine, data);
  return { spine, contributions: sorted, results: sorted.map((each) => finder.find(each)) };
}

/**
 * Returns the results without those of one contributor. Returns `undefined` if the contributor added data, because
 * other results may depend on data.
 */
export function resultsWithout(
  party: string,
  { spine, contributions, results }: ContributionResults,
): ContributionResults | undefined {
  const isOther = contributions.map((each) => each.party !== party);
  if (contributions.some(({ isData }, index) => isData === true && isOther[index] === false)) return undefined;
  const ofOthers = <T>(list: readonly T[]): readonly T[] => list.filter((_, index) => isOther[index]);
  return { spine, contributions: ofOthers(contributions), results: ofOthers(results) };
}
