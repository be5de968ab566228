import { expect } from "chai";
import { ordersOf } from "../dist/check/orders.js";

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `plugin-${index}`);

describe("ordersOf", () => {
  it("gives all orders of few things, the given one first", () => {
    expect(ordersOf([])).to.deep.equal([[]]);
    expect(ordersOf(["a", "b", "c"]).map((order) => order.join(""))).to.deep.equal([
      "abc",
      "acb",
      "bac",
      "bca",
      "cab",
      "cba",
    ]);
    expect(ordersOf(names(5))).to.have.length(120);
  });

  for (const count of [6, 30, 200]) {
    it(`gives 120 different orders of ${count}, the same ones every time`, () => {
      const list = names(count);
      const orders = ordersOf(list);
      expect(new Set(orders.map((order) => order.join())).size).to.equal(120);
      for (const order of orders) expect([...order].sort()).to.deep.equal([...list].sort());
      expect(orders.slice(0, 2)).to.deep.equal([list, [...list].reverse()]);
      expect(ordersOf(list)).to.deep.equal(orders);
    });
  }

  it("has each of a few more things first once", () => {
    const list = names(30);
    expect(new Set(ordersOf(list).map(([first]) => first))).to.deep.equal(new Set(list));
  });
});
