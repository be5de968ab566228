import type { Spine } from "../steps/spine.ts";
import type { BundleTerms } from "../steps/bundle.ts";
import type { BundleRef } from "../steps/step.ts";
import type { ContributionResults } from "./contribution-results.ts";
import type { Contribution } from "./contribution.ts";
import { PositionFinder } from "./position-finder.ts";
import type { LocateResult } from "./locate-place.ts";

/** Contributions of one contributor so far. */
interface PartyState {
  readonly contributions: Contribution[];
  /** Results of the contributions. Must be computed again while {@link Grants} are missing. */
  readonly results: LocateResult[];
  /** Number of contributions per pass. */
  readonly counts: Map<string, number>;
  /** Number of bundles per name. Absent for contributors without bundles. */
  bundles?: Map<string, number>;
}

/**
 * Contributions so far, with their results. A result depends only on the framework's steps, on data that is known
 * before plugin code runs, and on earlier contributions of the same contributor. Calls of other contributors never
 * affect a result.
 */
export class Contributions {
  readonly #spine: () => Spine;
  readonly #parties = new Map<string, PartyState>();
  #finder: PositionFinder | undefined;

  constructor(spine: () => Spine) {
    this.#spine = spine;
  }

  /** Returns all contributions with their results. */
  all(): ContributionResults {
    this.#granted();
    const states = [...this.#parties.keys()].sort().map((party) => this.#parties.get(party) as PartyState);
    const contributions = states.flatMap((state) => state.contributions);
    return { spine: this.#spine(), contributions, results: states.flatMap((state) => state.results) };
  }

  has(party: string, pass: string): boolean {
    return (this.#parties.get(party)?.counts.get(pass) ?? 0) > 0;
  }

  /** Returns the index and address of a contributor's next contribution of a pass. */
  nextOf(party: string, pass: string): { index: number; address: string } {
    const { contributions, counts } = this.#of(party);
    const count = (counts.get(pass) ?? 0) + 1;
    // `join` makes a flat string, whereas `+` would keep the parts in memory.
    const address = [party, "::", pass, count === 1 ? "" : `#${count}`].join("");
    return { index: contributions.length, address };
  }

  /** Opens a bundle for the contributor's next contributions. The second bundle with the same name becomes `name#2`. */
  openBundle(party: string, name: string, { kind = "open", without }: BundleTerms): BundleRef {
    const state = this.#of(party);
    const bundles = (state.bundles ??= new Map<string, number>());
    const count = (bundles.get(name) ?? 0) + 1;
    bundles.set(name, count);
    const address = `${party}::${name}${count === 1 ? "" : `#${count}`}`;
    return { name: address, kind, id: `${address}@${state.contributions.length}`, given: name, without };
  }

  /** Removes a contributor's latest bundle, with its contributions from `index` on. Returns these contributions. */
  withdrawBundle(party: string, name: string, index: number): readonly Contribution[] {
    const { contributions, results, counts, bundles } = this.#of(party);
    bundles?.set(name, (bundles.get(name) ?? 1) - 1);
    this.#finder?.withdrawBundle(party);
    const withdrawn = contributions.splice(index);
    results.length = index;
    for (const { pass } of withdrawn) counts.set(pass.name, (counts.get(pass.name) ?? 0) - 1);
    return withdrawn;
  }

  /** Records a contribution that is data, whose result may depend on all other data. */
  keepData(contribution: Contribution): void {
    this.#keep(contribution);
    this.#finder = undefined;
  }

  /** Returns the result of a contribution that is data. */
  resultOfData(contribution: Contribution): LocateResult {
    return this.#granted().find(contribution);
  }

  /** Returns the result of a contributor's call, and records the contribution if it has a position. */
  contribute(contribution: Contribution): LocateResult {
    const result = this.#granted().find(contribution);
    if (result.located !== undefined) this.#keep(contribution).results.push(result);
    return result;
  }

  #granted(): PositionFinder {
    if (this.#finder !== undefined) return this.#finder;
    const states = [...this.#parties.values()];
    const data = states.flatMap(({ contributions }) => contributions.filter(({ isData }) => isData === true));
    const finder = new PositionFinder(this.#spine(), data);
    for (const { contributions, results } of states)
      contributions.forEach((contribution, index) => (results[index] = finder.find(contribution)));
    this.#finder = finder;
    return finder;
  }

  #keep(contribution: Contribution): PartyState {
    const state = this.#of(contribution.party);
    const { name } = contribution.pass;
    state.contributions.push(contribution);
    state.counts.set(name, (state.counts.get(name) ?? 0) + 1);
    return state;
  }

  #of(name: string): PartyState {
    let state = this.#parties.get(name);
    if (state === undefined) this.#parties.set(name, (state = { contributions: [], results: [], counts: new Map() }));
    return state;
  }
}
