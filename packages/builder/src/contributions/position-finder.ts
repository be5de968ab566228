import type { Contribution } from "./contribution.ts";
import * as errors from "../errors/places.ts";
import { locateAt } from "./locate-place.ts";
import type { LocateResult, OwnBundle, OwnContribution, References } from "./locate-place.ts";
import { isPlacedBy, otherPlaces } from "./place.ts";
import type { MemberPlace } from "./place.ts";
import type { BasePipeline } from "../steps/base-pipeline.ts";
import { once } from "./insertion.ts";
import { typeKey, typeKeys } from "../steps/pass-type.ts";
import { pushTo, getOrMake } from "../maps.ts";

/** Keys of the types that positions can name because a contribution has these types, such as `lowering.llvm`. */
class TypeIndex {
  readonly #keys = new Set<string>();

  /** Adds the types of a contribution whose position is `place`. Does not add the type to which `place` refers. */
  add(types: readonly string[], place: MemberPlace): void {
    for (const key of typeKeys(types)) if (!isPlacedBy(place, key)) this.#keys.add(key);
  }

  has(type: string): boolean {
    return this.#keys.has(typeKey(type));
  }
}

/** Targets that one contributor can refer to. See {@link References}. */
class ContributorReferences implements References {
  readonly basePipeline: BasePipeline;
  readonly #dataTypes: TypeIndex;
  readonly #types = new TypeIndex();
  readonly #byName = new Map<string, OwnContribution>();
  /** Bundles by id, and by name, which refers to the latest bundle. Absent for contributors without bundles. */
  #bundles: Map<string, OwnBundle> | undefined;
  /** Members of the bundle that is being added. The bundle can still be refused. */
  #members: OwnContribution[] = [];

  readonly #exported: (address: string) => OwnContribution | undefined;

  constructor(
    basePipeline: BasePipeline,
    dataTypes: TypeIndex,
    exported: (address: string) => OwnContribution | undefined,
  ) {
    this.basePipeline = basePipeline;
    this.#dataTypes = dataTypes;
    this.#exported = exported;
  }

  own(name: string): OwnContribution | undefined {
    return this.#byName.get(name) ?? this.#exported(name);
  }

  ownBundle(name: string): OwnBundle | undefined {
    return this.#bundles?.get(name);
  }

  previous(): OwnContribution | undefined {
    return this.#members.at(-1);
  }

  contributesType(type: string): boolean {
    return this.#dataTypes.has(type) || this.#types.has(type);
  }

  /**
   * Must be called before a contribution is located. If the contribution does not belong to the bundle that is being
   * added, this bundle is complete, and later contributions can refer to its members.
   */
  begin({ bundle }: Contribution): void {
    const [first] = this.#members;
    if (first === undefined || first.contribution.bundle?.id === bundle?.id) return;
    for (const member of this.#members) this.#enter(member);
    this.#members = [];
  }

  /** Records an accepted contribution that comes from a call, not from a manifest or config. */
  keep(accepted: OwnContribution): void {
    if (accepted.contribution.bundle === undefined) this.#enter(accepted);
    else this.#members.push(accepted);
  }

  withdraw(): void {
    this.#members = [];
  }

  /** Makes a contribution available as a target for later contributions of the same contributor. */
  #enter(accepted: OwnContribution): void {
    const { contribution, place } = accepted;
    const { bundle } = contribution;
    this.#types.add(contribution.types, place);
    // Contributions cannot refer to members of atomic bundles.
    if (bundle?.kind !== "atomic") this.#byName.set(contribution.pass.name, accepted);
    if (bundle === undefined) return;
    const bundles = (this.#bundles ??= new Map<string, OwnBundle>());
    const begun = bundles.get(bundle.given);
    const isSame = begun?.first.contribution.bundle?.id === bundle.id;
    const ends = { first: isSame ? begun.first : accepted, last: accepted };
    for (const key of [bundle.given, bundle.id]) bundles.set(key, ends);
  }

  keepData(accepted: OwnContribution): void {
    this.#byName.set(accepted.contribution.pass.name, accepted);
  }
}

const nameKey = ({ contributor }: Contribution, name: string): string => `${contributor} ${name}`;

/**
 * Finds the position of each contribution when the contribution is added, and again when all contributions are
 * resolved. The two positions are equal, because they depend only on the framework's steps, on contributions of
 * manifests and configs, and on earlier contributions of the same contributor.
 */
export class PositionFinder {
  readonly #basePipeline: BasePipeline;
  readonly #dataTypes = new TypeIndex();
  readonly #dataByName = new Map<string, Contribution[]>();
  /** Contributions of manifests and configs, by address (`plugin::pass`), for positions of all plugins. */
  readonly #dataByAddress = new Map<string, Contribution>();
  readonly #ofData = new Map<Contribution, LocateResult>();
  readonly #contributors = new Map<string, ContributorReferences>();

  /** `contributions` must contain all contributions of manifests and configs, in the order of each contributor's calls. */
  constructor(basePipeline: BasePipeline, contributions: readonly Contribution[]) {
    this.#basePipeline = basePipeline;
    const data = contributions.filter(({ isData }) => isData === true);
    for (const contribution of data) {
      this.#dataByAddress.set(contribution.address, contribution);
      const key = nameKey(contribution, contribution.pass.name);
      pushTo(this.#dataByName, key, contribution);
    }
    this.#acceptData(data);
  }

  /**
   * Returns the result of a contribution. If the contribution comes from code and is accepted, later contributions of
   * the same contributor can refer to this contribution.
   */
  find(contribution: Contribution): LocateResult {
    const known = this.#ofData.get(contribution);
    if (known !== undefined) return known;
    const contributor = this.#contributor(contribution.contributor);
    contributor.begin(contribution);
    const result = this.#tryAll(contribution, contributor);
    if (result.located !== undefined)
      contributor.keep({ contribution, spots: result.spots, place: result.bundlePlace ?? result.place });
    return result;
  }

  withdrawBundle(contributor: string): void {
    this.#contributor(contributor).withdraw();
  }

  /**
   * Accepts contributions of manifests and configs in rounds until nothing changes, because these contributions can
   * refer to each other in any order. The rank of an alternative is its index in `onMissing`. A round tries the
   * alternatives of a rank only if no alternative of an earlier rank is legal. All alternatives of a rank are located
   * before any of them is accepted, so that the alternatives do not depend on each other.
   */
  #acceptData(data: readonly Contribution[]): void {
    let waiting = data;
    for (;;) {
      const left = waiting.filter((each) => !this.#grant(each, locateAt(each, each.place, this.#aroundData(each))));
      const hasGranted = left.length < waiting.length;
      waiting = left;
      if (hasGranted) continue;
      const hasOther = this.#acceptOther(waiting);
      waiting = waiting.filter((each) => !this.#ofData.has(each));
      if (!hasOther) break;
    }
    for (const each of waiting) this.#ofData.set(each, this.#tryAll(each, this.#aroundData(each)));
    for (const contribution of data) {
      const accepted = this.#accepted(contribution);
      if (accepted !== undefined) this.#contributor(contribution.contributor).keepData(accepted);
    }
  }

  #grant(contribution: Contribution, result: LocateResult): boolean {
    if (result.located === undefined) return false;
    this.#ofData.set(contribution, result);
    this.#dataTypes.add(contribution.types, result.place);
    return true;
  }

  #aroundData(asking: Contribution): References {
    return {
      basePipeline: this.#basePipeline,
      own: (name) => {
        const sameName = this.#dataByName.get(nameKey(asking, name)) ?? [];
        const contribution = sameName.findLast(({ index }) => index < asking.index);
        return contribution === undefined ? this.#exported(name, asking) : this.#accepted(contribution);
      },
      // Contributions of manifests and configs are never in bundles, because only calls add bundles.
      previous: () => undefined,
      ownBundle: () => undefined,
      contributesType: (type) => this.#dataTypes.has(type),
    };
  }

  /** Returns the accepted contribution from data that has this address, unless it is `asking` itself. */
  #exported(address: string, asking?: Contribution): OwnContribution | undefined {
    const contribution = this.#dataByAddress.get(address);
    return contribution === undefined || contribution === asking ? undefined : this.#accepted(contribution);
  }

  #accepted(contribution: Contribution): OwnContribution | undefined {
    const result = this.#ofData.get(contribution);
    return result?.located && { contribution, spots: result.spots, place: result.place };
  }

  /**
   * Tries alternative positions rank by rank (see `#acceptData`). Stops at the first rank that has a legal alternative,
   * and accepts all legal alternatives of this rank. Returns whether any alternative was accepted.
   */
  #acceptOther(waiting: readonly Contribution[]): boolean {
    const most = Math.max(0, ...waiting.map(({ onMissing }) => otherPlaces(onMissing).length));
    for (let rank = 0; rank < most; rank++) {
      const tried = waiting.map((each) => {
        const place = otherPlaces(each.onMissing)[rank];
        return [each, place && locateAt(each, place, this.#aroundData(each))] as const;
      });
      const accepted = tried.filter(([each, result]) => result !== undefined && this.#grant(each, result));
      if (accepted.length > 0) return true;
    }
    return false;
  }

  #tryAll(contribution: Contribution, around: References): LocateResult {
    let result = locateAt(contribution, contribution.place, around);
    const missed: LocateResult[] = [];
    for (const place of otherPlaces(contribution.onMissing)) {
      if (result.located !== undefined) return result;
      missed.push(result);
      result = locateAt(contribution, place, around);
    }
    if (result.located !== undefined || missed.length === 0) return result;
    const { diagnostics } = result;
    const others = once(() => missed.flatMap((each) => each.diagnostics()));
    return { ...result, diagnostics: once(() => diagnostics().map((each) => errors.otherPlaceFailed(each, others()))) };
  }

  #contributor(name: string): ContributorReferences {
    const exported = (address: string): OwnContribution | undefined => this.#exported(address);
    const make = (): ContributorReferences => new ContributorReferences(this.#basePipeline, this.#dataTypes, exported);
    return getOrMake(this.#contributors, name, make);
  }
}
