import { expect } from "chai";
import { loadOrders } from "@passwright/loader";

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `plugin-${index}`);

describe("loadOrders", () => {
  it("gives all orders of few things, the given one first", () => {
    expect(loadOrders([])).to.deep.equal([[]]);
    expect(loadOrders(["a", "b", "c"]).map((order) => order.join(""))).to.deep.equal([
      "abc",
      "acb",
      "bac",
      "bca",
      "cab",
      "cba",
    ]);
    expect(loadOrders(names(5))).to.have.length(120);
  });

  for (const count of [6, 30, 200]) {
    it(`gives 120 different orders of ${count}, the same ones every time`, () => {
      const list = names(count);
      const orders = loadOrders(list);
      expect(new Set(orders.map((order) => order.join())).size).to.equal(120);
      for (const order of orders) expect([...order].sort()).to.deep.equal([...list].sort());
      expect(orders.slice(0, 2)).to.deep.equal([list, [...list].reverse()]);
      expect(loadOrders(list)).to.deep.equal(orders);
    });
  }

  it("has each of a few more things first once", () => {
    const list = names(30);
    expect(new Set(loadOrders(list).map(([first]) => first))).to.deep.equal(new Set(list));
  });
});
