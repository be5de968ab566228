import { expect } from "chai";
import { samples } from "@passwright/development";
import { tryOrders } from "@passwright/runner";
import { plantOrders } from "./planted-orders.ts";
import type { PlantedShape } from "./planted-orders.ts";

const SHAPES: readonly PlantedShape[] = ["steps", "group", "nested"];

describe("order experiments on planted dependencies", () => {
  for (const shape of SHAPES) {
    it(`find each pair whose order matters, and no other, in a pipeline of ${shape}`, async () => {
      for (let seed = 1; seed <= samples(100); seed++) {
        const { assembly, pairs, input } = plantOrders(seed, shape);
        const report = await tryOrders(assembly, [{ file: "input", content: input }]);
        const conflicts = report.pairs.filter(({ result }) => result === "conflict");
        expect(conflicts.map(({ first, second }) => namesOf(first, second)).sort(), `seed ${seed}`).to.deep.equal(
          pairs,
        );
        expect(report.notTried).to.deep.equal([]);
        for (const { example } of conflicts) expect(example?.output).to.not.deep.equal(example?.exchanged);
      }
    });
  }
});

function namesOf(...addresses: readonly string[]): string {
  return addresses.map((address) => address.replace(/^.*::/, "")).join(" ");
}
