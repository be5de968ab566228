import { expect } from "chai";
import { Random } from "@passwright/development";
import { stronglyConnected } from "../../dist/resolve/strongly-connected.js";

describe("stronglyConnected", () => {
  it("groups mutually dependent nodes, after all of their dependencies", () => {
    for (let seed = 0; seed < 500; seed++) {
      const random = new Random(seed);
      const count = random.between(1, 8);
      const edges = Array.from({ length: count }, () =>
        Array.from({ length: random.below(3) }, () => random.below(count)),
      );
      const reach = edges.map((_, start) => {
        const seen = new Set<number>();
        const todo = [start];
        for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
          for (const next of edges[node] ?? []) {
            if (seen.has(next)) continue;
            seen.add(next);
            todo.push(next);
          }
        }
        return seen;
      });
      const groups = [...stronglyConnected(count, (node) => edges[node] ?? [])];
      expect(groups.flat().sort()).to.deep.equal(edges.map((_, node) => node));
      const groupOf = new Map(groups.flatMap((group, index) => group.map((node) => [node, index] as const)));
      edges.forEach((_, node) =>
        edges.forEach((__, other) => {
          const isMutual = node === other || (reach[node]?.has(other) === true && reach[other]?.has(node) === true);
          expect(groupOf.get(node) === groupOf.get(other)).to.equal(isMutual);
          if (reach[node]?.has(other) === true) expect(groupOf.get(other)).to.be.at.most(groupOf.get(node) as number);
        }),
      );
    }
  });

  it("does not mind a long chain", () => {
    const count = 100_000;
    expect([...stronglyConnected(count, (node) => (node + 1 < count ? [node + 1] : []))]).to.have.length(count);
  });
});
