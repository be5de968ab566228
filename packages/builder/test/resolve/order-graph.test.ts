import { expect } from "chai";
import { Random } from "@passwright/development";
import { OrderGraph } from "../../dist/resolve/order-graph.js";

/** Cause of a demand, which the graph returns. */
interface Cause {
  readonly text: string;
}

interface Demand {
  readonly first: readonly number[];
  readonly second: readonly number[];
  readonly cause: Cause;
}

function graphOf(size: number, demands: readonly Demand[]): OrderGraph<Cause> {
  const graph = new OrderGraph<Cause>(size);
  for (const { first, second, cause } of demands) graph.add(first, second, cause);
  return graph;
}

/** Yields all orders of 0 … size-1, in lexicographic order. */
function* ordersOf(size: number, start: readonly number[] = []): Generator<readonly number[]> {
  if (start.length === size) yield start;
  for (let next = 0; next < size; next++) if (!start.includes(next)) yield* ordersOf(size, [...start, next]);
}

function holds(order: readonly number[], { first, second }: Demand): boolean {
  return first.every((one) => second.every((other) => order.indexOf(one) < order.indexOf(other)));
}

function smallest(size: number, demands: readonly Demand[]): readonly number[] | undefined {
  for (const order of ordersOf(size)) if (demands.every((demand) => holds(order, demand))) return order;
  return undefined;
}

function randomDemands(random: Random, size: number): Demand[] {
  return Array.from({ length: random.between(1, 5) }, (_, index): Demand => {
    const nodes = random.shuffled(Array.from({ length: size }, (_unused, node) => node));
    const cut = random.between(1, size - 1);
    const cause = { text: `demand ${index}` };
    const [left, right] = [nodes.slice(0, cut), nodes.slice(cut)];
    const some = (list: readonly number[]): number[] => list.slice(0, random.between(1, list.length));
    return { first: some(left), second: some(right), cause };
  });
}

describe("OrderGraph", () => {
  it("finds the smallest order that satisfies all demands, or reports that none exists, like a test of all orders", () => {
    let conflicts = 0;
    for (let seed = 0; seed < 3000; seed++) {
      const random = new Random(seed);
      const size = random.between(2, 5);
      const demands = randomDemands(random, size);
      const sorted = graphOf(size, demands).sort();
      expect(sorted, `seed ${seed}`).to.deep.equal(smallest(size, demands));
      if (sorted === undefined) conflicts++;
    }
    expect(conflicts).to.be.within(300, 2700);
  });

  it("explains a conflict by an irreducible set: together they contradict each other, without any one they do not", () => {
    let sizes = 0;
    for (let seed = 0; seed < 3000; seed++) {
      const random = new Random(seed);
      const size = random.between(2, 5);
      const demands = randomDemands(random, size);
      const graph = graphOf(size, demands);
      if (graph.sort() !== undefined) continue;
      const cycle = graph.shortestCycle();
      const guilty = demands.filter(({ cause }) => cycle.includes(cause));
      expect(smallest(size, guilty), `seed ${seed}`).to.equal(undefined);
      for (const one of guilty) {
        expect(
          smallest(
            size,
            guilty.filter((other) => other !== one),
          ),
          `seed ${seed}`,
        ).to.not.equal(undefined);
      }
      sizes = Math.max(sizes, guilty.length);
    }
    expect(sizes).to.be.above(2);
  });

  it("finds a way exactly where one follows", () => {
    const [one, other]: [Cause, Cause] = [{ text: "one" }, { text: "other" }];
    const graph = new OrderGraph<Cause>(5);
    graph.add([0, 1], [2, 3], one);
    graph.add([3], [4], other);
    expect(graph.path([0], [4])).to.deep.equal([one, other]);
    expect(graph.path([2], [4])).to.equal(undefined);
    expect(graph.path([4], [0])).to.equal(undefined);
  });
});
