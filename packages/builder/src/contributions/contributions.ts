import type { BasePipeline } from "../steps/base-pipeline.ts";
import type { BundleTerms } from "../steps/bundle.ts";
import type { BundleRef } from "../steps/step.ts";
import type { Contribution } from "./contribution.ts";
import { inContributorOrder } from "./contributor.ts";
import { PositionFinder } from "./position-finder.ts";
import type { LocateResult } from "./locate-place.ts";
import { getOrMake, numbered } from "../maps.ts";

/**
 * Contributions so far. The result of a contribution depends only on the framework's steps, on contributions of
 * manifests and configs, which are known before plugin code runs, and on earlier contributions of the same contributor.
 * Calls of other contributors never affect a result.
 */
export class Contributions {
  readonly #basePipeline: () => BasePipeline;
  readonly #all: Contribution[] = [];
  /** Number of contributions of each pass of a contributor (`contributor::pass`), and how many of them are data. */
  readonly #counts = new Map<string, { all: number; data: number }>();
  /** Number of contributions of each contributor, for indices that do not depend on other contributors. */
  readonly #sizes = new Map<string, number>();
  readonly #bundles = new Map<string, number>();
  #finder: PositionFinder | undefined;

  constructor(basePipeline: () => BasePipeline) {
    this.#basePipeline = basePipeline;
  }

  all(): readonly Contribution[] {
    return inContributorOrder(this.#all);
  }

  has(contributor: string, pass: string): boolean {
    return this.#countOf(contributor, pass).all > 0;
  }

  /** Returns whether a call of the contributor, and not only data, inserted the pass. */
  hasCalled(contributor: string, pass: string): boolean {
    const { all, data } = this.#countOf(contributor, pass);
    return all > data;
  }

  nextOf(contributor: string, pass: string): { index: number; address: string } {
    const count = this.#countOf(contributor, pass).all + 1;
    // `join` makes a flat string, whereas `+` would keep the parts in memory.
    const address = [contributor, "::", pass, count === 1 ? "" : `#${count}`].join("");
    return { index: this.#sizeOf(contributor), address };
  }

  /** Returns a new bundle. The second bundle of `contributor` with the same name gets the name `name#2`. */
  openBundle(contributor: string, name: string, { kind = "open", without }: BundleTerms): BundleRef {
    const address = numbered(this.#bundles, `${contributor}::${name}`);
    return { name: address, kind, id: `${address}@${this.#sizeOf(contributor)}`, given: name, without };
  }

  /** Removes the latest bundle of `contributor`, and its contributions whose index is at least `index`. */
  withdrawBundle(contributor: string, name: string, index: number): void {
    const key = `${contributor}::${name}`;
    this.#bundles.set(key, (this.#bundles.get(key) ?? 1) - 1);
    this.#finder?.withdrawBundle(contributor);
    const members = this.#all.splice(this.#all.length - this.#sizeOf(contributor) + index);
    for (const { pass } of members) this.#countOf(contributor, pass.name).all--;
    this.#sizes.set(contributor, index);
  }

  /** Records a contribution from data. Its result is computed later, because it can depend on other data. */
  keepData(contribution: Contribution): void {
    this.#keep(contribution);
    this.#finder = undefined;
  }

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
    this.#finder = new PositionFinder(this.#basePipeline(), this.#all);
    // Later contributions can refer to these contributions.
    for (const contribution of this.#all) this.#finder.find(contribution);
    return this.#finder;
  }

  #keep(contribution: Contribution): void {
    const count = this.#countOf(contribution.contributor, contribution.pass.name);
    this.#all.push(contribution);
    this.#sizes.set(contribution.contributor, this.#sizeOf(contribution.contributor) + 1);
    count.all++;
    if (contribution.isData === true) count.data++;
  }

  #sizeOf(contributor: string): number {
    return this.#sizes.get(contributor) ?? 0;
  }

  #countOf(contributor: string, pass: string): { all: number; data: number } {
    return getOrMake(this.#counts, `${contributor}::${pass}`, () => ({ all: 0, data: 0 }));
  }
}
