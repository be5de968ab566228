import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import { ordersByName } from "@passwright/builder";
import { Random, samples } from "@passwright/development";
import { build, randomBuilding } from "./building.ts";
import type { OracleBuilding, OracleInsertion } from "./building.ts";
import { findLegal, isLegal, slotOf } from "./legal-orders.ts";
import { permutations } from "./permutations.ts";
import { unorderedPairs } from "./unordered-pairs.ts";

const shown = (building: OracleBuilding): string => JSON.stringify(building, undefined, 1);

const nameOf = (address: string): string => address.replace(/^.*::/, "");

describe("the engine beside all orders", () => {
  it("makes a legal plan wherever there is a legal order, in all load orders the same", () => {
    const counts = { plans: 0, refused: 0, insideBundle: 0, excluded: 0 };
    const cases = samples(10_000);
    for (let seed = 0; seed < cases; seed++) {
      const building = randomBuilding(new Random(seed));
      const results = permutations(building.contributors).map((order) => build(building, order));
      const [{ plan, diagnostics, answers }] = results as [ReturnType<typeof build>];
      const granted: OracleInsertion[] = [];
      for (const [insertion, answer] of answers) {
        const slot = slotOf(building, insertion);
        expect(answer.ok, `seed ${seed}: ${insertion.passes[0]?.name}\n${shown(building)}`).to.equal(
          slot !== undefined,
        );
        if (answer.ok) granted.push(insertion);
        else counts.insideBundle++;
      }
      const names = plan?.steps.map(({ address }) => nameOf(address));
      for (const other of results)
        expect(
          other.plan?.steps.map(({ address }) => nameOf(address)),
          `seed ${seed}\n${shown(building)}`,
        ).to.deep.equal(names);
      if (granted.some(({ bundle }) => bundle?.kind === "open" && bundle.without !== undefined)) counts.excluded++;
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      if (names === undefined) {
        counts.refused++;
        const told = errors.map((one) => renderDiagnostic(one)).join("\n");
        expect(findLegal(building, granted), `seed ${seed}: refused\n${told}\n${shown(building)}`).to.equal(undefined);
      } else {
        counts.plans++;
        expect(isLegal(building, granted, names), `seed ${seed}: ${names.join()}\n${shown(building)}`).to.equal(true);
      }
    }
    expect(counts.plans).to.be.above(0.3 * cases - 4);
    expect(counts.refused).to.be.above(0.1 * cases - 4);
    expect(counts.excluded).to.be.above(0.1 * cases - 4);
    if (cases >= 1000) expect(counts.insideBundle).to.be.above(0.01 * cases);
  });

  it("reports exactly the pairs whose order depends on the names of the plugins", () => {
    let pairs = 0;
    const cases = samples(10_000);
    for (let seed = 0; seed < cases; seed++) {
      const building = randomBuilding(new Random(seed), true);
      const { plan, builder } = build(building, building.contributors);
      const expected = unorderedPairs(building);
      if (plan === undefined || expected === undefined) continue;
      const found = ordersByName(builder.input(), plan).map(({ first, second }) =>
        [nameOf(first), nameOf(second)].sort().join(),
      );
      pairs += found.length;
      expect(
        found.sort(),
        `seed ${seed}: ${plan.steps.map(({ address }) => address).join()}\n${shown(building)}`,
      ).to.deep.equal(expected);
    }
    expect(pairs).to.be.above(0.2 * cases - 4);
  });
});
