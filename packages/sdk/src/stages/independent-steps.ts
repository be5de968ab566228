import type { OrderByName } from "@passwright/builder";
import type { OwnerContributions } from "../contributions/checked.ts";

/** Maximum number of pairs with one report each. Reports of more pairs are about sets of steps. */
const MOST_PAIRS = 10;

/** Two steps or pipelines, by address or path. */
export type Pair = OrderByName;

/** Steps and pipelines that the owner of a pipeline declares independent. */
export type Independent = OwnerContributions["independent"];

/** Returns the sets of steps to report. Without many pairs, each pair is a set. */
export function setsOf(pairs: readonly Pair[]): readonly (readonly string[])[] {
  return pairs.length > MOST_PAIRS ? connected(pairs) : pairs.map(({ first, second }) => [first, second]);
}

/** Returns whether a pair is declared independent, by its addresses or by the names of its passes. */
export function isIndependent(
  { first, second }: Pair,
  independent: Independent,
  passes?: ReadonlyMap<string, string>,
): boolean {
  return independent.some(({ data: { steps } }) =>
    [first, second].every((address) => steps.includes(address) || steps.includes(passes?.get(address) ?? address)),
  );
}

/** Returns sets of steps. Two steps are in the same set if pairs connect them, directly or through other steps. */
function connected(pairs: readonly Pair[]): readonly (readonly string[])[] {
  const setOf = new Map<string, Set<string>>();
  for (const { first, second } of pairs) {
    const [one, other] = [setOf.get(first) ?? new Set([first]), setOf.get(second) ?? new Set([second])];
    const all = new Set([...one, ...other]);
    for (const address of all) setOf.set(address, all);
  }
  return [...new Set(setOf.values())].map((set) => [...set]);
}
