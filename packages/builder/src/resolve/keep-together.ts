import type { Element } from "./element.ts";
import type { Together } from "./homes.ts";
import { OrderGraph } from "./order-graph.ts";

type Blocks = readonly (readonly Element[])[];

/**
 * Blocks that stay together: a single block, or all blocks that contain members of one group. In a block that is a
 * closed bundle, the group can contain only the first passes or only the last passes of the bundle.
 */
interface Unit {
  readonly home: string | undefined;
  blocks: number[];
}

/**
 * Sorts the blocks of one slot so that the members of each group are together: at the start of the slot if the group
 * begins before the slot, at the end if the group ends after the slot. `order` must satisfy `demands`. Does not move
 * members of a group together if the demands do not allow this.
 */
export function keepTogether(
  order: readonly number[],
  demands: OrderGraph<unknown>,
  blocks: Blocks,
  together: Together,
): readonly number[] {
  const homes = [...new Set(blocks.flat().flatMap((element) => together.homeOf(element) ?? []))].sort();
  const kept = new Set<string>();
  let sorted = order;
  for (const home of homes) {
    const attempt = arrange(order, demands, blocks, together, new Set([...kept, home]));
    if (attempt === undefined) continue;
    kept.add(home);
    sorted = attempt;
  }
  return sorted;
}

/** Sorts the blocks so that the members of the groups in `kept` are together, or returns `undefined`. */
function arrange(
  order: readonly number[],
  demands: OrderGraph<unknown>,
  blocks: Blocks,
  together: Together,
  kept: ReadonlySet<string>,
): readonly number[] | undefined {
  const { begun, unfinished } = together;
  const units: Unit[] = [];
  const unitOf: number[] = [];
  const unitOfHome = new Map<string, number>();
  /** For each group: the bundle whose last passes are members, so that the other members come right after it. */
  const leading = new Map<string, number>();
  const trailing = new Map<string, number>();
  /**
   * Returns whether the group members inside a block can be adjacent to the group members outside the block. The
   * members inside must be the whole block, or must be at its start or at its end. At most one block can end with
   * members of the group, and at most one other block can start with members of the group.
   */
  const canJoin = (own: readonly (string | undefined)[], home: string, number: number): boolean => {
    if (own.every((one) => one === home)) return true;
    const ends = own.at(-1) === home ? leading : own[0] === home ? trailing : undefined;
    const members = own.filter((one) => one === home).length;
    const run = own.at(-1) === home ? own.slice(-members) : own.slice(0, members);
    if (ends === undefined || ends.has(home) || !run.every((one) => one === home)) return false;
    ends.set(home, number);
    return !(ends === leading ? begun : unfinished).has(home) && own.every((one) => one === home || one === undefined);
  };
  for (const [number, block] of blocks.entries()) {
    const own = block
      .map((element) => together.homeOf(element))
      .map((home) => (home !== undefined && kept.has(home) ? home : undefined));
    const home = own.find((one) => one !== undefined);
    if (home !== undefined && !canJoin(own, home, number)) return undefined;
    let unit = home === undefined ? undefined : unitOfHome.get(home);
    if (unit === undefined) {
      unit = units.push({ home, blocks: [] }) - 1;
      if (home !== undefined) unitOfHome.set(home, unit);
    }
    (units[unit] as Unit).blocks.push(number);
    unitOf.push(unit);
  }
  const graph = new OrderGraph<undefined>(units.length);
  units.forEach(({ home }, unit) => {
    const others = units.flatMap((_, other) => (other === unit ? [] : [other]));
    if (home !== undefined && begun.has(home)) graph.add([unit], others);
    if (home !== undefined && unfinished.has(home)) graph.add(others, [unit]);
  });
  const after = order.map(() => [] as readonly number[]);
  for (const block of order) {
    after[block] = followers(demands, block, order.length);
    for (const next of after[block]) {
      const [from, to] = [unitOf[block] as number, unitOf[next] as number];
      if (from !== to) graph.add([from], [to]);
    }
  }
  const rank = (block: number, home: string | undefined): number => {
    if (home === undefined) return 0;
    return leading.get(home) === block ? -1 : trailing.get(home) === block ? 1 : 0;
  };
  const sorted = graph.sort()?.flatMap((unit) => {
    const { home, blocks: own } = units[unit] as Unit;
    const members = order.filter((block) => own.includes(block));
    return members.sort((left, right) => rank(left, home) - rank(right, home));
  });
  const position = new Map(sorted?.map((block, at) => [block, at]));
  const holds = (block: number, at: number): boolean | undefined =>
    after[block]?.every((next) => (position.get(next) as number) > at);
  return sorted?.every(holds) === true ? sorted : undefined;
}

/** Returns the direct successors of a block in the graph. Successors of barriers count as direct. */
function followers(demands: OrderGraph<unknown>, block: number, count: number): readonly number[] {
  const found: number[] = [];
  const open = demands.after(block);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next < count) found.push(next);
    else open.push(...demands.after(next));
  }
  return found;
}
