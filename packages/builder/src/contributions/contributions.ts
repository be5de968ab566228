import type { BasePipeline } from "../steps/base-pipeline.ts";
import type { BundleTerms } from "../steps/bundle.ts";
import type { BundleRef } from "../steps/step.ts";
import type { Contribution } from "./contribution.ts";
import { inContributorOrder } from "./contributor.ts";
import { PositionFinder } from "./position-finder.ts";
import type { LocateResult } from "./locate-place.ts";
import { getOrMake, numbered } from "../maps.ts";

/** Contributions of one contributor so far. */
interface ContributorState {
  readonly contributions: Contribution[];
  /** Number of contributions per pass. */
  readonly counts: Map<string, number>;
  /** Number of bundles per name. Absent for contributors without bundles. */
  bundles?: Map<string, number>;
}

/**
 * Contributions so far. The result of a contribution depends only on the framework's steps, on contributions of
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

  /** Returns all contributions in canonical order. */
  all(): readonly Contribution[] {
    return inContributorOrder([...this.#contributors.values()].flatMap(({ contributions }) => contributions));
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
    const { contributions, counts, bundles } = this.#of(contributor);
    bundles?.set(name, (bundles.get(name) ?? 1) - 1);
    this.#finder?.withdrawBundle(contributor);
    for (const { pass } of contributions.splice(index)) counts.set(pass.name, (counts.get(pass.name) ?? 0) - 1);
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
    if (result.located !== undefined) this.#keep(contribution);
    return result;
  }

  #granted(): PositionFinder {
    if (this.#finder !== undefined) return this.#finder;
    const all = [...this.#contributors.values()].flatMap(({ contributions }) => contributions);
    this.#finder = new PositionFinder(this.#basePipeline(), all);
    // Later contributions can refer to these contributions.
    for (const contribution of all) this.#finder.find(contribution);
    return this.#finder;
  }

  #keep(contribution: Contribution): void {
    const state = this.#of(contribution.contributor);
    const { name } = contribution.pass;
    state.contributions.push(contribution);
    state.counts.set(name, (state.counts.get(name) ?? 0) + 1);
  }

  #of(name: string): ContributorState {
    return getOrMake(this.#contributors, name, () => ({ contributions: [], counts: new Map() }));
  }
}
