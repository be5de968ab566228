import type { OracleBuilding, OracleInsertion } from "./building.ts";
import { slotOf } from "./legal-orders.ts";

/** Whether an insertion is at the right end of its slot, before the pass behind it. */
const isRight = ({ place }: OracleInsertion): boolean => "before" in place || "beforeType" in place || "end" in place;

/**
 * The pairs of inserted passes in one slot, of different plugins, that are in neither order in the closure of rules, positions and
 * own calls, as sorted names. `undefined` if these contradict each other. For buildings with single passes and strong order rules.
 */
export function unorderedPairs(building: OracleBuilding): readonly string[] | undefined {
  const { insertions, rules } = building;
  const passes = insertions.map((insertion, index) => ({
    name: insertion.passes[0]?.name as string,
    party: insertion.party,
    slot: slotOf(building, insertion),
    isRight: isRight(insertion),
    index,
  }));
  const before = new Set<string>();
  const key = (first: string, second: string): string => `${first}<${second}`;
  for (const one of passes)
    for (const other of passes) {
      if (one === other || one.slot !== other.slot) continue;
      const isEarlier = one.isRight === other.isRight ? one.index < other.index : other.isRight;
      if (one.party === other.party && isEarlier) before.add(key(one.name, other.name));
    }
  for (const { subject, relation, target } of rules) {
    if (!("pass" in subject) || !("pass" in target) || subject.pass === target.pass) continue;
    const [first, second] = relation === "before" ? [subject.pass, target.pass] : [target.pass, subject.pass];
    before.add(key(first, second));
  }
  const names = passes.map(({ name }) => name);
  const close = (): void => {
    for (const middle of names)
      for (const first of names)
        for (const second of names)
          if (before.has(key(first, middle)) && before.has(key(middle, second))) before.add(key(first, second));
  };
  close();
  // The left end of a slot is before the right end, unless rules exchange the two.
  for (const one of passes)
    for (const other of passes)
      if (one.slot === other.slot && !one.isRight && other.isRight && !before.has(key(other.name, one.name)))
        before.add(key(one.name, other.name));
  close();
  if (names.some((name) => before.has(key(name, name)))) return undefined;
  return passes
    .flatMap((one) =>
      passes.flatMap((other) => {
        if (one.name >= other.name || one.party === other.party || one.slot !== other.slot) return [];
        if (one.isRight !== other.isRight) return [];
        if (before.has(key(one.name, other.name)) || before.has(key(other.name, one.name))) return [];
        return [[one.name, other.name].sort().join()];
      }),
    )
    .sort();
}
