import { expect } from "chai";
import { Random, samples } from "@passwright/test-support";
import { parseScenario } from "../scenario/parse-scenario.ts";
import { printScenario } from "../scenario/print-scenario.ts";
import { generateScenario } from "./generate.ts";
import { Histogram } from "./histogram.ts";
import { decide } from "./model.ts";
import { decideReally } from "./real.ts";

const CASES = Number(process.env["MODEL_CASES"] ?? samples(10_000));

describe("the model", () => {
  it("decides an easy case as a person would", () => {
    const scenario = parseScenario(`
      framework kiln
        tile : EarlyOptimization
        > func.func
          cse : Cleanup poor
          . tensor.end
        bufferize : Bufferization
      plugin beta
        weave before cse
        spin afterType Bufferization
        cut on builtin.module at tensor.end
      plugin alpha
        knit before cse
        strong knit after weave "thread first"
    `);
    const { answers, plan, diagnostics } = decide(scenario);
    expect(answers).to.deep.equal([
      "beta weave: beta::weave PWB0106",
      "beta spin: beta::spin",
      "beta cut: no PWB0107",
      "alpha knit: alpha::knit PWB0106",
    ]);
    expect(plan).to.equal(
      "builtin.module(tile,func.func(beta::weave,alpha::knit,cse,.tensor.end),bufferize,beta::spin)",
    );
    expect(diagnostics).to.deep.equal([
      "PWB0106 alpha::knit",
      "PWB0106 beta::weave",
      "PWB0118 beta::cut",
      "remark PWB0107 beta::cut",
    ]);
  });

  it(`decides ${CASES} random cases as the builder does: answers, plans and diagnostics`, () => {
    const histogram = new Histogram();
    for (let seed = 0; seed < CASES; seed++) {
      const scenario = generateScenario(new Random(seed));
      const verdict = decide(scenario);
      histogram.add(scenario, verdict);
      const { answers, plan, diagnostics } = verdict;
      expect(decideReally(scenario), `seed ${seed}\n${printScenario(scenario)}`).to.deep.equal({
        answers,
        plan,
        diagnostics,
      });
    }
    console.log(histogram.toString());
    expect(histogram.percent("a plan")).to.be.within(40, 90);
    expect(histogram.percent("slot shared by several parties")).to.be.above(15);
    expect(histogram.percent("slot of four or more")).to.be.above(2);
    expect(histogram.percent("placed by type")).to.be.above(15);
    expect(histogram.percent("placed beside an own step")).to.be.above(2);
    expect(histogram.percent("nested pipeline would be split")).to.be.above(5);
    expect(histogram.percent("nested implicitly")).to.be.above(5);
    expect(histogram.percent("second choice taken")).to.be.above(3);
    expect(histogram.percent("several copies")).to.be.above(1);
    expect(histogram.percent("strong rule broken")).to.be.above(3);
    expect(histogram.percent("weak rule dropped")).to.be.above(3);
    expect(histogram.percent("weak rules all met")).to.be.above(3);
    expect(histogram.percent("conflict inside a slot")).to.be.above(1);
    expect(histogram.percent("places in a circle")).to.be.above(0.5);
  });
});
