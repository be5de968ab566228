import { expect } from "chai";
import { Random } from "@passwright/development";
import { Edges } from "../dist/order/edges.js";

const pairsOf = (edges: Edges): [number, number][] => {
  const pairs: [number, number][] = [];
  edges.forEach((from, to) => pairs.push([from, to]));
  return pairs;
};

describe("Edges", () => {
  it("are those of the first pairs, each once, by start and then by end", () => {
    const edges = Edges.of(4, Int32Array.of(3, 0, 3, 0, 3, 1), Int32Array.of(1, 2, 0, 2, 3, 0), 5);
    expect(pairsOf(edges)).to.deep.equal([
      [0, 2],
      [3, 0],
      [3, 1],
      [3, 3],
    ]);
    expect([0, 1, 2, 3].map((node) => [...edges.after(node)])).to.deep.equal([[2], [], [], [0, 1, 3]]);
  });

  it("may be none, of none", () => {
    for (const count of [0, 1, 3])
      expect(pairsOf(Edges.of(count, new Int32Array(), new Int32Array()))).to.deep.equal([]);
    expect([...Edges.of(3, new Int32Array(), new Int32Array()).after(2)]).to.deep.equal([]);
  });

  it("equal a set of pairs, for random pairs", () => {
    const random = new Random(7);
    let doubled = 0;
    for (let round = 0; round < 300; round++) {
      const count = 1 + random.below(9);
      const length = random.below(30);
      const some = (): Int32Array => Int32Array.from({ length }, () => random.below(count));
      const [from, to] = [some(), some()];
      const keys = new Set(Array.from(from, (start, at) => 100 * start + (to[at] as number)));
      const expected = [...keys].sort((left, right) => left - right);
      const edges = Edges.of(count, from, to);
      expect(pairsOf(edges).map(([start, end]) => 100 * start + end)).to.deep.equal(expected);
      for (let node = 0; node < count; node++)
        expect([...edges.after(node)]).to.deep.equal(
          expected.filter((key) => Math.floor(key / 100) === node).map((key) => key % 100),
        );
      if (expected.length < length) doubled++;
    }
    expect(doubled).to.be.greaterThan(50);
  });
});
