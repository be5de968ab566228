import type { Diagnostic } from "@passwright/core";
import type { BundleSettings, DataInsertion, InsertSettings, PassReference } from "../builder-settings.ts";
import { settingsOfMember } from "../steps/bundle.ts";
import type { BundleMember, BundleTerms } from "../steps/bundle.ts";
import type { Contribution } from "./contribution.ts";
import { insertsNothing } from "../errors/calls.ts";
import { firstPlace, accepted, refused } from "./insertion.ts";
import type { Insertion } from "./insertion.ts";
import { Making } from "../making.ts";
import { inContributorOrder } from "./contributor.ts";
import type { StepOptions } from "../steps/step.ts";
import { NEXT, otherPlaces } from "./place.ts";
import type { MemberPlace, Place } from "./place.ts";

type Member = BundleMember<PassReference>;

/** Insertions of one plugin or of the config. Each call returns its result immediately. */
export class ContributorInsertions<Op extends object> extends Making<Op> {
  insert(pass: PassReference, place: Place, settings: InsertSettings): Insertion {
    const { options, anchor, ...others } = settings;
    const members = this.membersOf(pass, options, anchor);
    if (members !== undefined) return this.insertBundle(pass as string, members, { ...others, place }, true);
    return this.#noted(pass, this.#try(pass, place, settings), settings.onMissing, [[pass, options]]);
  }

  /** Inserts passes as a bundle, at the first position among `place` and `onMissing` that is legal for all passes. */
  insertBundle(name: string, members: readonly Member[], settings: BundleSettings, isPipeline = false): Insertion {
    const { kind, without, place = { end: true }, onMissing, ...rest } = settings;
    if (members.length === 0 && !this.isElsewhere(rest.when)) {
      const { construction, contributor } = this.view;
      const refusal = { ok: false, diagnostic: insertsNothing(name, isPipeline, this.origin()) } as const;
      construction.refusals.note(contributor.name, { refusal, isMistake: () => !isPipeline });
    }
    const terms = { kind, without };
    const attempt = (at: Place, wanted?: Place): Tried => this.#tryBundle(name, terms, members, at, rest, wanted);
    const places = [place, ...otherPlaces(onMissing)];
    const tried = firstPlace(places, (at) => (at === place ? attempt(at) : attempt(at, place)));
    return this.#noted(tried.pass, tried.insertion, onMissing, members);
  }

  /**
   * Adds the insertions of passes by all manifests and configs in one call. Returns the problems with these insertions.
   * The problems do not depend on the order of `insertions`.
   */
  contribute(insertions: readonly DataInsertion[]): readonly Diagnostic[] {
    const { construction } = this.view;
    const made: Contribution[] = [];
    for (const { contributor, pass, place, settings: given, origin, rank } of insertions) {
      const settings = given as InsertSettings;
      const declared = this.declaration(pass);
      const contribution = this.contribution(contributor, declared, place, settings, origin, { isData: true, rank });
      if (this.isElsewhere(settings.when, { address: contribution.address, pass })) continue;
      construction.contributions.keepData(contribution);
      made.push(contribution);
    }
    return inContributorOrder(made).flatMap((contribution) => {
      const { located, diagnostics } = construction.contributions.resultOfData(contribution);
      return located === undefined && contribution.onMissing === "skip" ? [] : diagnostics();
    });
  }

  #tryBundle(
    name: string,
    terms: BundleTerms,
    members: readonly Member[],
    place: Place,
    settings: InsertSettings,
    wanted: Place | undefined,
  ): Tried {
    const { contributor, construction } = this.view;
    const { contributions } = construction;
    const { index } = contributions.nextOf(contributor.name, "");
    const bundle = contributions.openBundle(contributor.name, name, terms);
    // `which` selects the position of the first member. The other members follow the first member.
    const { which, ...shared } = settings;
    const first = which === undefined ? shared : { ...shared, which };
    let result = accepted(bundle.name);
    for (const [number, member] of members.entries()) {
      const [pass] = member;
      const added =
        number === 0
          ? this.#try(pass, place, settingsOfMember(first, member), { bundle, ...(wanted && { wanted }) })
          : this.#try(pass, NEXT, settingsOfMember(shared, member), { bundle });
      if (number === 0) result = added;
      if (added.ok) continue;
      contributions.withdrawBundle(contributor.name, name, index);
      return { insertion: added, pass };
    }
    return { insertion: result, pass: "" };
  }

  #try(
    pass: PassReference,
    place: MemberPlace,
    settings: InsertSettings,
    more?: Pick<Contribution, "bundle" | "wanted">,
  ): Insertion {
    const { construction, contributor } = this.view;
    const declared = this.declaration(pass);
    const made = this.contribution(contributor, declared, place, settings, this.origin(), more);
    const { address } = made;
    if (this.isElsewhere(settings.when, { address, pass: declared.name })) {
      this.keepUnplaced(pass, settings.options);
      return accepted(address);
    }
    const { located, diagnostics } = construction.contributions.contribute(made);
    if (located !== undefined) return accepted(address, diagnostics);
    return refused(() => diagnostics()[0] as Diagnostic);
  }

  #noted(
    pass: PassReference,
    insertion: Insertion,
    onMissing: InsertSettings["onMissing"],
    members: readonly (readonly [pass: PassReference, options?: StepOptions | undefined, anchor?: string])[],
  ): Insertion {
    const { construction, contributor } = this.view;
    if (!insertion.ok) {
      for (const [one, options] of members) this.keepUnplaced(one, options);
      const { name } = this.declaration(pass);
      construction.refusals.note(contributor.name, { refusal: insertion, pass: name, onMissing });
    }
    return insertion;
  }
}

/** Result of inserting a bundle. `pass` is the pass of the bundle that caused a refusal. */
interface Tried {
  readonly insertion: Insertion;
  readonly pass: PassReference;
}
