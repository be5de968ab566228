import type { BasePipeline } from "../steps/base-pipeline.ts";
import type { BundleTerms } from "../steps/bundle.ts";
import type { BundleRef } from "../steps/step.ts";
import type { Contribution } from "./contribution.ts";
import { areRanked, inContributorOrder } from "./contributor.ts";
import { PositionFinder } from "./position-finder.ts";
import type { LocateResult } from "./locate-place.ts";
import { getOrMake, numbered } from "../maps.ts";

/** Contributions in canonical order, with their results. */
export interface ContributionResults {
  readonly basePipeline: BasePipeline;
  readonly contributions: readonly Contribution[];
  readonly results: readonly LocateResult[];
}

/** Contributions of one contributor so far. */
interface ContributorState {
  readonly contributions: Contribution[];
  /** Results of the contributions, in the same order, computed again after data adds contributions. */
  readonly results: LocateResult[];
  /** Number of contributions per pass. */
  readonly counts: Map<string, number>;
  /** Number of bundles per name. Absent for contributors without bundles. */
  bundles?: Map<string, number>;
}

/**
 * Contributions so far, with their results. A result depends only on the framework's steps, on contributions of
 * manifests and configs, which are known before plugin code runs, and on earlier contributions of the same contributor.
 * Calls of other contributors never affect a result.
 */
export class Contributions {
  readonly #basePipeline: () => BasePipeline;
  readonly #contributors = new Map<string, ContributorState>();
  #finder: PositionFinder | undefined;

  constructor(basePipeline: () => BasePipeline) {
    this.#basePipeline = basePipeline;
  }

  /** Returns all contributions with their results. */
  all(): ContributionResults {
    this.#granted();
    const states = [...this.#contributors.keys()]
      .sort()
      .map((contributor) => this.#contributors.get(contributor) as ContributorState)
      .map(ranked);
    const contributions = states.flatMap((state) => state.contributions);
    return { basePipeline: this.#basePipeline(), contributions, results: states.flatMap((state) => state.results) };
  }

  has(contributor: string, pass: string): boolean {
    return (this.#contributors.get(contributor)?.counts.get(pass) ?? 0) > 0;
  }

  /** Returns whether a call of the contributor, and not only data, inserted the pass. */
  hasCalled(contributor: string, pass: string): boolean {
    const { contributions = [] } = this.#contributors.get(contributor) ?? {};
    return contributions.some(({ isData, pass: { name } }) => isData !== true && name === pass);
  }

  /** Returns the index and address of a contributor's next contribution of a pass. */
  nextOf(contributor: string, pass: string): { index: number; address: string } {
    const { contributions, counts } = this.#of(contributor);
    const count = (counts.get(pass) ?? 0) + 1;
    // `join` makes a flat string, whereas `+` would keep the parts in memory.
    const address = [contributor, "::", pass, count === 1 ? "" : `#${count}`].join("");
    return { index: contributions.length, address };
  }

  /** Returns a new bundle. The second bundle of `contributor` with the same name gets the name `name#2`. */
  openBundle(contributor: string, name: string, { kind = "open", without }: BundleTerms): BundleRef {
    const state = this.#of(contributor);
    const address = `${contributor}::${numbered((state.bundles ??= new Map()), name)}`;
    return { name: address, kind, id: `${address}@${state.contributions.length}`, given: name, without };
  }

  /** Removes the latest bundle of `contributor`, and all its contributions whose index is at least `index`. */
  withdrawBundle(contributor: string, name: string, index: number): void {
    const { contributions, results, counts, bundles } = this.#of(contributor);
    bundles?.set(name, (bundles.get(name) ?? 1) - 1);
    this.#finder?.withdrawBundle(contributor);
    for (const { pass } of contributions.splice(index)) counts.set(pass.name, (counts.get(pass.name) ?? 0) - 1);
    results.length = index;
  }

  /** Records a contribution from data. Its result is computed later, because it can depend on other data. */
  keepData(contribution: Contribution): void {
    this.#keep(contribution);
    this.#finder = undefined;
  }

  /** Returns the result of a contribution of a manifest or config. */
  resultOfData(contribution: Contribution): LocateResult {
    return this.#granted().find(contribution);
  }

  /** Returns the result of a contribution from a call. Records the contribution if a legal position exists. */
  contribute(contribution: Contribution): LocateResult {
    const result = this.#granted().find(contribution);
    if (result.located !== undefined) this.#keep(contribution).results.push(result);
    return result;
  }

  #granted(): PositionFinder {
    if (this.#finder !== undefined) return this.#finder;
    const states = [...this.#contributors.values()];
    const data = states.flatMap(({ contributions }) => contributions.filter(({ isData }) => isData === true));
    const finder = new PositionFinder(this.#basePipeline(), data);
    for (const { contributions, results } of states)
      contributions.forEach((contribution, index) => (results[index] = finder.find(contribution)));
    this.#finder = finder;
    return finder;
  }

  #keep(contribution: Contribution): ContributorState {
    const state = this.#of(contribution.contributor);
    const { name } = contribution.pass;
    state.contributions.push(contribution);
    state.counts.set(name, (state.counts.get(name) ?? 0) + 1);
    return state;
  }

  #of(name: string): ContributorState {
    return getOrMake(this.#contributors, name, () => ({ contributions: [], results: [], counts: new Map() }));
  }
}

/** Sorts the contributions of one contributor, with their results, by rank. */
function ranked(state: Pick<ContributorState, "contributions" | "results">): typeof state {
  const { contributions, results } = state;
  if (areRanked(contributions)) return state;
  const resultOf = new Map(contributions.map((contribution, at) => [contribution, results[at] as LocateResult]));
  const sorted = [...inContributorOrder(contributions)];
  return { contributions: sorted, results: sorted.map((one) => resultOf.get(one) as LocateResult) };
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
