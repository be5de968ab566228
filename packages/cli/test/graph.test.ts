import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

const config = `name: mill
plugins: ["@passwright/plugin-transforms"]
targets: [bread, cake]
graph:
  pipelines:
    grind: { pipeline: "builtin.module(func.func(cse))", successors: [bread, cake] }
    bread: {}
    cake: { pipeline: "builtin.module(symbol-dce)", jumpTargets: [stop] }
  choices:
    shape: { branches: [{ when: { target: cake }, pipeline: cake }], else: bread }
`;

const input = `func.func private @f(%x: i32) -> i32 {
  return %x : i32
}
`;

const mill = (more = ""): Workplace =>
  makeWorkplace({ "passwright.config.yaml": `${config}${more}`, "in.mlir": input });

describe("passwright graph", () => {
  it("puts pipelines in order, as text and for programs that draw", async () => {
    const { passwright } = mill();
    expect(await passwright("graph", "--target", "cake")).to.equal(`--- out
mill · builtin.module · cake · 1 plugin · 3 pipelines
1. grind
   builtin.module(func.func(cse))
2. bread (empty), after grind
   choice shape: for anything else; not taken
3. cake, after grind
   choice shape: for target cake; taken
   builtin.module(symbol-dce)
   may stop the graph
--- exit 0
`);
    expect(await passwright("graph", "--format=mermaid")).to.match(/^--- out\nflowchart TD\n/);
    expect(await passwright("graph", "--format=dot")).to.match(/^--- out\ndigraph pipelines \{\n/);
  });

  it("prints JSON, of errors too", async () => {
    const json = (text: string): { pipelines?: { name: string }[]; diagnostics: { code: string }[] } =>
      JSON.parse(text.replace(/^--- out\n|--- exit \d\n$/g, "")) as ReturnType<typeof json>;
    const good = json(await mill().passwright("graph", "--json"));
    expect(good.pipelines?.map(({ name }) => name)).to.deep.equal(["grind", "bread", "cake"]);
    expect(good.diagnostics).to.deep.equal([]);
    const bad = makeWorkplace({ "passwright.config.yaml": "graph: { pipelines: { a: { successors: [b] } } }\n" });
    const text = await bad.passwright("graph", "--json");
    expect(json(text).diagnostics.map(({ code }) => code)).to.deep.equal(["PWG0201"]);
    expect(text).to.match(/--- exit 1\n$/);
    expect(await mill().passwright("graph", "one", "two")).to.match(/--- exit 2\n$/);
  });

  it("is checked, and its size is reported", async () => {
    expect(await mill().passwright("check")).to.equal("--- out\nresolves: 3 pipelines, 1 plugin\n--- exit 0\n");
  });
});

describe("passwright run of a graph", () => {
  it("prints the result, and the path on request", async () => {
    const { passwright } = mill();
    expect(await passwright("run", "in.mlir", "--trace", "--target=cake")).to.equal(`--- out
module {
}
--- err
grind
  choice shape: cake, because target cake
cake
--- exit 0
`);
    expect(await passwright("run", "in.mlir"))
      .to.contain("func.func private @f")
      .and.not.contain("--- err");
  });

  it("counts, measures, and prints the IR as the config specifies", async () => {
    const more = "instrument: { statistics: true, timing: true, printIr: { after: [symbol-dce] } }\n";
    const text = await mill(more).passwright("run", "in.mlir", "--target=cake", "--stats");
    for (const part of [
      "symbol-dce  1  num-dce'd",
      "pipeline grind\n",
      "pipeline cake\n",
      "IR Dump After SymbolDCE",
      "Execution time report",
    ])
      expect(text).to.contain(part);
  });
});
