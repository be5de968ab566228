import { type Diagnostic } from "@passwright/core";
import { type Contribution } from "./contribution.ts";
import * as errors from "./errors.ts";
import {
  locateAt,
  type LocateResult,
  type OwnBundle,
  type OwnContribution,
  type Surroundings,
} from "./locate-place.ts";
import { type Spine } from "./spine.ts";
import { TypeIndex } from "./type-index.ts";

/** What one party was granted so far. */
interface PartyGrants {
  /** The latest of each name. */
  readonly byName: Map<string, OwnContribution>;
  /** The latest of each name, and all by their ids. */
  readonly bundles: Map<string, OwnBundle>;
  readonly types: TypeIndex;
  previous?: OwnContribution;
}

const nameKey = ({ party }: Contribution, name: string): string => `${party} ${name}`;

/**
 * Decides what the place of each contribution stands for: once when it is asked for and once when all are resolved, with the
 * same answer, because both times it looks at the same: the framework's steps, the contributions that are data, and the
 * party's own earlier ones.
 */
export class Grants {
  readonly #spine: Spine;
  readonly #dataTypes = new TypeIndex();
  readonly #dataByName = new Map<string, Contribution[]>();
  readonly #ofData = new Map<Contribution, LocateResult>();
  readonly #parties = new Map<string, PartyGrants>();

  /** `data`: all contributions that are data, those of one party in their order. */
  constructor(spine: Spine, data: readonly Contribution[]) {
    this.#spine = spine;
    for (const contribution of data) {
      const key = nameKey(contribution, contribution.pass.name);
      const sameName = this.#dataByName.get(key);
      if (sameName === undefined) this.#dataByName.set(key, [contribution]);
      else sameName.push(contribution);
    }
    this.#grantData(data);
  }

  /** What a contribution was told. One of code is kept in mind for its party's later ones if it has a place. */
  ask(contribution: Contribution): LocateResult {
    const known = this.#ofData.get(contribution);
    if (known !== undefined) return known;
    const party = this.#party(contribution.party);
    const { types, byName, bundles } = party;
    const result = this.#tryBoth(contribution, {
      spine: this.#spine,
      own: (name) => byName.get(name),
      ownBundle: (name) => bundles.get(name),
      previous: () => party.previous,
      contributesType: (type) => this.#dataTypes.has(type) || types.has(type),
    });
    if (result.located !== undefined) {
      const place = result.bundlePlace ?? result.place;
      types.add(contribution.types, place);
      const granted = { contribution, spots: result.spots, place };
      party.previous = granted;
      const { bundle } = contribution;
      // What is inside an atomic bundle has no name.
      if (bundle?.kind !== "atomic") byName.set(contribution.pass.name, granted);
      if (bundle !== undefined) {
        const begun = bundles.get(bundle.given);
        const isSame = begun?.first.contribution.bundle?.id === bundle.id;
        const ends = { first: isSame ? begun.first : granted, last: granted };
        for (const key of [bundle.given, bundle.id]) bundles.set(key, ends);
      }
    }
    return result;
  }

  /**
   * Data may refer to data of others, in whatever order it is listed, so it is granted in rounds, until nothing more is. A
   * second choice counts when the first is not to be had; all second choices of a round are made at once, so that none
   * depends on another's.
   */
  #grantData(data: readonly Contribution[]): void {
    let waiting = data;
    for (;;) {
      const left = waiting.filter((each) => !this.#grant(each, locateAt(each, each.place, this.#aroundData(each))));
      const hasGranted = left.length < waiting.length;
      waiting = left;
      if (hasGranted) continue;
      const second = waiting.map((each) => [each, this.#trySecond(each, this.#aroundData(each))] as const);
      waiting = second
        .filter(([each, result]) => result === undefined || !this.#grant(each, result))
        .map(([each]) => each);
      if (waiting.length === second.length) break;
    }
    for (const each of waiting) this.#ofData.set(each, this.#tryBoth(each, this.#aroundData(each)));
    for (const contribution of data) {
      const result = this.#ofData.get(contribution);
      if (result?.located === undefined) continue;
      const { spots, place } = result;
      this.#party(contribution.party).byName.set(contribution.pass.name, { contribution, spots, place });
    }
  }

  #grant(contribution: Contribution, result: LocateResult): boolean {
    if (result.located === undefined) return false;
    this.#ofData.set(contribution, result);
    this.#dataTypes.add(contribution.types, result.place);
    return true;
  }

  #aroundData(asking: Contribution): Surroundings {
    return {
      spine: this.#spine,
      own: (name) => {
        const sameName = this.#dataByName.get(nameKey(asking, name)) ?? [];
        const contribution = sameName.findLast(({ index }) => index < asking.index);
        const result = contribution && this.#ofData.get(contribution);
        return contribution && result?.located && { contribution, spots: result.spots, place: result.place };
      },
      // Bundles come from code.
      previous: () => undefined,
      ownBundle: () => undefined,
      contributesType: (type) => this.#dataTypes.has(type),
    };
  }

  #tryBoth(contribution: Contribution, around: Surroundings): LocateResult {
    const first = locateAt(contribution, contribution.place, around);
    if (first.located !== undefined) return first;
    const second = this.#trySecond(contribution, around);
    if (second === undefined || second.located !== undefined) return second ?? first;
    const [why] = first.diagnostics;
    const both = (diagnostic: Diagnostic): Diagnostic => errors.secondChoiceFailed(diagnostic, why as Diagnostic);
    return { ...second, diagnostics: second.diagnostics.map(both) };
  }

  #trySecond(contribution: Contribution, around: Surroundings): LocateResult | undefined {
    const { onMissing } = contribution;
    if (typeof onMissing !== "object") return undefined;
    return locateAt(contribution, onMissing.use, around);
  }

  #party(name: string): PartyGrants {
    let party = this.#parties.get(name);
    if (party === undefined)
      this.#parties.set(name, (party = { byName: new Map(), bundles: new Map(), types: new TypeIndex() }));
    return party;
  }
}
