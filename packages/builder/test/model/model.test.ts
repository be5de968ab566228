import { expect } from "chai";
import { Random, samples } from "@passwright/development";
import { parseScenario } from "../scenario/parse-scenario.ts";
import { printScenario } from "../scenario/print-scenario.ts";
import { generateScenario } from "./generate.ts";
import { Histogram } from "./histogram.ts";
import { decide } from "./model.ts";
import { decideReally } from "./real.ts";

const ALL_CASES = 10_000;
const CASES = Number(process.env["MODEL_CASES"] ?? samples(ALL_CASES));

/** Minimum share of random cases with each feature, in percent. */
const LEAST: readonly (readonly [what: string, percent: number])[] = [
  ["slot shared by several contributors", 15],
  ["slot shared from both sides", 10],
  ["slot of four or more", 10],
  ["edge of a manager", 5],
  ["placed by type", 15],
  ["placed beside an own step", 2],
  ["nested pipeline would be split", 5],
  ["nested implicitly", 10],
  ["second choice taken", 3],
  ["several copies", 1],
  ["strong rule broken", 3],
  ["weak rule dropped", 3],
  ["weak rules all met", 3],
  ["conflict inside a slot", 0.4],
  ["places in a circle", 0.5],
  ["open bundle placed", 3],
  ["contiguous bundle placed", 3],
  ["atomic bundle placed", 3],
  ["bundle refused", 5],
  ["closed bundle in a shared slot", 5],
  ["two closed bundles in a slot", 0.5],
  ["inside a closed bundle", 0.5],
  ["contiguous bundle of the framework", 3],
  ["atomic bundle of the framework", 3],
  ["a step is removed", 3],
  ["a step is replaced", 5],
  ["a plan with edits", 5],
  ["edits of one step disagree", 0.1],
  ["step is not removable", 1],
  ["edit of a pinned step", 0.1],
  ["a ban", 3],
  ["pinned and banned", 0.1],
  ["override of nothing", 3],
  ["runs on something else than declared", 3],
];

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

  it(`decides ${CASES} random cases as the builder does: results, plans and diagnostics`, () => {
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
    // Checks the shares of features only if all cases run, because the shares in a small sample are not reliable.
    for (const [what, least] of LEAST)
      if (CASES >= ALL_CASES || CASES * least >= 3000) expect(histogram.percent(what), what).to.be.above(least);
  });
});
