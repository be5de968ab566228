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
    const attempt = new Arrangement(order, demands, blocks, together, new Set([...kept, home])).sort();
    if (attempt === undefined) continue;
    kept.add(home);
    sorted = attempt;
  }
  return sorted;
}

class Arrangement {
  readonly #order: readonly number[];
  readonly #demands: OrderGraph<unknown>;
  readonly #together: Together;
  readonly #units: Unit[] = [];
  /** Index of the unit that contains each block. */
  readonly #unitOf: number[] = [];
  /** For each group: the bundle whose last passes are members, so that the other members come right after it. */
  readonly #leading = new Map<string, number>();
  readonly #trailing = new Map<string, number>();
  #isPossible = true;

  constructor(
    order: readonly number[],
    demands: OrderGraph<unknown>,
    blocks: Blocks,
    together: Together,
    kept: ReadonlySet<string>,
  ) {
    this.#order = order;
    this.#demands = demands;
    this.#together = together;
    const units = new Map<string, number>();
    blocks.forEach((block, number) => {
      const found = block.map((element) => together.homeOf(element));
      const own = found.map((home) => (home !== undefined && kept.has(home) ? home : undefined));
      const home = own.find((one) => one !== undefined);
      if (home !== undefined && !this.#canJoin(own, home, number)) this.#isPossible = false;
      const unit = home === undefined ? undefined : units.get(home);
      if (unit === undefined) {
        if (home !== undefined) units.set(home, this.#units.length);
        this.#unitOf.push(this.#units.push({ home, blocks: [number] }) - 1);
      } else {
        (this.#units[unit] as Unit).blocks.push(number);
        this.#unitOf.push(unit);
      }
    });
  }

  /**
   * Returns whether the group members inside a block can be adjacent to the group members outside the block. The
   * members inside must be the whole block, or must be at its start or at its end. At most one block can end with
   * members of the group, and at most one other block can start with members of the group.
   */
  #canJoin(own: readonly (string | undefined)[], home: string, number: number): boolean {
    if (own.every((one) => one === home)) return true;
    const ends = own.at(-1) === home ? this.#leading : own[0] === home ? this.#trailing : undefined;
    const members = own.filter((one) => one === home).length;
    const run = own.at(-1) === home ? own.slice(-members) : own.slice(0, members);
    if (ends === undefined || ends.has(home) || !run.every((one) => one === home)) return false;
    const isOpen = ends === this.#leading ? this.#together.begun.has(home) : this.#together.unfinished.has(home);
    ends.set(home, number);
    return !isOpen && own.every((one) => one === home || one === undefined);
  }

  sort(): readonly number[] | undefined {
    if (!this.#isPossible) return undefined;
    const graph = new OrderGraph<undefined>(this.#units.length);
    const { begun, unfinished } = this.#together;
    this.#units.forEach(({ home }, unit) => {
      const others = this.#units.flatMap((_, other) => (other === unit ? [] : [other]));
      if (home !== undefined && begun.has(home)) graph.add([unit], others);
      if (home !== undefined && unfinished.has(home)) graph.add(others, [unit]);
    });
    const after = this.#order.map(() => [] as readonly number[]);
    for (const block of this.#order) {
      after[block] = followers(this.#demands, block, this.#order.length);
      for (const next of after[block]) {
        const [from, to] = [this.#unitOf[block] as number, this.#unitOf[next] as number];
        if (from !== to) graph.add([from], [to]);
      }
    }
    const units = graph.sort();
    if (units === undefined) return undefined;
    const rank = (block: number, home: string | undefined): number => {
      if (home === undefined) return 0;
      return this.#leading.get(home) === block ? -1 : this.#trailing.get(home) === block ? 1 : 0;
    };
    const sorted = units.flatMap((unit) => {
      const { home, blocks } = this.#units[unit] as Unit;
      const members = this.#order.filter((block) => blocks.includes(block));
      return members.sort((left, right) => rank(left, home) - rank(right, home));
    });
    const position = new Map(sorted.map((block, at) => [block, at]));
    const holds = sorted.every((block, at) => after[block]?.every((next) => (position.get(next) as number) > at));
    return holds ? sorted : undefined;
  }
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
