import type { OracleBuilding, OracleInsertion } from "./building.ts";
import { slotOf } from "./legal-orders.ts";
import { permutations } from "./permutations.ts";

interface Member {
  readonly name: string;
  readonly contributor: string;
  readonly slot: number | undefined;
  readonly isRight: boolean;
  readonly index: number;
}

/** Returns whether an insertion is at the right end of its slot, next to the following framework pass. */
const isRight = ({ place }: OracleInsertion): boolean => "before" in place || "beforeType" in place || "end" in place;

const key = (first: string, second: string): string => `${first}<${second}`;

/**
 * Returns the pairs of passes from different plugins in one slot whose order depends on the names of the plugins. Sorts
 * every slot once for each order of the names: repeatedly takes the smallest pass (by side of the slot, then name of
 * the plugin, then call) that no remaining pass must precede. Returns the pairs that occur in both orders. Returns
 * `undefined` if rules and the order of a plugin's calls contradict each other. Supports only buildings with single
 * passes and strong order rules.
 */
export function unorderedPairs(building: OracleBuilding): readonly string[] | undefined {
  const members = building.insertions.map((insertion, index): Member => ({
    name: insertion.passes[0]?.name as string,
    contributor: insertion.contributor,
    slot: slotOf(building, insertion),
    isRight: isRight(insertion),
    index,
  }));
  const before = demandsOf(building, members);
  const seen = new Set<string>();
  for (const contributors of permutations(building.contributors)) {
    const order = smallestFirst(members, before, contributors);
    if (order === undefined) return undefined;
    order.forEach(({ name }, index) => order.slice(index + 1).forEach((other) => seen.add(key(name, other.name))));
  }
  return members
    .flatMap((one) =>
      members.flatMap((other) => {
        const isPair = one.name < other.name && one.contributor !== other.contributor && one.slot === other.slot;
        const isOpen = seen.has(key(one.name, other.name)) && seen.has(key(other.name, one.name));
        return isPair && isOpen ? [`${one.name},${other.name}`] : [];
      }),
    )
    .sort();
}

/** Returns the required orders: the order of each plugin's calls within a slot, and the rules. */
function demandsOf({ rules }: OracleBuilding, members: readonly Member[]): ReadonlySet<string> {
  const before = new Set<string>();
  for (const one of members)
    for (const other of members) {
      if (one === other || one.slot !== other.slot || one.contributor !== other.contributor) continue;
      const isEarlier = one.isRight === other.isRight ? one.index < other.index : other.isRight;
      if (isEarlier) before.add(key(one.name, other.name));
    }
  for (const { subject, relation, target } of rules) {
    if (!("pass" in subject) || !("pass" in target) || subject.pass === target.pass) continue;
    const [first, second] = relation === "before" ? [subject.pass, target.pass] : [target.pass, subject.pass];
    before.add(key(first, second));
  }
  return before;
}

function smallestFirst(
  members: readonly Member[],
  before: ReadonlySet<string>,
  contributors: readonly string[],
): readonly Member[] | undefined {
  const rank = ({ contributor }: Member): number => contributors.indexOf(contributor);
  let left = members.toSorted(
    (one, other) => Number(one.isRight) - Number(other.isRight) || rank(one) - rank(other) || one.index - other.index,
  );
  const order: Member[] = [];
  while (left.length > 0) {
    const next = left.find(
      (one) => !left.some((other) => other.slot === one.slot && before.has(key(other.name, one.name))),
    );
    if (next === undefined) return undefined;
    order.push(next);
    left = left.filter((one) => one !== next);
  }
  return order;
}
