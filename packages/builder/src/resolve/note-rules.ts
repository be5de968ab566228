import { originText } from "../origin.ts";
import { type Rule } from "../rule.ts";
import { type Item } from "./item.ts";

/** What a rule brought about: all of `first` before all of `second`. */
export interface Admitted {
  readonly rule: Rule;
  readonly first: readonly Item[];
  readonly second: readonly Item[];
}

/**
 * What rules did to the items of a slot, in words, by the item that the rule is about. `rank` is where an item would be
 * without any rule: a rule that asks for no more than that is not why an item is where it is. Items of one closed bundle
 * have the same rank, as no rule can turn them.
 */
export function noteRules(
  admitted: readonly Admitted[],
  rank: (item: Item) => number,
): ReadonlyMap<Item, readonly string[]> {
  const notes = new Map<Item, string[]>();
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
      const note = `${side} ${names}, by a ${rule.strength} rule: "${rule.reason}" (${originText(rule.origin)})`;
      notes.set(subject, [...(notes.get(subject) ?? []), note]);
    }
  }
  return notes;
}
