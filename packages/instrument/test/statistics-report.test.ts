import { collectStatistics, listStatistics, renderStatistics } from "@passwright/instrument";
import type { StatisticsEntry } from "@passwright/instrument";
import { expect } from "chai";
import { block, openSession, TWO } from "./session.ts";

const HEADER = block(`
  ===-------------------------------------------------------------------------===
                           ... Pass statistics report ...
  ===-------------------------------------------------------------------------===
`);

function collect(pipeline: string) {
  const { manager, adapter, op } = openSession(TWO, pipeline);
  manager.run(op);
  return collectStatistics(manager, adapter);
}

describe("statistics reports", () => {
  it("list every pass of the pipeline as it runs", () => {
    const tree = collect("builtin.module(func.func(test-stats),builtin.module(test-stats),func.func(cse),symbol-dce)");
    expect(renderStatistics(tree)).to.equal(
      HEADER +
        block(`
          Pipeline Collection : ['builtin.module', 'func.func']
            'builtin.module' Pipeline
              TestStats
                (S) 0 num-ops  - Number of operations counted
                (S) 0 num-ops2 - Number of operations counted one more time
            'func.func' Pipeline
              TestStats
                (S) 5 num-ops  - Number of operations counted
                (S) 5 num-ops2 - Number of operations counted one more time
              CSE
                (S) 0 num-cse'd - Number of operations CSE'd
                (S) 1 num-dce'd - Number of operations DCE'd
          SymbolDCE
            (S) 0 num-dce'd - Number of symbols DCE'd

        `),
    );
  });

  it("merge passes by name in the list display, in alphabetical order", () => {
    const tree = collect("builtin.module(test-stats,func.func(test-stats,test-pass-failure))");
    expect(renderStatistics(tree, { display: "list" })).to.equal(
      `${HEADER}${[
        "  TestStats",
        "    (S) 11 num-ops  - Number of operations counted",
        "    (S) 11 num-ops2 - Number of operations counted one more time",
        "",
        "",
      ].join("\n")}`,
    );
    expect(listStatistics(tree)).to.deep.equal([
      {
        name: "TestStats",
        statistics: [
          { name: "num-ops", description: "Number of operations counted", value: 11 },
          { name: "num-ops2", description: "Number of operations counted one more time", value: 11 },
        ],
      },
    ]);
  });

  it("keep the maximum of passes with the same name if they record maxima", () => {
    const passWith = (value: number): StatisticsEntry => ({
      kind: "pass",
      pass: "deep",
      name: "Deep",
      statistics: [{ name: "depth", description: "deepest nest", value, isMaximum: true }],
    });
    expect(listStatistics({ anchor: "any", entries: [passWith(2), passWith(5), passWith(3)] })).to.deep.equal([
      { name: "Deep", statistics: [{ name: "depth", description: "deepest nest", value: 5, isMaximum: true }] },
    ]);
  });

  it("are available as data", () => {
    expect(JSON.parse(JSON.stringify(collect("builtin.module(func.func(test-pass-failure))")))).to.deep.equal({
      anchor: "builtin.module",
      entries: [
        {
          kind: "adaptor",
          name: "Pipeline Collection : ['func.func']",
          pipelines: [
            {
              anchor: "func.func",
              entries: [
                {
                  kind: "pass",
                  pass: "test-pass-failure",
                  name: "(anonymous namespace)::TestFailurePass",
                  statistics: [],
                },
              ],
            },
          ],
        },
      ],
    });
  });
});
