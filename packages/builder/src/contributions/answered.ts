import type { Spine } from "../steps/spine.ts";
import type { Contribution } from "./contribution.ts";
import { Grants } from "./grants.ts";
import type { LocateResult } from "./locate-place.ts";
import { inPartyOrder } from "./party.ts";

/** Contributions in canonical order, with their results. */
export interface Answered {
  readonly spine: Spine;
  readonly contributions: readonly Contribution[];
  readonly answers: readonly LocateResult[];
}

/**
 * Returns the results of contributions: `known`, if it is for the same list and spine, else computed again with the same
 * outcome.
 */
export function answersTo(spine: Spine, contributions: readonly Contribution[], known: Answered | undefined): Answered {
  if (known?.contributions === contributions && known.spine === spine) return known;
  const sorted = inPartyOrder(contributions);
  const data = sorted.filter(({ isData }) => isData === true);
  const grants = new Grants(spine, data);
  return { spine, contributions: sorted, answers: sorted.map((each) => grants.ask(each)) };
}

/** Returns the results without one party, unless it contributed data, on which the results of others may depend. */
export function answeredWithout(party: string, { spine, contributions, answers }: Answered): Answered | undefined {
  const isOther = contributions.map((each) => each.party !== party);
  if (contributions.some(({ isData }, index) => isData === true && isOther[index] === false)) return undefined;
  const ofOthers = <T>(list: readonly T[]): readonly T[] => list.filter((_, index) => isOther[index]);
  return { spine, contributions: ofOthers(contributions), answers: ofOthers(answers) };
}
