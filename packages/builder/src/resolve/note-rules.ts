import { originText } from "../contributions/origin.ts";
import type { Rule } from "../rules/rule.ts";
import type { Element } from "./element.ts";

/** What a rule brought about: all of `first` before all of `second`. */
export interface Admitted {
  readonly rule: Rule;
  readonly first: readonly Element[];
  readonly second: readonly Element[];
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
  for (const { rule, first, second } of admitted) {
    const isAfter = rule.relation === "after" || rule.relation === "afterSome";
    const [subjects, targets] = isAfter ? [second, first] : [first, second];
    for (const subject of subjects) {
      const turned = targets.filter((target) =>
        isAfter ? rank(subject) < rank(target) : rank(subject) > rank(target),
      );
      if (turned.length === 0) continue;
      const names = turned.map(({ address }) => `\`${address}\``).join(", ");
      const side = isAfter ? "after" : "before";
      const words = [side, " ", names, ", by a ", rule.strength, ' rule: "', rule.reason, '" ('];
      const note = [...words, originText(rule.origin), ")"].join("");
      notes.set(subject, [...(notes.get(subject) ?? []), note]);
    }
  }
  return notes;
}
