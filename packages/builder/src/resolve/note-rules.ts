import { originText } from "../contributions/origin.ts";
import type { Rule } from "../rules/rule.ts";
import type { Cause } from "./cause.ts";
import type { Element } from "./element.ts";
import { countWhile } from "../count-while.ts";
import { getOrMake, pushTo } from "../maps.ts";
import { recordMoves } from "./moved-by.ts";

/** Rule that affects the order, and its effect: all steps of `first` precede all steps of `second`. */
export interface Admitted {
  readonly rule: Rule;
  readonly first: readonly Element[];
  readonly second: readonly Element[];
}

/** Maximum number of passes in a note, and of notes for a pass. A rule about types can order thousands of passes. */
const MOST = 10;

/**
 * Returns notes that explain the positions of passes in a slot with the effects of rules. The keys are the subjects of
 * the rules. `rank` returns the position that a pass would have without rules. Rules that did not affect the order do
 * not get notes, because they do not explain a position. A rule affects the order if a subject moved past a target, or
 * if the rule is in `decisive`: without the rule, the other rules would move a subject past a target. Passes of a
 * closed bundle have the same rank, because rules cannot reorder them.
 */
export function noteRules(
  admitted: readonly Admitted[],
  rank: (element: Element) => number,
  decisive: readonly (Omit<Admitted, "rule"> & { readonly cause: Cause })[],
): ReadonlyMap<Element, readonly string[]> {
  const notes = new Map<Element, string[]>();
  const further = new Map<Element, number>();
  const decisiveBy = new Map<Cause, Omit<Admitted, "rule">[]>();
  for (const each of decisive) pushTo(decisiveBy, each.cause, each);
  const sorted = { before: new Map<readonly Element[], Reordered>(), after: new Map<readonly Element[], Reordered>() };
  for (const { rules, subjects, targets, isAfter } of equalDemands(admitted)) {
    const reordered = getOrMake(
      sorted[isAfter ? "after" : "before"],
      targets,
      () => new Reordered(targets, rank, isAfter),
    );
    const kept = keptApart(decisiveBy.get(rules[0] as Rule) ?? [], targets, isAfter);
    for (const subject of subjects) {
      const count = reordered.countFor(rank(subject));
      const beside = kept.get(subject);
      if (count === 0 && beside === undefined) continue;
      recordMoves(subject, rules);
      const own = notes.get(subject) ?? [];
      const listed = rules.slice(0, MOST - own.length);
      if (listed.length < rules.length)
        further.set(subject, (further.get(subject) ?? 0) + rules.length - listed.length);
      const names = listed.length === 0 ? "" : count === 0 ? `\`${beside}\`` : reordered.namesOf(count);
      const added = listed.map(
        ({ strength, reason, origin }) =>
          `${isAfter ? "after" : "before"} ${names}, by a ${strength} rule: "${reason}" (${originText(origin)})`,
      );
      notes.set(subject, [...own, ...added]);
    }
  }
  for (const [subject, count] of further) notes.get(subject)?.push(`and by ${count} further rules`);
  return notes;
}

/** Returns the subjects that would be on the other side of a target without the rule, with this target's address. */
function keptApart(
  decisive: readonly Omit<Admitted, "rule">[],
  targets: readonly Element[],
  isAfter: boolean,
): ReadonlyMap<Element, string> {
  const kept = new Map<Element, string>();
  if (decisive.length === 0) return kept;
  const all = new Set(targets);
  for (const { first, second } of decisive) {
    const [subjects, others] = isAfter ? [second, first] : [first, second];
    const target = others.find((other) => all.has(other));
    if (target !== undefined) for (const subject of subjects) kept.set(subject, target.address);
  }
  return kept;
}

/** Rules with the same subjects, targets and direction, which thousands of contributors can add. */
interface EqualDemands {
  readonly rules: Rule[];
  readonly subjects: readonly Element[];
  readonly targets: readonly Element[];
  readonly isAfter: boolean;
}

function equalDemands(admitted: readonly Admitted[]): readonly EqualDemands[] {
  const found: EqualDemands[] = [];
  const bySubjects = new Map<object, EqualDemands[]>();
  for (const { rule, first, second } of admitted) {
    const isAfter = rule.relation === "after" || rule.relation === "afterSome";
    const [subjects, targets] = isAfter ? [second, first] : [first, second];
    // If a selector matches several steps, all rules with this selector have the same list of steps.
    const equal = bySubjects.get(subjects)?.find((one) => one.targets === targets && one.isAfter === isAfter);
    if (equal !== undefined) {
      equal.rules.push(rule);
      continue;
    }
    const demands = { rules: [rule], subjects, targets, isAfter };
    found.push(demands);
    pushTo(bySubjects, subjects, demands);
  }
  return found;
}

/** Targets of a rule, sorted so that the list starts with the targets that a subject moved past. */
class Reordered {
  readonly #targets: readonly { readonly rank: number; readonly index: number; readonly address: string }[];
  readonly #isAfter: boolean;

  constructor(targets: readonly Element[], rank: (element: Element) => number, isAfter: boolean) {
    const ranked = targets.map((target, index) => ({ rank: rank(target), index, address: target.address }));
    const sign = isAfter ? -1 : 1;
    this.#targets = ranked.sort((left, right) => sign * (left.rank - right.rank) || left.index - right.index);
    this.#isAfter = isAfter;
  }

  countFor(subject: number): number {
    return countWhile(this.#targets.length, (index) => {
      const { rank } = this.#targets[index] as { readonly rank: number };
      return this.#isAfter ? subject < rank : subject > rank;
    });
  }

  /** Formats the names of the first `count` targets. Shows at most 10 names, and the number of other targets. */
  namesOf(count: number): string {
    const listed = this.#targets.slice(0, Math.min(count, MOST)).sort((left, right) => left.index - right.index);
    const names = listed.map(({ address }) => `\`${address}\``).join(", ");
    return count === listed.length ? names : `${names} and ${count - listed.length} others`;
  }
}
