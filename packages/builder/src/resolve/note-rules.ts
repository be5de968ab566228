import { originText } from "../contributions/origin.ts";
import type { Rule } from "../rules/rule.ts";
import type { Element } from "./element.ts";

/** What a rule brought about: all of `first` before all of `second`. */
export interface Admitted {
  readonly rule: Rule;
  readonly first: readonly Element[];
  readonly second: readonly Element[];
}

/** How many passes a note names, and how many notes a pass has: rules about types may order thousands. */
const MOST = 10;

function namesOf(elements: readonly Element[]): string {
  const names = elements.slice(0, MOST).map(({ address }) => `\`${address}\``);
  const others = elements.length - names.length;
  return others === 0 ? names.join(", ") : `${names.join(", ")} and ${others} others`;
}

/**
 * What rules did to the passes of a gap, in words, by the pass that the rule is about. `rank` is where a pass would be
 * without any rule: a rule that asks for no more than that is not why a pass is where it is. Passes of one closed bundle
 * have the same rank, as no rule can turn them.
 */
export function noteRules(
  admitted: readonly Admitted[],
  rank: (element: Element) => number,
): ReadonlyMap<Element, readonly string[]> {
  const notes = new Map<Element, string[]>();
  const further = new Map<Element, number>();
  for (const { rule, first, second } of admitted) {
    const isAfter = rule.relation === "after" || rule.relation === "afterSome";
    const [subjects, targets] = isAfter ? [second, first] : [first, second];
    const why = `, by a ${rule.strength} rule: "${rule.reason}" (${originText(rule.origin)})`;
    for (const subject of subjects) {
      const isTurned = (target: Element): boolean =>
        isAfter ? rank(subject) < rank(target) : rank(subject) > rank(target);
      if ((notes.get(subject)?.length ?? 0) >= MOST) {
        if (targets.some(isTurned)) further.set(subject, (further.get(subject) ?? 0) + 1);
        continue;
      }
      const turned = targets.filter(isTurned);
      if (turned.length === 0) continue;
      const note = `${isAfter ? "after" : "before"} ${namesOf(turned)}${why}`;
      const own = notes.get(subject);
      if (own === undefined) notes.set(subject, [note]);
      else own.push(note);
    }
  }
  for (const [subject, count] of further) notes.get(subject)?.push(`and by ${count} further rules`);
  return notes;
}
