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
 * Returns the results of contributions. Reuses `known` if it is for the same base pipeline and the same list; otherwise
 * computes equal results again.
 */
export function answersTo(spine: Spine, contributions: readonly Contribution[], known: Answered | undefined): Answered {
  if (known?.contributions === contributions && known.spine === spine) return known;
  const sorted = inPartyOrder(contributions);
  const data = sorted.filter(({ isData }) => isData === true);
  const grants = new Grants(spine, data);
  return { spine, contributions: sorted, answers: sorted.map((each) => grants.ask(each)) };
}

/**
 * Returns the results without those of one contributor. Returns `undefined` if it contributed data, because results of
 * others may depend on data.
 */
export function answeredWithout(party: string, { spine, contributions, answers }: Answered): Answered | undefined {
  const isOther = contributions.map((each) => each.party !== party);
  if (contributions.some(({ isData }, index) => isData === true && isOther[index] === false)) return undefined;
  const ofOthers = <T>(list: readonly T[]): readonly T[] => list.filter((_, index) => isOther[index]);
  return { spine, contributions: ofOthers(contributions), answers: ofOthers(answers) };
}
