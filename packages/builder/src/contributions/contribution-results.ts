import type { BasePipeline } from "../steps/base-pipeline.ts";
import type { Contribution } from "./contribution.ts";
import { PositionFinder } from "./position-finder.ts";
import type { LocateResult } from "./locate-place.ts";
import { inContributorOrder } from "./contributor.ts";

/** Contributions in canonical order, with their results. */
export interface ContributionResults {
  readonly basePipeline: BasePipeline;
  readonly contributions: readonly Contribution[];
  readonly results: readonly LocateResult[];
}

/** Returns `known` if it contains the results of these contributions. Otherwise, computes the results. */
export function resultsFor(
  basePipeline: BasePipeline,
  contributions: readonly Contribution[],
  known: ContributionResults | undefined,
): ContributionResults {
  if (known?.contributions === contributions && known.basePipeline === basePipeline) return known;
  const sorted = inContributorOrder(contributions);
  const data = sorted.filter(({ isData }) => isData === true);
  const finder = new PositionFinder(basePipeline, data);
  return { basePipeline, contributions: sorted, results: sorted.map((each) => finder.find(each)) };
}

/**
 * Returns the results of all contributors except `contributor`. Returns `undefined` if the manifest or config of
 * `contributor` adds contributions, because results of other contributors can depend on these contributions.
 */
export function resultsWithout(
  contributor: string,
  { basePipeline, contributions, results }: ContributionResults,
): ContributionResults | undefined {
  const isOther = contributions.map((each) => each.contributor !== contributor);
  if (contributions.some(({ isData }, index) => isData === true && isOther[index] === false)) return undefined;
  const ofOthers = <T>(list: readonly T[]): readonly T[] => list.filter((_, index) => isOther[index]);
  return { basePipeline, contributions: ofOthers(contributions), results: ofOthers(results) };
}
